import Foundation
import Shared
import TestSupport
import Testing

@testable import PushServer
@testable import TerminalClient

/// Each alert fires exactly once, whatever becomes of the server: its price crosses the alerts of three users, up and down again, while the
/// server is killed at random moments between poll, transaction and push.
///
/// `ALERT_KILLS=n` kills more often than a run on every change can.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(30)))
struct AlertDurabilityTests {
    private static let kills = ProcessInfo.processInfo.environment["ALERT_KILLS"].flatMap(Int.init) ?? 10
    private static let users = ["ada", "bob", "eve"]
    /// Above and below the middle, each at a step of its own.
    private static let alertsPerSide = 8
    private static let top = alertsPerSide + 1

    @Test func eachAlertFiresExactlyOnceHoweverOftenTheServerIsKilled() async throws {
        let seed = UInt64.random(in: 1...UInt64.max)
        var random = SeededGenerator(seed: seed)
        let exchange = try await ScriptedExchange.start(at: -Self.top)
        try await withTemporaryDirectory { directory in
            try await addUsers(in: directory)
            var life = ServerLife(
                server: try await ServerBinary.start(in: directory, port: 0, arguments: exchange.options),
                directory: directory,
                exchange: exchange
            )
            let watchers = try Self.users.map {
                try AlertWatcher(user: $0, server: life.server, steps: Self.alertsPerSide, exchange)
            }
            var (firings, isRise) = (0, true)
            await withDiscardingTaskGroup { links in
                for watcher in watchers { links.addTask { _ = await watcher.terminal.link.run() } }
                for watcher in watchers { watcher.start() }
                do {
                    try await life.survive(watchers, &random, killsMax: 0) { $0.isArmed(forRise: true) }
                    while life.kills < Self.kills {
                        exchange.move(to: isRise ? Self.top : -Self.top)
                        try await life.survive(watchers, &random, killsMax: Self.kills) { $0.hasFired(inRise: isRise) }
                        for watcher in watchers { firings += watcher.checkFirings(inRise: isRise) }
                        isRise.toggle()
                    }
                    for watcher in watchers { await watcher.until { $0.isConfirmed } }
                } catch {
                    Issue.record("the server did not start after kill \(life.kills), seed \(seed): \(error)")
                }
                links.cancelAll()
            }
            await life.server.kill()
            try await checkDisk(directory)
            print("alerts: \(life.kills) kills, \(firings) firings, each told once; seed \(seed)")
        }
        await exchange.stop()
    }

    /// Dismissed firings are gone, and each alert is as the last sweep left it.
    private func checkDisk(_ directory: String) async throws {
        let store = try SQLiteUserStore(
            path: DataDirectory.database(in: directory),
            limits: SessionLimits(),
            now: { .now }
        )
        for user in Self.users {
            let account = try #require(try await store.account(named: UserName(stored: user))).0
            let table = try #require(try await store.table(of: account.id))
            #expect(table.alerts.count == 2 * Self.alertsPerSide)
            #expect(table.alertEvents.isEmpty)
        }
        try store.close()
    }

    private func addUsers(in directory: String) async throws {
        let administration = try UserAdministration(dataDirectory: directory, cost: .cheap)
        for user in Self.users { try await administration.add(name: user, password: "secret of \(user)") }
        try administration.close()
    }
}

/// The server's processes, one after the other.
@MainActor
private struct ServerLife {
    private(set) var server: ServerBinary
    private(set) var kills = 0
    private let directory: String
    private let exchange: ScriptedExchange

    init(server: ServerBinary, directory: String, exchange: ScriptedExchange) {
        (self.server, self.directory, self.exchange) = (server, directory, exchange)
    }

    /// Kills the server at random moments until all watchers have seen what they wait for.
    mutating func survive(
        _ watchers: [AlertWatcher],
        _ random: inout SeededGenerator,
        killsMax: Int,
        until condition: @escaping @MainActor (AlertWatcher) -> Bool
    ) async throws {
        while kills < killsMax {
            let moment = KillMoment(&random)
            if await isReached(by: watchers, before: moment, condition) { return }
            await server.kill()
            kills += 1
            server = try await ServerBinary.start(in: directory, port: server.port, arguments: exchange.options)
            for watcher in watchers { watcher.terminal.link.retryRequested() }
        }
        for watcher in watchers { await watcher.until(condition) }
    }

    private func isReached(
        by watchers: [AlertWatcher],
        before moment: KillMoment,
        _ condition: @escaping @MainActor (AlertWatcher) -> Bool
    ) async -> Bool {
        await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                for watcher in watchers { await watcher.until(condition) }
                return !Task.isCancelled
            }
            group.addTask { [exchange] in
                await moment.come(at: exchange)
                return false
            }
            let isReached = await group.next() ?? false
            group.cancelAll()
            return isReached
        }
    }
}

/// When to kill the server: some polls from now, and a little after the answer to the last of them.
private struct KillMoment {
    private let polls: Int
    /// About a microsecond each: the server takes some milliseconds from an answer to the pushes that follow it.
    private let yields: Int

    init(_ random: inout SeededGenerator) {
        polls = .random(in: 1...4, using: &random)
        yields = .random(in: 0...20_000, using: &random)
    }

    func come(at exchange: ScriptedExchange) async {
        await exchange.untilPolled(polls)
        for _ in 0..<yields where !Task.isCancelled { await Task.yield() }
    }
}

/// A user's terminal, which dismisses what has fired and arms it anew.
@MainActor
private final class AlertWatcher {
    let terminal: TestTerminal
    private let rising: [Alert]
    private let falling: [Alert]

    /// - Parameter steps: how many alerts lie above the middle, and how many below it.
    init(user: String, server: ServerBinary, steps: Int, _ exchange: ScriptedExchange) throws {
        terminal = server.terminal(.password(name: user, password: "secret of \(user)"))
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

    func start() {
        let purchase = Transaction(
            TransactionID(rawValue: 1),
            .bought,
            .one,
            of: ScriptedExchange.coin,
            money: .total(.one),
            at: .now
        )
        let changes = (rising + falling).flatMap { Mutation.add($0).changes }
        terminal.link.user.mutate { _ in Mutation(Mutation.put([purchase]).changes + changes) }
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

    fileprivate var isConfirmed: Bool { terminal.link.state == .live && terminal.link.user.pendingCount == 0 }

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
