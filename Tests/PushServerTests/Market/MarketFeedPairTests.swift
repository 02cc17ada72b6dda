import Shared
import Testing

@testable import PushServer

/// How the list of pairs replaces what symbols suggest.
struct MarketFeedPairTests {
    private let listing = CoinListing(
        time: MarketTime(seconds: 0),
        coins: [.sample(1720, "MIOTA", "IOTA", rank: 30), .sample(2, "ONE", "Harmony", rank: 85)],
        badRows: 0
    )

    private func prices(_ pairs: String..., in feed: inout MarketFeed) -> [UInt32] {
        let tickers = pairs.map { PairTicker(pair: $0, close: .one, turnover24h: nil) }
        return feed.merge(TickerBoard(time: MarketTime(seconds: 1), tickers: tickers, badRows: 0)).prices.rows
    }

    private func book(_ bases: String...) -> PairBook {
        PairBook(listing: listing, pairs: .sample(bases), coins: nil)
    }

    @Test func untilTheFirstBookNothingIsGuessed() {
        var feed = MarketFeed()
        _ = feed.merge(listing)
        #expect(prices("miotausdt", "oneusdt", in: &feed) == [])
    }

    @Test func theBookDecidesFromThenOn() {
        var feed = MarketFeed()
        _ = feed.merge(listing)
        feed.merge(book("iota"))
        #expect(prices("iotausdt", "miotausdt", "oneusdt", in: &feed) == [0])
        _ = feed.merge(listing)
        #expect(prices("miotausdt", "oneusdt", in: &feed) == [])
    }

    @Test func theBookMayComeBeforeTheListing() {
        var feed = MarketFeed()
        feed.merge(book("iota", "one"))
        _ = feed.merge(listing)
        #expect(prices("iotausdt", "oneusdt", in: &feed) == [0, 1])
    }
}

extension ExactDecimal {
    fileprivate static var one: Self { decimal("1") ?? .zero }
}
