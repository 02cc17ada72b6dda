import Logging
import Shared
import Synchronization
import TestSupport

@testable import PushServer

/// A candle hub with its sources, its time, and a market of three coins, two of which have a pair.
struct CandleStage {
    static let start = MarketTime(seconds: 1_733_918_400)
    private static let coins: [ListedCoin] = [
        .sample(1, "BTC", "Bitcoin", rank: 1), .sample(2, "ETH", "Ethereum", rank: 2),
        .sample(3, "LEO", "Leo", rank: 3),
    ]

    let hub: CandleHub
    let huobi = StubCandleSource()
    let archive = StubCandleSource()
    let time = ManualTime(start)
    let clock = TestClock()
    let counters = CandleCounters()
    var table = MarketTable()

    init() {
        hub = CandleHub(
            sources: [(.huobi, huobi), (.cryptoCompare, archive)],
            market: MarketTable(),
            clock: clock,
            now: { [time] in time.now },
            counters: counters,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
    }

    static func running(_ body: (inout CandleStage) async throws -> Void) async throws {
        var stage = CandleStage()
        let hub = stage.hub
        async let running: Void = hub.run()
        var changes = MarketChanges()
        for (row, coin) in coins.enumerated() {
            let instrument = Instrument(coin: coin.id, symbol: coin.symbol, name: coin.name, kind: coin.kind)
            changes.instruments.append(instrument, row: row)
        }
        stage.commit(changes)
        stage.list(pairs: ["btc", "eth"])
        try await body(&stage)
        hub.mailbox.close()
        await running
    }

    // MARK: Events

    /// - Parameter pairs: nil: the exchange has not sent its list yet.
    func list(pairs: [String]?) {
        let symbols = SymbolMap(
            listing: CoinListing(time: Self.start, coins: Self.coins, badRows: 0),
            pairs: pairs.map { .sample($0) },
            coins: .sample(["BTC": "Bitcoin", "LEO": "Leo"])
        )
        hub.mailbox.post(.pairsChanged(symbols, lacking: [:]))
    }

    /// Returns once the hub is about to sleep again, and so has handled everything that was due.
    func pass(_ duration: Duration) async {
        var sleeps = clock.sleeps.makeAsyncIterator()
        _ = await sleeps.next()
        time.pass(duration)
        clock.endSleeps()
    }

    mutating func commit(_ changes: MarketChanges) {
        guard let diff = table.commit(changes, time: time.now) else { return }
        hub.mailbox.post(.ticked(diff))
    }

    /// - Parameter exchange: the source of the price, which prices the coin in the market.
    mutating func price(_ price: UInt64, row: Int, of exchange: String = "Huobi") {
        var changes = MarketChanges()
        let (number, name) = (SourceNumber(exchange == "Huobi" ? 2 : 3), MarketSource.Name(.tickers, of: exchange))
        changes.sources = [MarketSource(number, name, state: .live, since: Self.start, lastEvent: time.now)]
        changes.pricings.append(Pricing(decimals: 2, source: number), row: row)
        changes.prices.append(price, row: row)
        commit(changes)
        guard let told = try? ExactDecimal(mantissa: Int64(price), exponent: -2) else { return }
        let coin = table[row].instrument.coin
        hub.mailbox.post(.moved(ExchangeMoves(exchange, [(coin, told)], at: time.now)))
    }

    /// A chart that has been served once.
    func served(_ request: ChartRequest, _ candles: [Candle]) async -> StubChart {
        await served(request, CandlePage(candles: candles, isOldest: false))
    }

    func served(_ request: ChartRequest, _ page: CandlePage) async -> StubChart {
        let chart = StubChart(1, request)
        hub.mailbox.post(.opened(chart.subscription))
        var requests = huobi.requests.makeAsyncIterator()
        _ = await requests.next()
        huobi.answer(.success(page))
        _ = await chart.nextBatch()
        return chart
    }

    /// `count` minutes of which the last one is under way at the start.
    static func minutes(_ count: Int, price: Int64 = 100) throws -> [Candle] {
        let price = try ExactDecimal(mantissa: price, exponent: 0)
        return (0..<Int64(count)).map { index in
            Candle(
                time: start.adding(seconds: 60 * (index + 1 - Int64(count))),
                open: price,
                high: price,
                low: price,
                close: price,
                volume: nil,
                isClosed: index < Int64(count) - 1
            )
        }
    }
}

/// The present time, which moves when the test says so.
final class ManualTime: Sendable {
    private let held: Mutex<MarketTime>

    init(_ start: MarketTime) { held = Mutex(start) }

    var now: MarketTime { held.withLock { $0 } }
    func pass(_ time: Duration) { held.withLock { $0 = $0.adding(time) } }
}

extension SourceNumber {
    /// The number of the exchange in tests' markets.
    static let ticker = SourceNumber(2)
}
