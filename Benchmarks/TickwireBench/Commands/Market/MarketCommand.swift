import ArgumentParser
import MockMarket
import PushServer
import Shared

struct MarketCommand: Benchmark {
    static let configuration = CommandConfiguration(
        commandName: "market",
        abstract: "What the server's CPU spends on providers' answers, from bytes to the encoded diff."
    )

    @Option(help: "How often each is done.") var rounds = 50

    func measure() async throws -> Section {
        var section = Section("market rounds=\(rounds)")
        for coins in [1000, 5000] { try await listing(coins, &section) }
        try await tick(&section)
        return section
    }

    private func listing(_ coins: Int, _ section: inout Section) async throws {
        let market = try await ProviderMarket(coins: coins)
        let answer = try await market.router.answer(to: .coinMarketCapListing(start: 1, limit: coins, key: nil))
        let times = try (0..<rounds).map { _ in
            try cpuMilliseconds { _ = try CoinListing(coinMarketCap: answer) }
        }
        await market.stop()
        section.add("listing of \(coins) coins", Double(answer.body.count) / 1e6, "MB")
        section.add("decoding it, CPU", Distribution(times), "ms")
    }

    /// Diffs of 1,000 tickers with all of their changes, as in each second of a live market.
    private func tick(_ section: inout Section) async throws {
        let market = try await ProviderMarket(coins: 1600)
        var (feed, table) = (MarketFeed(), MarketTable())
        feed.prefer([.traded])
        let listing = try await CoinMarketCapClient(router: market.router, key: nil).listing(limit: 1600)
        guard case .changed(let pairs, _) = try await HuobiClient(router: market.router).pairs() else {
            throw BenchError.serverDidNotStart
        }
        _ = table.commit(feed.merge(listing, from: .listed, at: .now), time: .now)
        let symbols = SymbolMap(listing: listing, lists: [Provider.huobi.name: pairs])
        feed.assign(symbols.symbols(at: Provider.huobi.name), decimals: [:], of: .traded, at: .now)
        var (times, rows, tickers): ([Double], [Double], Int) = ([], [], 0)
        for _ in 0..<(rounds * 4) {
            market.mock.advance()
            let answer = try await market.router.answer(to: .huobiTickers)
            times.append(
                try cpuMilliseconds {
                    let board = try TickerBoard(huobi: answer)
                    tickers = board.tickers.count
                    guard let diff = table.commit(feed.merge(board, from: .traded, at: .now), time: .now) else {
                        return
                    }
                    rows.append(Double(MarketTick(diff).diff.changes.rows.count))
                }
            )
        }
        await market.stop()
        section.add("rows changed by \(tickers) tickers, p50", Distribution(rows).median, "")
        section.add("from answer to encoded diff, CPU", Distribution(times), "ms")
    }
}

extension SourceNumber {
    static let listed = SourceNumber(1)
    static let traded = SourceNumber(2)
}
