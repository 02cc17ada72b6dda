import Shared
import Testing

@testable import PushServer

/// The list of pairs overrides matching by symbol.
struct MarketFeedPairTests {
    private let listing = CoinListing(
        time: MarketTime(seconds: 0),
        coins: [.sample(1720, "MIOTA", "IOTA", rank: 30), .sample(2, "ONE", "Harmony", rank: 85)],
        badRows: 0
    )

    private func prices(_ pairs: String..., in feed: inout MarketFeed) -> [UInt32] {
        let tickers = pairs.map { PairTicker(pair: $0, close: .one) }
        let board = TickerBoard(time: MarketTime(seconds: 1), tickers: tickers, badRows: 0)
        return feed.merge(board, from: .ticker, at: MarketTime(seconds: 1)).prices.rows
    }

    private func rules(_ bases: String...) -> SymbolMap {
        SymbolMap(listing: listing, pairs: .sample(bases), coins: nil)
    }

    @Test func nothingIsGuessedBeforeTheFirstMap() {
        var feed = MarketFeed()
        feed.prefer([.ticker])
        _ = feed.merge(listing, from: .listing, at: listing.time)
        #expect(prices("miotausdt", "oneusdt", in: &feed) == [])
    }

    @Test func theMapDecidesOnceItHasCome() {
        var feed = MarketFeed()
        feed.prefer([.ticker])
        _ = feed.merge(listing, from: .listing, at: listing.time)
        feed.assign(rules("iota"))
        #expect(prices("iotausdt", "miotausdt", "oneusdt", in: &feed) == [0])
        _ = feed.merge(listing, from: .listing, at: listing.time)
        #expect(prices("miotausdt", "oneusdt", in: &feed) == [])
    }

    /// Matching finds the same pairs again and again, also while the coin is delisted.
    @Test func aPairPricesItsCoinOnlyWhileTheCoinIsListed() {
        var feed = MarketFeed()
        feed.prefer([.ticker])
        _ = feed.merge(listing, from: .listing, at: listing.time)
        feed.assign(rules("iota", "one"))
        let shorter = CoinListing(time: listing.time, coins: [listing.coins[0]], badRows: 0)
        for _ in 0..<MarketFeed.listingsMissed { _ = feed.merge(shorter, from: .listing, at: listing.time) }
        feed.assign(rules("iota", "one"))
        #expect(prices("oneusdt", in: &feed) == [])
        _ = feed.merge(listing, from: .listing, at: listing.time)
        feed.assign(rules("iota", "one"))
        #expect(prices("oneusdt", in: &feed) == [1])
    }

    /// Numbers in JSON lack trailing zeros, so a price would change its width whenever it ends with one.
    @Test(arguments: [
        (4, "1.2790", 4), (nil, "1.279", 3), (1, "1.279", 3), (-7, "1.279", 3), (4_000, "1.279000000000000000", 18),
    ])
    func pricesHaveTheDecimalsThatTheExchangeTellsThemWith(told: Int?, text: String, decimals: UInt8) throws {
        var rules = MarketHubRules()
        _ = rules.arrived(listing, "CoinMarketCap", now: MarketTime(seconds: 0))
        rules.assign(
            SymbolMap(listing: listing, pairs: .sample(["iota"], priceDecimals: told), coins: nil),
            of: "Huobi",
            now: MarketTime(seconds: 0)
        )
        let ticker = PairTicker(pair: "iotausdt", close: try #require(decimal("1.279")))
        let time = MarketTime(seconds: 1)
        _ = rules.arrived(TickerBoard(time: time, tickers: [ticker], badRows: 0), "Huobi", now: time)
        #expect(rules.table[0].priceText == text)
        #expect(rules.table[0].pricing.decimals == decimals)
    }

    @Test func anExchangeMayTellItsPricesWithMoreDecimalsThanBefore() throws {
        var rules = MarketHubRules()
        _ = rules.arrived(listing, "CoinMarketCap", now: MarketTime(seconds: 0))
        let ticker = PairTicker(pair: "iotausdt", close: try #require(decimal("1.279")))
        for (second, decimals) in [(Int64(1), 3), (2, 4)] {
            let pairs = PairList.sample(["iota"], priceDecimals: decimals)
            let time = MarketTime(seconds: second)
            rules.assign(SymbolMap(listing: listing, pairs: pairs, coins: nil), of: "Huobi", now: time)
            _ = rules.arrived(TickerBoard(time: time, tickers: [ticker], badRows: 0), "Huobi", now: time)
        }
        #expect(rules.table[0].priceText == "1.2790")
    }

    @Test func theMapMayComeBeforeTheListing() {
        var feed = MarketFeed()
        feed.prefer([.ticker])
        feed.assign(rules("iota", "one"))
        _ = feed.merge(listing, from: .listing, at: listing.time)
        #expect(prices("iotausdt", "oneusdt", in: &feed) == [0, 1])
    }
}

extension ExactDecimal {
    fileprivate static var one: Self { decimal("1") ?? .zero }
}
