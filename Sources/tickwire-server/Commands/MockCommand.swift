import ArgumentParser
import Foundation
import Logging
import MockMarket
import PushServer
import ServiceLifecycle
import Shared
import UnixSignals

struct MockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mock",
        abstract: "Run the mock data platform alone: every provider's HTTP, generated or replayed.",
        discussion: """
            When it is ready it prints one line: ready listen=HOST:PORT

            A fault rule is PATH KIND [CONDITION...], for instance "/market 429 retry-after=5 times=3", "/data html \
            share=0.5" or "/ slow-body=2s for=30s". Rules can be changed while it runs: PUT, GET and DELETE \
            /mock/faults. docs/MOCK.md describes the rest.
            """
    )

    @Option(
        help: "Where to listen, HOST:PORT; port 0 picks a free one. (default: 127.0.0.1:7490)",
        transform: { try ListenAddress($0) }
    )
    var listen = ListenAddress(host: "127.0.0.1", port: 7490)

    @Option(help: "How many coins the market has.")
    var coins = 1000

    @Option(help: "The same seed gives the same coins, prices and candles.")
    var seed = 1

    @Option(help: "How often the market moves, in ticks per second.")
    var rate = 4.0

    @Option(help: "The share of the coins that move with each tick, 0 to 1.")
    var share = 0.25

    @Option(help: "How far prices swing; 1 is calm.")
    var volatility = 1.0

    @Option(
        help: ArgumentHelp("Serve the recorded answers of this folder, or of this plan for a folder.", valueName: "dir")
    )
    var replay: String?

    @Option(
        help: ArgumentHelp(
            "Misbehave by this rule; repeatable, the first rule that matches wins.",
            valueName: "rule"
        )
    )
    var fault: [String] = []

    func validate() throws {
        guard 1...MarketTable.rowsMax ~= coins else {
            throw ValidationError("--coins \(coins) is out of range; use 1 to \(MarketTable.rowsMax)")
        }
        guard seed >= 0 else { throw ValidationError("--seed \(seed) is out of range; use 0 or more") }
        guard rate > 0, rate <= 100 else {
            throw ValidationError("--rate \(rate) is out of range; use more than 0 and at most 100")
        }
        guard 0...1 ~= share else { throw ValidationError("--share \(share) is out of range; use 0 to 1") }
        guard 0...100 ~= volatility else {
            throw ValidationError("--volatility \(volatility) is out of range; use 0 to 100")
        }
        do { _ = try faults() } catch { throw ValidationError("--fault: \(error)") }
    }

    func run() async throws {
        let logger = Logger(label: "tickwire-server") { EscapedLogHandler(StreamLogHandler.standardError(label: $0)) }
        let mock = try await MockMarketServer.start(platform())
        print("ready listen=\(mock.listenAddress)")
        fflush(nil)
        let group = ServiceGroup(
            services: [MockService(mock: mock)],
            gracefulShutdownSignals: [.sigterm, .sigint],
            logger: logger.ofServiceGroup
        )
        try await group.run()
    }

    private func faults() throws -> [Fault] { try fault.map { try Fault(rule: $0) } }

    private func platform() throws -> MockMarketServer.Configuration {
        var platform = MockMarketServer.Configuration()
        (platform.host, platform.port) = (listen.host, listen.port)
        platform.ticksPerSecond = rate
        platform.market.seed = UInt64(seed)
        platform.market.coins = coins
        platform.market.changedShare = share
        platform.market.volatility = volatility
        platform.replay = replay
        platform.faults = try faults()
        return platform
    }
}
