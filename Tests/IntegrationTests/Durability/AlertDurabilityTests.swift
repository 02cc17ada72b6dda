import Foundation
import GRDB
import NIOHTTP1
import Shared
import TestSupport
import Testing

@testable import MockMarket
@testable import PushServer
@testable import TerminalClient

#if FLEET
    import PostgresKit
#endif

/// Each alert fires exactly once, whatever becomes of the server: its price crosses the alerts of three users, up and down again, while the
/// server is killed at random moments between poll, transaction, push and posting. Each firing is one event, one row of the outbox, and one
/// message at the host that it is posted to.
///
/// `ALERT_KILLS=n` kills more often than a run on every change can.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(60)))
struct AlertDurabilityTests {
    private static let kills = ProcessInfo.processInfo.environment["ALERT_KILLS"].flatMap(Int.init)
    private static let users = ["ada", "bob", "eve"]

    @Test func eachAlertFiresExactlyOnceHoweverOftenTheServerIsKilled() async throws {
        try await withTemporaryDirectory { directory in
            try await eachFiringIsPostedOnce(killsMax: Self.kills ?? 10) { options in
                SingleServer(in: directory, options)
            }
        }
    }

    @Test(.enabled(if: ForgetfulDisk.isAvailable, "there is no C compiler, or a sanitizer is in its way"))
    func eachAlertFiresAndIsPostedHoweverOftenThePowerIsCut() async throws {
        try await withTemporaryDirectory { directory in
            let disk = try ForgetfulDisk(in: directory)
            try await eachFiringIsPostedOnce(killsMax: PowerCutTests.cuts) { options in
                SingleServer(in: disk.folder + "/data", options, disk: disk)
            }
        }
    }

