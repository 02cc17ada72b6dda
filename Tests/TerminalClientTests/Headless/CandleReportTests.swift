import Shared
import TestSupport
import Testing

@testable import TerminalClient

/// A script sees whether candles are live, and where they come from.
@MainActor
struct CandleReportTests {
    private static let now = MarketTime(seconds: 1_700_000_000)

    private func exchange(
        _ provider: String,
        _ number: SourceNumber,
        _ state: MarketSource.State = .live,
        silence: Int64 = 1
    ) -> MarketSource {
        MarketSource(
            number,
            MarketSource.Name(.tickers, of: provider),
            state: state,
            since: Self.now,
            lastEvent: Self.now.adding(seconds: -silence),
            cause: state == .live ? "" : "\(provider) is unavailable: HTTP 503."
        )
    }

    /// Bitcoin's price comes from Huobi, and other prices from Binance.
    private func table(_ state: MarketSource.State = .live, silence: Int64 = 1) -> MarketTable {
        let bitcoin = TestCoin(id: 1, symbol: "BTC", name: "Bitcoin", price: "67123.45")
        let sources = [exchange("Huobi", .ticker, state, silence: silence), exchange("Binance", SourceNumber(3))]
        return .of([bitcoin], sources: sources)
    }

    /// - Parameter silence: the seconds since the candles were last heard.
    private func chart(_ source: KlineSource = .huobi, silence: Int64 = 75) -> ChartReplica {
        let chart = ChartReplica(
            id: ChartID(rawValue: 1),
            request: ChartRequest(coin: CoinID(1), interval: .hour, count: 1)
        )
        let price = ExactDecimal.zero
        let candle = Candle(
            time: Self.now,
            open: price,
            high: price,
            low: price,
            close: price,
            volume: nil,
            isClosed: false
        )
        let heard = Self.now.adding(seconds: -silence)
        chart.receive(CandleBatch(source: source.name, isFirst: true, isLast: true, candles: [candle], heard: heard))
        return chart
    }

    private func report(_ chart: ChartReplica, in market: MarketTable) -> CandleReport {
        CandleReport(chart, of: market[0].instrument, in: market, .test, at: Self.now)
    }

    @Test func candlesWithAProblemReportIt() {
        let chart = chart()
        chart.receive(ChartProblem(source: "huobi", kind: .unavailable, message: "Huobi is unavailable: HTTP 503."))
        let report = report(chart, in: table(silence: 75))
        let text = PushReport.json(report)
        #expect(text.contains(#""age_ms":75000"#))
        #expect(text.contains(#""live":false"#))
        #expect(text.contains(#""problem":"Huobi is unavailable: HTTP 503.""#))
        #expect(report.warnings == ["the candles are 75 s old: Huobi is unavailable: HTTP 503."])
    }

    @Test func candlesOfASilentExchangeSaySo() {
        #expect(report(chart(), in: table()).warnings.isEmpty)
        #expect(
            report(chart(), in: table(.down, silence: 75)).warnings
                == ["Huobi tickers: down, 75 s old: Huobi is unavailable: HTTP 503."]
        )
    }

    @Test func aSourceHasOneNameInPricesAndCandles() {
        for (source, title) in [(KlineSource.huobi, "Huobi"), (.binance, "Binance"), (.cryptoCompare, "CryptoCompare")]
        {
            #expect(PushReport.json(report(chart(source), in: table())).contains("\"source\":\"\(title)\""))
        }
        let quote = PushReport.json(QuoteReport(0, of: table(), at: Self.now))
        #expect(quote.contains("\"source\":\"Huobi\""))
    }

    /// Once, candles were live only while the coin's price came from the same source.
    @Test(arguments: [(0, true), (9, true), (10, false), (75, false)])
    func candlesOfAnotherExchangeThanThePricesAreLiveForTenSeconds(silence: Int64, isLive: Bool) {
        let report = report(chart(.binance, silence: silence), in: table())
        #expect(report.live == isLive)
        #expect(report.age == silence * 1000)
    }

    @Test func anUnchangedPriceStillCountsAsHeard() {
        let report = report(chart(silence: 75), in: table(silence: 2))
        #expect(report.live)
        #expect(report.age == 2000)
    }

    /// Each line of `--format csv` is read alone.
    @Test func eachRowAndTheTitleNameSourceAndAge() {
        let report = report(chart(.binance, silence: 75), in: table())
        let cells = report.candles[0].cells
        #expect(cells["source"] == "Binance" && cells["age_ms"] == "75000" && cells["currency"] == "USD")
        #expect(report.text.hasPrefix("Bitcoin (BTC), 1h candles from Binance, heard 1 min ago\n"))
        #expect(
            self.report(chart(silence: 1), in: table()).text.hasPrefix("Bitcoin (BTC), 1h candles from Huobi, live\n")
        )
    }

    @Test func candlesOfAnArchiveAreNeverLive() {
        let report = report(chart(.cryptoCompare, silence: 0), in: table())
        #expect(!report.live)
        #expect(report.age == 0)
    }

    @Test(arguments: [(MarketSource.State.starting, 1), (.down, 11), (.stale, 11)] as [(MarketSource.State, Int64)])
    func candlesOfAnExchangeThatTellsNoPricesAreNotLive(state: MarketSource.State, silence: Int64) {
        #expect(!report(chart(silence: 1), in: table(state, silence: silence)).live)
    }
}
