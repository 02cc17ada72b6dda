import NIOCore
import Shared
import Testing

@testable import PushServer

/// The matching of coins and symbols, and the prices that follow from it.
struct MarketHubTests {
    private static let time = MarketTime(seconds: 1_733_918_400)
    private let candles = Mailbox<CandleHub.Event>()
    private let matcher = HeldMatcher()
    private let hub: MarketHub

    init() {
        hub = MarketHub(
            epoch: .random(),
            outlet: MarketOutlet(shards: [], counters: MarketCounters()),
            candles: candles,
            weeks: Mailbox(),
            alerts: Mailbox(),
            symbols: matcher.symbols(by:),
            now: { Self.time }
        )
    }

    /// A listing of Harmony at a cent.
    private var listing: CoinListing { listing(after: .zero) }

    private func listing(after time: Duration, symbol: String = "ONE") -> CoinListing {
        let coin = ListedCoin.sample(3945, symbol, "Harmony", rank: 85, price: "0.0125")
        return CoinListing(time: Self.time.adding(time), coins: [coin], badRows: 0)
    }

    private func board(_ price: String, after time: Duration = .zero) -> TickerBoard {
        let ticker = PairTicker(pair: "oneusdt", close: decimal(price) ?? .zero)
        return TickerBoard(time: Self.time.adding(time), tickers: [ticker], badRows: 0)
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

    @Test func pricesComeWhileCoinsAreMatched() async {
        await hub.arrived(listing, provider: "CoinMarketCap")
        await hub.arrived(PairList.sample(["one"]), provider: "Huobi")
        await hub.arrived(board("0.0126"), provider: "Huobi")
        await matcher.hold()
        async let listed: Void = hub.arrived(listing(after: .seconds(1)), provider: "CoinMarketCap")
        await matcher.waitUntilAsked()
        await hub.arrived(board("0.0127", after: .seconds(1)), provider: "Huobi")
        #expect(await hub.state[0].priceText == "0.0127")
        await matcher.release()
        await listed
    }

    @Test func aMatchingThatKnewLessThanOneBeforeIsDropped() async {
        await hub.arrived(PairList.sample(["one"]), provider: "Huobi")
        await matcher.hold()
        async let first: Void = hub.arrived(listing, provider: "CoinMarketCap")
        await matcher.waitUntilAsked()
        await hub.arrived(listing(after: .seconds(1), symbol: "TWO"), provider: "CoinMarketCap")
        await matcher.release()
        await first
        #expect(lastMap?.rules.tradedPairs == [:])
    }

    @Test func aListThatFailedAndThenCameLacksNothing() async {
        await hub.arrived(listing, provider: "CoinMarketCap")
        await hub.failed(.symbols, ProviderError(.huobiSymbols, .timedOut), retryAt: Self.time)
        #expect(lastMap.map { Array($0.lacking.keys) } == ["Huobi"])
        await hub.arrived(PairList.sample(["btc"]), provider: "Huobi")
        #expect(lastMap?.lacking.isEmpty == true)
    }
}

/// Matches coins and pairs. One matching may be held back.
private actor HeldMatcher {
    private var isToBeHeld = false
    private var held: CheckedContinuation<Void, Never>?
    private var asking: CheckedContinuation<Void, Never>?

    func symbols(by matching: CoinMatching) async -> SymbolMap {
        if isToBeHeld {
            isToBeHeld = false
            await withCheckedContinuation { continuation in
                held = continuation
                asking?.resume()
                asking = nil
            }
        }
        return matching.symbols
    }

    /// Holds the next matching.
    func hold() { isToBeHeld = true }

    func waitUntilAsked() async {
        if held == nil { await withCheckedContinuation { asking = $0 } }
    }

    func release() {
        held?.resume()
        held = nil
    }
}
