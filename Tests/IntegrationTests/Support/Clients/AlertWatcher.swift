import Shared
import Testing

@testable import TerminalClient

/// A user's terminal, which dismisses what has fired and arms it anew.
@MainActor
final class AlertWatcher {
    let terminal: TestTerminal
    private let rising: [Alert]
    private let falling: [Alert]
    private let way: DeliveryWay?

    /// - Parameters:
    ///   - steps: how many alerts lie above the middle, and how many below it.
    ///   - hook: where each firing is posted to; nil: nowhere.
    init(at terminal: TestTerminal, steps: Int, hook: String?, _ exchange: ScriptedExchange) throws {
        self.terminal = terminal
        way = try hook.map(DeliveryWay.webhook)
        rising = try (1...steps).map { Self.alert(at: try exchange.price(at: $0), step: $0, isRise: true) }
        falling = try (1...steps).map { Self.alert(at: try exchange.price(at: -$0), step: $0, isRise: false) }
    }

    /// Every other alert is on the value of all holdings, which are one coin, and so worth its price.
    private static func alert(at price: ExactDecimal, step: Int, isRise: Bool) -> Alert {
        if step.isMultiple(of: 2) {
            return Alert(id: .random(), coin: .holdings, condition: .holdings(.value, limit: price, isRise: isRise))
        }
        let condition = isRise ? AlertCondition.priceAbove(price) : .priceBelow(price)
        return Alert(id: .random(), coin: ScriptedExchange.coin, condition: condition)
    }

    func start() async {
        // The Welcome says which hosts are allowed.
        await terminal.untilLive()
        let purchase = Transaction(
            TransactionID(rawValue: 1),
            .bought,
            .one,
            of: ScriptedExchange.coin,
            money: .total(.one),
            at: .now
        )
        var changes = (rising + falling).flatMap { Mutation.add($0).changes }
        if let way { changes += Mutation.add(way).changes }
        terminal.link.user.mutate { [changes] _ in Mutation(Mutation.put([purchase]).changes + changes) }
    }

    func until(_ condition: @escaping @MainActor (AlertWatcher) -> Bool) async {
        await terminal.until { [unowned self] _ in condition(self) }
    }

    private func alerts(_ inRise: Bool) -> [Alert] { inRise ? rising : falling }

    func isArmed(forRise isRise: Bool) -> Bool {
        isConfirmed && alerts(isRise).allSatisfy { phase(of: $0) == .armed }
    }

    /// The alerts on the way back are armed, too.
    func hasFired(inRise isRise: Bool) -> Bool {
        isArmed(forRise: !isRise)
            && alerts(isRise).allSatisfy { if case .resting = phase(of: $0) { true } else { false } }
    }

    var isConfirmed: Bool { terminal.link.state == .live && terminal.link.user.pendingCount == 0 }

    private func phase(of alert: Alert) -> AlertState.Phase? {
        terminal.user.alert(alert.id).flatMap { terminal.user.state(of: $0) }?.phase
    }

    /// Expects exactly one event for each alert, and starts anew.
    func checkFirings(inRise isRise: Bool) -> Int {
        let (events, wanted) = (terminal.user.alertEvents, alerts(isRise).map(\.id))
        #expect(events.map(\.alert).sorted { $0.rawValue < $1.rawValue } == wanted.sorted { $0.rawValue < $1.rawValue })
        terminal.link.user.mutate { table in
            let armed = wanted.flatMap { Mutation.arm($0, of: table).changes }
            return Mutation(Mutation.dismiss(table.alertEvents).changes + armed)
        }
        return events.count
    }
}
