import Foundation
import Logging
import MockMarket
import NIOConcurrencyHelpers
import ServiceLifecycle
import Shared
import Testing

@testable import PushServer

/// A server as users run it, on a free port, with its own data folder and a market that moves only when the test says
/// so.
struct TestServer: Sendable {
    let server: Server
    let mock: MockMarketServer

    var port: Int { server.listenAddress.port }
    var hub: MarketHub {
        guard case .alone(let leadership) = server.role else {
            preconditionFailure("another node may read the providers")
        }
        return leadership.parts.hub
    }

    var hashMismatches: Int {
        get async throws {
            var sum = 0
            for shard in server.shards { sum += try await shard.read { $0.counters.hashMismatches } }
            return sum
        }
    }

    /// The number of users' tables that differed from the server's.
    var userHashMismatches: Int {
        get async throws {
            var sum = 0
            for shard in server.shards { sum += try await shard.read { $0.counters.userHashMismatches } }
            return sum
        }
    }

    /// Ticks are handed to event loops without waiting; a read on each loop comes after them.
    func untilEveryLoopHasAllTicks() async throws {
        for shard in server.shards { _ = try await shard.read { $0.market.sequence } }
    }

    /// Makes one tick with new prices for these pairs.
    func tick(_ prices: [String: String]) async throws {
        let tickers = try prices.map { pair, price in
            PairTicker(pair: pair, close: try ExactDecimal(parsing: price))
        }
        await hub.arrived(TickerBoard(time: .now, tickers: tickers, badRows: 0), provider: "Huobi")
    }

    /// The exchange repeats this answer until its effect is there. The server may not have read an alert yet, or may
    /// still be waiting for an earlier answer.
    @MainActor
    func poll(_ prices: [String: String], until isReached: () async throws -> Bool) async throws {
        while try await !isReached() {
            try Task.checkCancellation()
            try await tick(prices)
            try await untilEveryLoopHasAllTicks()
        }
    }
}

/// Lends a folder and removes it afterwards. The server trusts it and every user can reach it, whatever the umask of
/// the tests.
func withTemporaryDirectory<Value>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: (String) async throws -> Value
) async throws -> Value {
    let path = NSTemporaryDirectory() + "/tickwire-test-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try await body(path)
}

/// Starts a server, lends it, and stops it gracefully; a server that does not stop fails the test by its time limit.
///
/// No terminal's data may differ from the server's meanwhile.
/// - Parameters:
///   - time: what the server's clock shows; nil: the real time.
///   - ahead: how many milliseconds the real time is behind the clocks of the server and of its providers.
///   - differingMarkets: how many times a test makes a market differ, or asks for a snapshot without need.
@MainActor
func withServer<Value: Sendable>(
    in directory: String,
    coins: Int = 60,
    users: [String] = ["ada"],
    faults: [Fault] = [],
    clock: any Clock<Duration> = ContinuousClock(),
    time: NIOLockedValueBox<MarketTime>? = nil,
    ahead: NIOLockedValueBox<Int64> = NIOLockedValueBox(0),
    differingMarkets: ClosedRange<Int> = 0...0,
    configure: (inout ServerConfiguration) -> Void = { _ in },
    _ body: @MainActor (TestServer) async throws -> Value
) async throws -> Value {
    let mock = try await startMock(coins: coins, now: { .now.adding(milliseconds: ahead.withLockedValue { $0 }) })
    mock.setFaults(faults)
    var configuration = ServerConfiguration(dataDirectory: directory, market: .mocked(by: mock, coins: coins))
    configuration.listen.port = 0
    configuration.passwordCost = .cheap
    configuration.eventLoops = 2
    configuration.absenceGrace = .zero
    // A thousand tests share two cores, so a slow terminal is not a dead one.
    configuration.limits.silence = .seconds(600)
    configuration.limits.helloTimeout = .seconds(600)
    configuration.limits.handshakeTimeout = .seconds(600)
    configure(&configuration)
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    try await addUsers(users, in: directory, or: configuration.store)
    let server = try await Server(configuration, logger: logger, clock: clock) {
        time?.withLockedValue { $0 } ?? .now.adding(milliseconds: ahead.withLockedValue { $0 })
    }
    let group = ServiceGroup(services: [server], logger: logger)
    async let running: Void = group.run()
    await server.waitUntilMarketStarted()
    let result: Result<Value, any Error>
    do {
        let lent = TestServer(server: server, mock: mock)
        let value = try await body(lent)
        let (markets, tables) = (try await lent.hashMismatches, try await lent.userHashMismatches)
        #expect(differingMarkets.contains(markets) && tables == 0)
        result = .success(value)
    } catch {
        result = .failure(error)
    }
    await group.triggerGracefulShutdown()
    try await running
    await mock.stop()
    return try result.get()
}

/// Adds users as an operator does, with a separate connection to the database. Their passwords are "secret of" their names.
/// - Parameter store: the shared database; nil: the one in the folder.
func addUsers(_ users: [String], in directory: String, or store: String? = nil) async throws {
    let administration =
        if let store {
            try await UserAdministration(sharedStore: store, cost: .cheap)
        } else {
            try UserAdministration(dataDirectory: directory, cost: .cheap)
        }
    let known = try await administration.names()
    for user in users where !known.contains(user) {
        try await administration.add(name: user, password: "secret of \(user)")
    }
    try await administration.close()
}

func startMock(coins: Int, now: @escaping @Sendable () -> MarketTime = { .now }) async throws -> MockMarketServer {
    var configuration = MockMarketServer.Configuration()
    configuration.market.coins = coins
    return try await MockMarketServer.start(configuration, now: now)
}

extension ServerConfiguration.Market {
    /// Asks once at the start. The test makes all later changes.
    static func mocked(by mock: MockMarketServer, coins: Int) -> Self {
        var market = Self(environment: .qa(at: mock.baseURL))
        market.keys[Provider.cryptoCompare.name] = APIKey("test")
        market.coins = coins
        market.listingInterval = .seconds(3600)
        market.tickerInterval = .seconds(3600)
        return market
    }
}

extension ScryptCost {
    /// For tests of everything but the cost.
    static let cheap = ScryptCost(log2n: 4, r: 1, p: 1)
}

extension Server {
    /// Returns once each source of the market has answered or failed, or the calling task is cancelled.
    func waitUntilMarketStarted() async { await role.waitUntilStarted(patience: nil) }
}
