import Foundation
import GRDB
import NIOHTTP1
import Shared
import TestSupport
import Testing

@testable import MockMarket
@testable import PushServer
@testable import TerminalClient

/// Each alert fires exactly once, whatever becomes of the server: its price crosses the alerts of three users, up and down again, while the
/// server is killed at random moments between poll, transaction, push and posting. Each firing is one event, one row of the outbox, and one
/// message at the host that it is posted to.
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
        try await withTemporaryDirectory { directory in
            try await eachFiringIsPostedOnce(killsMax: Self.kills) { options in
                ServerLife(in: directory, options)
            }
        }
    }

    @Test(.enabled(if: ForgetfulDisk.isAvailable, "there is no C compiler, or a sanitizer is in its way"))
    func eachAlertFiresAndIsPostedHoweverOftenThePowerIsCut() async throws {
        try await withTemporaryDirectory { directory in
            let disk = try ForgetfulDisk(in: directory)
            try await eachFiringIsPostedOnce(killsMax: PowerCutTests.cuts) { options in
                ServerLife(in: disk.folder + "/data", options, disk: disk)
            }
        }
    }

    private func eachFiringIsPostedOnce(killsMax: Int, in life: ([String]) -> ServerLife) async throws {
        let exchange = try await ScriptedExchange.start(at: -Self.top)
        let (keys, key) = AsyncStream.makeStream(of: String.self)
        let receiver = try await LoopbackServer.start(host: "127.0.0.1", port: 0) { request in
            key.yield(request.headers.first(name: "Idempotency-Key") ?? "")
            return MockReply(text: "{}")
        }
        let life = life(exchange.options + ["--alert-host", receiver.baseURL])
        let hook = receiver.baseURL + "/hook"
        var posted: Set<String> = []
        let count = try await firings(through: life, of: exchange, killsMax: killsMax, hook: hook) { count in
            for await key in keys where posted.insert(key).inserted && posted.count == count { break }
        }
        key.finish()
        for await key in keys { posted.insert(key) }
        #expect(posted.count == count, "each firing has one key")
        #expect(try outboxRows(life.directory) == count, "each firing has one row")
        await exchange.stop()
        await receiver.stop()
    }

    /// How many rows the outbox has ever had. No number of a row is used twice.
    private func outboxRows(_ directory: String) throws -> Int {
        let database = try DatabaseQueue(path: DataDirectory.database(in: directory))
        defer { try? database.close() }
        let last = try database.read { db in
            try Int.fetchOne(db, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'outgoing_post'")
        }
        return last ?? 0
    }

    /// Lets prices cross all alerts until the server has died `killsMax` times.
    /// - Parameters:
    ///   - hook: where each firing is posted to.
    ///   - untilPosted: waits until this many different posts have come.
    /// - Returns: how often alerts have fired.
    private func firings(
        through start: ServerLife,
        of exchange: ScriptedExchange,
        killsMax: Int,
        hook: String,
        untilPosted: (Int) async -> Void
    ) async throws -> Int {
        var (life, firings, isRise) = (start, 0, true)
        try await addUsers(Self.users, in: life.directory)
        try await life.begin()
        let watchers = try Self.users.map {
            try AlertWatcher(user: $0, server: life.server, steps: Self.alertsPerSide, exchange)
        }
        await withDiscardingTaskGroup { links in
            for watcher in watchers { links.addTask { _ = await watcher.terminal.link.run() } }
            for watcher in watchers { await watcher.start(hook: hook) }
            do {
                try await life.survive(watchers, of: exchange, killsMax: 0) { $0.isArmed(forRise: true) }
                while life.kills < killsMax {
                    exchange.move(to: isRise ? Self.top : -Self.top)
                    try await life.survive(watchers, of: exchange, killsMax: killsMax) { $0.hasFired(inRise: isRise) }
                    for watcher in watchers { firings += watcher.checkFirings(inRise: isRise) }
                    isRise.toggle()
                }
                for watcher in watchers { await watcher.until { $0.isConfirmed } }
                await untilPosted(firings)
            } catch {
                Issue.record("the server did not start after kill \(life.kills), seed \(life.seed): \(error)")
            }
            links.cancelAll()
        }
        try await life.end()
        try await checkDisk(life.directory)
        print("alerts: \(life.kills) kills, \(firings) firings, each told and posted once; seed \(life.seed)")
        return firings
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
}

/// The server's processes, one after the other.
@MainActor
private struct ServerLife {
    let directory: String
    let seed = UInt64.random(in: 1...UInt64.max)
    private(set) var kills = 0
    private var process: ServerBinary?
    private var random: TestSupport.SeededGenerator
    private let options: [String]
    private let disk: ForgetfulDisk?

    /// - Parameter disk: the disk that forgets at each kill what was not synced; nil: none does.
    init(in directory: String, _ options: [String], disk: ForgetfulDisk? = nil) {
        (self.directory, self.options, self.disk) = (directory, options, disk)
        random = TestSupport.SeededGenerator(seed: seed)
    }

    var server: ServerBinary {
        get throws { try #require(process) }
    }

    mutating func begin() async throws {
        process = try await ServerBinary.start(
            in: directory,
            port: process?.port ?? 0,
            arguments: options,
            environment: try disk?.powerOn() ?? [:]
        )
    }

    mutating func end() async throws {
        await process?.kill()
        try disk?.powerOff(&random)
    }

    /// Kills the server at random moments until all watchers have seen what they wait for.
    mutating func survive(
        _ watchers: [AlertWatcher],
        of exchange: ScriptedExchange,
        killsMax: Int,
        until condition: @escaping @MainActor (AlertWatcher) -> Bool
    ) async throws {
        while kills < killsMax {
            let moment = KillMoment(&random)
            if await isReached(by: watchers, before: moment, of: exchange, condition) { return }
            try await end()
            kills += 1
            try await begin()
            for watcher in watchers { watcher.terminal.link.retryRequested() }
        }
        for watcher in watchers { await watcher.until(condition) }
    }

    private func isReached(
        by watchers: [AlertWatcher],
        before moment: KillMoment,
        of exchange: ScriptedExchange,
        _ condition: @escaping @MainActor (AlertWatcher) -> Bool
    ) async -> Bool {
        await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                for watcher in watchers { await watcher.until(condition) }
                return !Task.isCancelled
            }
            group.addTask {
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

    init(_ random: inout TestSupport.SeededGenerator) {
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

    /// - Parameter hook: where each firing is posted to.
    func start(hook: String) async {
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
        if let address = DeliveryAddress(hook) {
            let way = DeliveryWay(
                id: .random(),
                kind: .webhook,
                name: "home",
                address: address,
                secret: DeliveryWay.newSigningKey()
            )
            changes += Mutation.add(way).changes
        }
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