    #if FLEET
        /// Nothing is posted, because a message that a killed node had claimed comes only after minutes.
        @Test(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed: apt-get install postgresql"))
        func eachAlertFiresExactlyOnceHoweverOftenNodesAreKilled() async throws {
            try await PostgresServer.running().withDatabase { database in
                try await withTemporaryDirectory { directory in
                    let steps = 2
                    let exchange = try await ScriptedExchange.start(at: -steps - 1)
                    let server = try FleetServer(in: directory, sharing: database, exchange.options)
                    _ = try await firings(through: server, of: exchange, steps: steps, killsMax: Self.kills ?? 2)
                    await exchange.stop()
                }
            }
        }
    #endif

    private func eachFiringIsPostedOnce(killsMax: Int, of server: ([String]) -> SingleServer) async throws {
        let steps = 8
        let exchange = try await ScriptedExchange.start(at: -steps - 1)
        let (keys, key) = AsyncStream.makeStream(of: String.self)
        let receiver = try await LoopbackServer.start(host: "127.0.0.1", port: 0) { request in
            key.yield(request.headers.first(name: "Idempotency-Key") ?? "")
            return MockReply(text: "{}")
        }
        let server = server(exchange.options + ["--alert-host", receiver.baseURL])
        let hook = receiver.baseURL + "/hook"
        var posted: Set<String> = []
        let count = try await firings(through: server, of: exchange, steps: steps, killsMax: killsMax, hook: hook) {
            for await key in keys where posted.insert(key).inserted && posted.count == $0 { break }
        }
        key.finish()
        for await key in keys { posted.insert(key) }
        #expect(posted.count == count, "each firing has one key")
        #expect(try outboxRows(server.directory) == count, "each firing has one row")
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
    ///   - steps: how many alerts each user has above the middle, and how many below it, each at a step of its own.
    ///   - hook: where each firing is posted to; nil: nowhere.
    ///   - untilPosted: waits until this many different posts have come.
    /// - Returns: how often alerts have fired.
    private func firings(
        through server: some MortalServer,
        of exchange: ScriptedExchange,
        steps: Int,
        killsMax: Int,
        hook: String? = nil,
        untilPosted: (Int) async -> Void = { _ in }
    ) async throws -> Int {
        var (deaths, firings, isRise) = (Deaths(of: server), 0, true)
        try await server.begin(for: Self.users)
        let watchers = try Self.users.enumerated().map { number, user in
            try AlertWatcher(at: server.terminal(of: user, number: number), steps: steps, hook: hook, exchange)
        }
        await withDiscardingTaskGroup { links in
            for watcher in watchers { links.addTask { _ = await watcher.terminal.link.run() } }
            for watcher in watchers { await watcher.start() }
            do {
                try await deaths.survive(watchers, of: exchange, deathsMax: 0) { $0.isArmed(forRise: true) }
                while deaths.count < killsMax {
                    exchange.move(to: isRise ? steps + 1 : -steps - 1)
                    try await deaths.survive(watchers, of: exchange, deathsMax: killsMax) {
                        $0.hasFired(inRise: isRise)
                    }
                    for watcher in watchers { firings += watcher.checkFirings(inRise: isRise) }
                    isRise.toggle()
                }
                for watcher in watchers { await watcher.until { $0.isConfirmed } }
                await untilPosted(firings)
            } catch {
                Issue.record("the server did not start after kill \(deaths.count), seed \(deaths.seed): \(error)")
            }
            links.cancelAll()
        }
        try await deaths.end()
        try await checkDisk(server, steps: steps)
        print("alerts: \(deaths.count) kills, \(firings) firings, each told once; seed \(deaths.seed)")
        return firings
    }

    /// Dismissed firings are gone, and each alert is as the last sweep left it.
    private func checkDisk(_ server: some MortalServer, steps: Int) async throws {
        let store = try await server.store()
        for user in Self.users {
            let account = try #require(try await store.account(named: UserName(stored: user))).0
            let table = try #require(try await store.table(of: account.id))
            #expect(table.alerts.count == 2 * steps)
            #expect(table.alertEvents.isEmpty)
        }
        try await store.close()
    }
}

/// What serves the users of a test, and is killed again and again.
@MainActor
private protocol MortalServer {
    func begin(for users: [String]) async throws
    /// - Parameter number: that of the user.
    func terminal(of user: String, number: Int) throws -> TestTerminal
    /// Chooses which of its processes dies next.
    /// - Parameter death: how many have died before.
    func victim(ofDeath death: Int) async throws -> Int
    /// - Parameter luck: the seed of whatever else chance decides.
    func killAndRestart(_ victim: Int, luck: UInt64) async throws
    func end(luck: UInt64) async throws
    /// What it has stored, once it has ended.
    func store() async throws -> any SQLUserStore
}

/// The processes of one server, one after the other.
@MainActor
private final class SingleServer: MortalServer {
    let directory: String
    private var process: ServerBinary?
    private let options: [String]
    private let disk: ForgetfulDisk?

    /// - Parameter disk: the disk that forgets at each kill what was not synced; nil: none does.
    init(in directory: String, _ options: [String], disk: ForgetfulDisk? = nil) {
        (self.directory, self.options, self.disk) = (directory, options, disk)
    }

    func begin(for users: [String]) async throws {
        try await addUsers(users, in: directory)
        try await start()
    }

    func terminal(of user: String, number: Int) throws -> TestTerminal {
        try #require(process).terminal(.password(name: user, password: "secret of \(user)"))
    }

    func victim(ofDeath death: Int) -> Int { 0 }

    func killAndRestart(_ victim: Int, luck: UInt64) async throws {
        try await end(luck: luck)
        try await start()
    }

    func end(luck: UInt64) async throws {
        await process?.kill()
        var random = TestSupport.SeededGenerator(seed: luck)
        try disk?.powerOff(&random)
    }

    private func start() async throws {
        process = try await ServerBinary.start(
            in: directory,
            port: process?.port ?? 0,
            arguments: options,
            environment: try disk?.powerOn() ?? [:]
        )
    }

    func store() throws -> any SQLUserStore {
        try SQLiteUserStore(path: DataDirectory.database(in: directory), limits: SessionLimits(), now: { .now })
    }
}

#if FLEET
    /// Three nodes of a fleet. Every other victim is the leader, which evaluates the alerts.
    @MainActor
    private final class FleetServer: MortalServer {
        private static let nodes = 3
        private let fleet: ProcessFleet
        private let directory: String
        private let database: String

        init(in directory: String, sharing database: String, _ options: [String]) throws {
            (self.directory, self.database) = (directory, database)
            fleet = try ProcessFleet(in: directory, sharing: database, options)
        }

        func begin(for users: [String]) async throws {
            try await addUsers(users, in: directory, or: database)
            for _ in 0..<Self.nodes { try await fleet.start() }
        }

        func terminal(of user: String, number: Int) throws -> TestTerminal {
            TestTerminal(
                target: ServerLink.Target(
                    address: try fleet.address(from: number),
                    trust: .pin(fleet.pin),
                    credentials: .password(name: user, password: "secret of \(user)"),
                    deviceName: "test"
                )
            )
        }

        func victim(ofDeath death: Int) async throws -> Int {
            if death.isMultiple(of: 2) { return try await fleet.leader() }
            return death % Self.nodes
        }

        func killAndRestart(_ victim: Int, luck: UInt64) async throws { try await fleet.killAndRestart(victim) }
        func end(luck: UInt64) async { await fleet.stop() }

        func store() async throws -> any SQLUserStore {
            try await PostgresUserStore.open(database, limits: SessionLimits(), now: { .now })
        }
    }
#endif

/// Kills a server at random moments.
@MainActor
private struct Deaths<Server: MortalServer> {
    let seed = UInt64.random(in: 1...UInt64.max)
    private(set) var count = 0
    private var random: TestSupport.SeededGenerator
    private let server: Server

    init(of server: Server) {
        self.server = server
        random = TestSupport.SeededGenerator(seed: seed)
    }

    private mutating func luck() -> UInt64 { .random(in: .min ... .max, using: &random) }
    mutating func end() async throws { try await server.end(luck: luck()) }

    /// Kills the server at random moments until all watchers have seen what they wait for.
    mutating func survive(
        _ watchers: [AlertWatcher],
        of exchange: ScriptedExchange,
        deathsMax: Int,
        until condition: @escaping @MainActor (AlertWatcher) -> Bool
    ) async throws {
        while count < deathsMax {
            let victim = try await server.victim(ofDeath: count)
            let moment = KillMoment(&random)
            if await isReached(by: watchers, before: moment, of: exchange, condition) { return }
            count += 1
            try await server.killAndRestart(victim, luck: luck())
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
