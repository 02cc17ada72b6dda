import ArgumentParser
import MockMarket
import PushServer
import Shared

struct MarketCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "market",
        abstract: "What the server's CPU spends on providers' answers, from bytes to the encoded diff."
    )

    @Option(help: "How often each is done.") var rounds = 50

    func run() async throws {
        for coins in [1000, 5000] { try await listing(coins) }
        try await tick()
    }

    private func listing(_ coins: Int) async throws {
        let market = try await ProviderMarket(coins: coins)
        let answer = try await market.router.answer(to: .coinMarketCapListing(start: 1, limit: coins, key: nil))
        let times = try (0..<rounds).map { _ in
            try cpuMilliseconds { _ = try CoinListing(coinMarketCap: answer) }
        }
        await market.stop()
        print("listing coins=\(coins) bytes=\(answer.body.count)")
        print("  decode_cpu_ms  \(Distribution(times).summary)")
    }

    /// 1,000 tickers of which all that differ make a diff, as each second of a live market.
    private func tick() async throws {
        let market = try await ProviderMarket(coins: 1600)
        var (feed, table) = (MarketFeed(), MarketTable())
        let listing = try await CoinMarketCapClient(router: market.router, key: nil).listing(limit: 1600)
        guard case .changed(let pairs, _) = try await HuobiClient(router: market.router).pairs() else { return }
        _ = table.commit(feed.merge(listing), time: .now)
        feed.merge(PairBook(listing: listing, pairs: pairs, coins: nil))
        var (times, rows, tickers): ([Double], [Double], Int) = ([], [], 0)
        for _ in 0..<(rounds * 4) {
            market.mock.advance()
            let answer = try await market.router.answer(to: .huobiTickers)
            times.append(
                try cpuMilliseconds {
                    let board = try TickerBoard(huobi: answer)
                    tickers = board.tickers.count
                    guard let diff = table.commit(feed.merge(board), time: .now) else { return }
                    rows.append(Double(MarketTick(diff).diff.changes.rows.count))
                }
            )
        }
        await market.stop()
        print("tick tickers=\(tickers) changed_rows=\(Distribution(rows).median.short)")
        print("  answer_to_encoded_diff_cpu_ms  \(Distribution(times).summary)")
    }
}
