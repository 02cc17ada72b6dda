import NIOCore
import Shared
import Testing

@testable import PushServer

/// The matching of coins and symbols, and the prices that follow from it.
struct MarketHubTests {
    private static let time = MarketTime(seconds: 1_733_918_400)
    private let candles = Mailbox<CandleHub.Event>()
    private let hub: MarketHub

    init() {
        hub = MarketHub(
            epoch: .random(),
            outlet: MarketOutlet(shards: [], counters: MarketCounters()),
            candles: candles,
            weeks: Mailbox(),
            alerts: Mailbox(),
            now: { Self.time }
        )
    }

    /// A listing of Harmony at a cent.
    private var listing: CoinListing {
        let coin = ListedCoin.sample(3945, "ONE", "Harmony", rank: 85, price: "0.0125")
        return CoinListing(time: Self.time, coins: [coin], badRows: 0)
    }

    private func board(_ price: String) -> TickerBoard {
        let ticker = PairTicker(pair: "oneusdt", close: decimal(price) ?? .zero)
        return TickerBoard(time: Self.time, tickers: [ticker], badRows: 0)
    }

    /// The last published matching.
    private var lastMap: (rules: SymbolMap, lacking: [String: ProviderError])? {
        var last: (rules: SymbolMap, lacking: [String: ProviderError])?
        for case .pairsChanged(let rules, let lacking) in candles.takeAll() { last = (rules, lacking) }
        return last
    }

    @Test func aNamesakeOnTheExchangeIsDetectedByItsPrice() async {
        await hub.arrived(listing, provider: "CoinMarketCap")
        await hub.arrived(PairList.sample(["one"]), provider: "Huobi")
        await hub.arrived(board("7.5"), provider: "Huobi")
        let state = await hub.state
        #expect(state.source(state[0].pricing.source)?.kind == .listing)
        #expect(state[0].priceText == "0.0125")
        #expect(lastMap?.rules.tradedPairs == [:])
    }

    @Test func thePriceOfTheSameCoinIsAccepted() async {
        await hub.arrived(listing, provider: "CoinMarketCap")
        await hub.arrived(PairList.sample(["one"]), provider: "Huobi")
        await hub.arrived(board("0.0126"), provider: "Huobi")
        let state = await hub.state
        #expect(state.source(state[0].pricing.source)?.kind == .tickers)
        #expect(state[0].priceText == "0.0126")
        #expect(lastMap?.rules.tradedPairs == [CoinID(3945): "oneusdt"])
    }

    @Test func aListThatFailedAndThenCameLacksNothing() async {
        await hub.arrived(listing, provider: "CoinMarketCap")
        await hub.failed(.symbols, ProviderError(.huobiSymbols, .timedOut), retryAt: Self.time)
        #expect(lastMap.map { Array($0.lacking.keys) } == ["Huobi"])
        await hub.arrived(PairList.sample(["btc"]), provider: "Huobi")
        #expect(lastMap?.lacking.isEmpty == true)
    }
}
