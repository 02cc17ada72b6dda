import MockMarket
import Shared
import Testing

@testable import PushServer
@testable import TerminalClient

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct MarketTests {
    @Test func theMarketTravelsFromTheProvidersToTheTerminalExactly() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory, coins: 1000) { server in
                let terminal = server.terminal()
                try await terminal.connected {
                    await terminal.untilReady()
                    let wanted = await server.hub.state
                    #expect(terminal.table.count == 1000)
                    #expect(terminal.table.hash == wanted.hash)
                    try await server.tick(["btcusdt": "65432.000000000123"])
                    await terminal.until { $0.price(of: CoinID(1)) == "65432.000000000123" }
                }
            }
        }
    }

    /// One event loop serves these terminals in two steps, and may take a tick between them.
    @Test func everyTerminalOfACrowdedEventLoopGetsAllTicks() async throws {
        ProcessLimit.raiseOpenFiles()
        try await withTemporaryDirectory { directory in
            try await withServer(
                in: directory,
                configure: { ($0.eventLoops, $0.limits.connectionsPerUser) = (1, 400) }
            ) { server in
                let shard = server.server.shards[0]
                let before = try await shard.read { $0.uncountedTicks }
                let first = server.terminal()
                try await first.connected {
                    await first.untilReady()
                    let target = server.target(credentials: .token(try #require(first.token)))
                    let others = (0..<Shard.connectionsPerStep + 40).map { _ in TestTerminal(target: target) }
                    try await withThrowingTaskGroup { group in
                        for terminal in others {
                            // The terminal stays connected until the group is cancelled.
                            group.addTask { try await terminal.connected { await terminal.until { _ in false } } }
                        }
                        for terminal in others { await terminal.untilReady() }
                        let parts = others.map(\.snapshotParts)
                        for step in 1...5 { try await server.tick(["btcusdt": "65432.00000000012\(step)"]) }
                        for terminal in others {
                            await terminal.until { $0.price(of: CoinID(1)) == "65432.000000000125" }
                            try await terminal.untilItHasTheMarket(of: server)
                        }
                        #expect(others.map(\.snapshotParts) == parts, "the ticks fitted")
                        while try await shard.read({ $0.uncountedTicks }) != before { try Task.checkCancellation() }
                        #expect(try await shard.read { $0.lag.behind } == 0)
                        group.cancelAll()
                    }
                }
            }
        }
    }

    @Test(arguments: [
        (["--exchanges", "huobi,nobody"], "--exchanges names 'nobody'; use huobi,binance"),
        (["--exchanges", "huobi,huobi"], "--exchanges names huobi twice"),
        (["--provider-url", "nobody=http://localhost"], "--provider-url names 'nobody'; use coinmarketcap,"),
        (["--provider-url", "huobi=ftp://localhost"], "use NAME=URL with an http or https address"),
        (
            ["--provider-url", "huobi=http://localhost"],
            "--provider-url has no effect on a mock market; leave it out, or add --market live"
        ),
    ])
    func aProviderThatIsNotThereIsRefusedInWords(options: [String], words: String) async throws {
        let run = try await CommandRun("tickwire-server", ["run"] + options)
        #expect(run.status == 64)
        #expect(run.said.contains(words))
    }

    @Test func aProviderThatFailsLeavesItsPricesWithTheirAgeAndTheCause() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(
                in: directory,
                configure: { $0.market.tickerInterval = .milliseconds(20) }
            ) { server in
                let terminal = server.terminal()
                try await terminal.connected {
                    await terminal.untilReady()
                    server.mock.setFaults([Fault(path: "/market/tickers", kind: .status(503, retryAfter: nil))])
                    await terminal.until { $0.tickers?.state == .down }
                    let source = try #require(terminal.tickers)
                    #expect(source.provider == "Huobi")
                    #expect(source.lastEvent != nil)
                    #expect(!source.cause.isEmpty)
                    #expect(terminal.price(of: CoinID(1)) != nil)
                }
            }
        }
    }

    @Test func aTerminalThatDiffersGetsASnapshotAndIsCounted() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory, differingMarkets: 1...1) { server in
                let terminal = server.terminal()
                try await terminal.connected {
                    await terminal.untilReady()
                    terminal.forgetFrames()
                    let held = terminal.table
                    let wrong = MarketDiff(
                        from: held.sequence,
                        to: held.sequence,
                        time: held.time,
                        hashes: held.hashes.map { $0 &+ 1 },
                        changes: MarketChanges()
                    )
                    terminal.link.receive(.marketDiff(wrong))
                    await terminal.until { $0.snapshotParts > 0 }
                    #expect(terminal.table.hash == held.hash)
                }
            }
        }
    }
}

extension Shard {
    /// The market's sequence minus the number of ticks that were counted as delivered.
    fileprivate var uncountedTicks: Int { Int(market.sequence) - (counters.deliveryTimes.cumulative.last ?? 0) }
}

extension TestTerminal {
    fileprivate func price(of coin: CoinID) -> String? { table.row(of: coin).flatMap { table[$0].priceText } }
    fileprivate var tickers: MarketSource? { table.sources.first { $0.kind == .tickers } }
}
