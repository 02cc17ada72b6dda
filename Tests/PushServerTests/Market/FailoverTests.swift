import Shared
import Testing

@testable import PushServer

/// Two exchanges that price one coin.
struct FailoverTests {
    private static let start = MarketTime(seconds: 1_733_918_400)
    private static let coin = ListedCoin.sample(1, "BTC", "Bitcoin", rank: 1, price: "100")
    private var rules = MarketHubRules(
        MarketHubRules.Plan(
            [
                MarketSource.Name(.listing, of: "CoinMarketCap"), MarketSource.Name(.tickers, of: "A"),
                MarketSource.Name(.tickers, of: "B"),
            ],
            tickerInterval: .seconds(1)
        ),
        now: start
    )

    init() {
        let listing = CoinListing(time: Self.start, coins: [Self.coin], badRows: 0)
        _ = rules.arrived(listing, "CoinMarketCap", now: Self.start)
        let list = PairList.sample(["btc"])
        let pairs = SymbolMap(listing: listing, lists: ["A": list, "B": list])
        for exchange in ["A", "B"] { rules.assign(pairs, of: exchange, now: Self.start) }
    }

    /// A second passes. The exchanges that answer send these prices.
    private mutating func second(_ number: Int64, _ prices: [String: String]) {
        let now = Self.start.adding(seconds: number)
        for (exchange, price) in prices {
            let ticker = PairTicker(pair: "btcusdt", close: decimal(price) ?? .zero)
            _ = rules.arrived(TickerBoard(time: now, tickers: [ticker]), exchange, now: now)
        }
        _ = rules.timePassed(to: now)
    }

    /// The source and the price that are shown.
    private var shown: String {
        let source = rules.table.source(rules.table[0].pricing.source)?.provider ?? "nobody"
        return "\(source) \(rules.table[0].priceText ?? "-")"
    }

    @Test mutating func whileThePreferredExchangeIsSilentTheNextOneIsShown() {
        second(1, ["A": "101", "B": "102"])
        #expect(shown == "A 101")
        for number in Int64(2)...10 { second(number, ["B": "102"]) }
        #expect(shown == "A 101", "nine seconds are no silence")
        for number in Int64(11)...31 {
            second(number, ["B": "103"])
            #expect(shown == "B 103", "after \(number - 1) s")
            #expect(rules.table[0].pricing.heard == nil, "and is as young as its source")
        }
        second(32, ["A": "104", "B": "103"])
        #expect(shown == "A 104", "and back at once")
    }

    /// They take an exchange's prices for old after three requests without news, even if nobody says so.
    @Test func terminalsLearnHowOftenAnExchangeIsAsked() {
        let plan = MarketHubRules.Plan([MarketSource.Name(.tickers, of: "A")], tickerInterval: .milliseconds(4_500))
        var rules = MarketHubRules(plan, now: Self.start)
        #expect(rules.table.sources.map(\.interval) == [.seconds(5)], "in whole seconds")
        _ = rules.arrived(TickerBoard(time: Self.start, tickers: []), "A", now: Self.start)
        #expect(rules.table.sources.map(\.state) == [.live] && rules.table.sources.map(\.interval) == [.seconds(5)])
    }

    @Test func theOperatorChoosesWhichExchangesAreAskedAndPreferred() {
        for exchanges in [[Provider.huobi, .binance], [.binance, .huobi], [.binance]] {
            var market = ServerConfiguration.Market(environment: .production)
            market.take(exchanges: exchanges)
            let sources = MarketHubRules.Plan(market.providers, tickerInterval: .seconds(1)).sources
            #expect(sources.filter { $0.kind == .tickers }.map(\.provider) == exchanges.map(\.name))
            #expect(sources.filter { $0.kind == .listing }.map(\.provider) == ["CoinMarketCap"])
            #expect(sources.contains(MarketSource.Name(.symbols, of: "CryptoCompare")))
        }
    }

    @Test mutating func thePriceOfANamesakeOnOneExchangeIsNeverShown() {
        second(1, ["B": "101"])
        for number in Int64(2)...4 { second(number, ["A": "2500", "B": "101"]) }
        #expect(shown == "B 101")
    }

    @Test mutating func ifBothAreSilentTheLastPriceStaysForAMinuteAndIsOld() {
        second(1, ["A": "101", "B": "102"])
        second(20, [:])
        #expect(shown == "A 101")
        let states = rules.sourceStates.filter { $0.kind == .tickers }.map(\.state)
        #expect(states == [.stale, .stale])
        let now = Self.start.adding(seconds: 70)
        _ = rules.arrived(CoinListing(time: now, coins: [Self.coin], badRows: 0), "CoinMarketCap", now: now)
        #expect(shown == "CoinMarketCap 100")
    }
}
