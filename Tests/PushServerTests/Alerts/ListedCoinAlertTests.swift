import Shared
import Testing

@testable import PushServer

/// Alerts on a coin that only the listing prices, from its answers to the rules.
struct ListedCoinAlertTests {
    private static let provider = "CoinMarketCap"
    private static let start = MarketTime(seconds: 1_733_918_400)

    /// A listing each minute, the market that takes it, and the alert.
    private struct Stage {
        private var market = MarketHubRules(.init([.init(.listing, of: ListedCoinAlertTests.provider)]))
        private(set) var rules: AlertRules
        private(set) var writes: [AlertChange.Step] = []
        private var minutes = 0

        init(_ alert: Alert) {
            rules = AlertRules(market: market.table)
            rules.changed(AlertStage.ada, [KeptAlert(alert, nil)])
        }

        /// - Parameter updated: how many minutes after the start the coin's price was made.
        mutating func listing(_ price: String, updated: Int) throws {
            let now = ListedCoinAlertTests.start.adding(.seconds(60 * minutes))
            minutes += 1
            let coin = ListedCoin(
                id: AlertStage.coin,
                name: "Coin",
                symbol: "C",
                slug: "coin",
                rank: 1,
                kind: .coin,
                contract: nil,
                circulatingSupply: nil,
                price: try ExactDecimal(parsing: price),
                volume24h: nil,
                change1h: nil,
                change24h: nil,
                change7d: nil,
                lastUpdated: ListedCoinAlertTests.start.adding(.seconds(60 * updated))
            )
            let listing = CoinListing(time: now, coins: [coin], badRows: 0)
            rules.follow(market.arrived(listing, ListedCoinAlertTests.provider, now: now), market.takePoll())
            for (account, changes) in rules.takeWrites() {
                writes += changes.map(\.step)
                rules.settled(changes, of: account, .settled(changes.map { _ in true }))
            }
        }

        var firings: Int { writes.count { if case .fired = $0 { true } else { false } } }
    }

    @Test func anAlertFiresEvenIfTheCoinsStampMovesOnlyAtEverySecondPoll() throws {
        var stage = Stage(.test(.priceAbove(100)))
        for minute in 0..<4 { try stage.listing("90", updated: minute / 2 * 2) }
        #expect(stage.writes.count == 1 && stage.firings == 0)
        try stage.listing("101", updated: 4)
        #expect(stage.firings == 0)
        try stage.listing("101", updated: 4)
        #expect(stage.firings == 1)
    }

    @Test func aPriceThatIsTooOldDoesNotCountAsAPoll() throws {
        var stage = Stage(.test(.priceAbove(100)))
        for minute in 0..<3 { try stage.listing("90", updated: minute) }
        #expect(stage.writes.count == 1)
        for _ in 3..<30 { try stage.listing("101", updated: -60) }
        #expect(stage.firings == 0)
    }
}
