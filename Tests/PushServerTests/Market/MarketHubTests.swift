import Logging
import NIOCore
import Shared
import Synchronization
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
            rules: MarketHubRules(),
            outlet: MarketOutlet(shards: [], counters: MarketCounters()),
            candles: candles,
            weeks: Mailbox(),
            alerts: Mailbox(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
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

    @Test func aMatchingWaitsForTheOneBeforeAndReplacesItsPairs() async {
        await hub.arrived(PairList.sample(["one"]), provider: "Huobi")
        await matcher.hold()
        async let first: Void = hub.arrived(listing, provider: "CoinMarketCap")
        await matcher.waitUntilAsked()
        async let second: Void = hub.arrived(listing(after: .seconds(1), symbol: "TWO"), provider: "CoinMarketCap")
        while await !hub.isMatchingAwaited { await Task.yield() }
        #expect(await matcher.count == 1)
        await matcher.release()
        _ = await (first, second)
        #expect(await matcher.count == 2)
        #expect(lastMap?.rules.tradedPairs == [:])
    }

    /// Prices may come after the pairs of one exchange and before those of the next.
    @Test func theMarketsTimePassesWhileTheExchangesPairsAreAssigned() async {
        let owner = Mutex(CoinID(1))
        let time = Mutex(Self.time)
        let hub = MarketHub(
            epoch: .random(),
            rules: MarketHubRules(),
            outlet: MarketOutlet(shards: [], counters: MarketCounters()),
            candles: candles,
            weeks: Mailbox(),
            alerts: Mailbox(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            symbols: { _ in Self.pairsOfTwoExchanges(owner: owner.withLock { $0 }) },
            now: {
                time.withLock {
                    $0 = $0.adding(.milliseconds(1))
                    return $0
                }
            }
        )
        await hub.arrived(Self.listing(of: [CoinID(1), CoinID(2)]), provider: "CoinMarketCap")
        await hub.arrived(PairList.sample(["one"]), provider: "Huobi")
        for exchange in ["Huobi", "Binance"] { await hub.arrived(board("0.0126"), provider: exchange) }
        _ = candles.takeAll()
        // At both exchanges, the pair now belongs to the other coin, so both lose a price.
        owner.withLock { $0 = CoinID(2) }
        await hub.arrived(PairList.sample(["one", "two"]), provider: "Huobi")
        let ticks = candles.takeAll().compactMap { if case .ticked(let diff) = $0 { diff.time } else { nil } }
        #expect(ticks.count == 2)
        #expect(Set(ticks).count == ticks.count)
    }

    private static func listing(of ids: [CoinID]) -> CoinListing {
        let coins = ids.map { id in
            ListedCoin.sample(id.rawValue, "ONE", "Coin \(id.rawValue)", rank: Int(id.rawValue), price: "0.0125")
        }
        return CoinListing(time: time, coins: coins, badRows: 0)
    }

    /// One pair at each of two exchanges, which belongs to the owner.
    private static func pairsOfTwoExchanges(owner: CoinID) -> SymbolMap {
        let pairs = PairList.sample(["one"])
        return SymbolMap(listing: listing(of: [owner]), lists: ["Huobi": pairs, "Binance": pairs])
    }

    @Test func aListThatFailedAndThenCameLacksNothing() async {
        await hub.arrived(listing, provider: "CoinMarketCap")
        await hub.failed(.symbols, ProviderError(.huobiSymbols, .timedOut), retryAt: Self.time)
        #expect(lastMap.map { Array($0.lacking.keys) } == ["Huobi"])
        await hub.arrived(PairList.sample(["btc"]), provider: "Huobi")
        #expect(lastMap?.lacking.isEmpty == true)
    }
}

extension MarketHub {
    fileprivate var isMatchingAwaited: Bool { !waitingToMatch.isEmpty }
}

/// Matches coins and pairs. One matching may be held back.
private actor HeldMatcher {
    /// How many matchings have begun.
    private(set) var count = 0
    private var isToBeHeld = false
    private var held: CheckedContinuation<Void, Never>?
    private var asking: CheckedContinuation<Void, Never>?

    func symbols(by matching: CoinMatching) async -> SymbolMap {
        count += 1
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
