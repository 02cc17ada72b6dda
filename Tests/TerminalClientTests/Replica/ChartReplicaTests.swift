import Shared
import TestSupport
import Testing

@testable import TerminalClient

@MainActor
struct ChartReplicaTests {
    private let chart = ChartReplica(
        id: ChartID(rawValue: 1),
        request: ChartRequest(coin: CoinID(1), interval: .minute, count: 3)
    )

    private func candle(_ minute: Int64, _ close: Int64 = 100) throws -> Candle {
        let price = try ExactDecimal(mantissa: close, exponent: 0)
        return Candle(
            time: MarketTime(seconds: minute * 60),
            open: price,
            high: price,
            low: price,
            close: price,
            volume: nil,
            isClosed: true
        )
    }

    private func whole(_ candles: [Candle], from source: String = "huobi") -> CandleBatch {
        CandleBatch(source: source, isFirst: true, isLast: true, candles: candles)
    }

    private func news(_ candles: [Candle]) -> CandleBatch {
        CandleBatch(source: "huobi", isFirst: false, isLast: true, candles: candles)
    }

    @Test func aSeriesInPartsIsCompleteWithItsLastPart() throws {
        let candles = try (0..<3).map { try candle($0) }
        chart.receive(CandleBatch(source: "huobi", isFirst: true, isLast: false, candles: Array(candles[..<2])))
        #expect(!chart.isComplete)
        #expect(chart.candles == Array(candles[..<2]))
        chart.receive(news([candles[2]]))
        #expect(chart.isComplete)
        #expect(chart.candles == candles)
    }

    @Test func theOldSeriesIsShownUntilTheNewOneIsWhole() throws {
        let old = try (0..<3).map { try candle($0) }
        let new = try (0..<3).map { try candle($0, 7) }
        chart.receive(whole(old))
        chart.receive(CandleBatch(source: "cryptocompare", isFirst: true, isLast: false, candles: Array(new[..<2])))
        #expect(chart.candles == old)
        #expect(chart.source == "huobi")
        chart.receive(CandleBatch(source: "cryptocompare", isFirst: false, isLast: true, candles: [new[2]]))
        #expect(chart.candles == new)
        #expect(chart.source == "cryptocompare")
    }

    /// A client that reads the candles once also gets the reason why they are old, however late it comes.
    @Test func candlesAreNoWholeAnswerWithoutTheProblemThatFollows() throws {
        let candles = try (0..<3).map { try candle($0) }
        var old = whole(candles)
        old.isProblemNext = true
        chart.receive(old)
        #expect(chart.isComplete && !chart.isAnswered)
        chart.receive(ChartProblem(source: "huobi", kind: .unavailable, message: "Huobi did not answer in time."))
        #expect(chart.isAnswered && chart.candles == candles)
        chart.receive(whole(candles))
        #expect(chart.isAnswered && chart.problem == nil)
        // The connection was lost in between, and the source is well again.
        chart.receive(old)
        chart.receive(whole(candles))
        #expect(chart.isAnswered)
    }

    @Test func livePricesMoveCandlesButEndNoProblem() throws {
        chart.receive(whole(try (0..<3).map { try candle($0) }))
        let problem = ChartProblem(source: "huobi", kind: .unavailable, message: "Huobi did not answer in time.")
        chart.receive(problem)
        #expect(chart.candles.count == 3, "what was shown stays")
        chart.receive(news([try candle(2, 101)]))
        #expect(chart.candles.last == (try candle(2, 101)))
        #expect(chart.problem == problem)
        chart.receive(whole(try (0..<3).map { try candle($0) }))
        #expect(chart.problem == nil)
    }

    @Test func aProblemOfAnotherSourceRemovesTheCandles() throws {
        chart.receive(whole(try (0..<3).map { try candle($0) }))
        chart.receive(ChartProblem(source: "cryptocompare", kind: .notListed, message: "none"))
        #expect(chart.candles == [])
        #expect(!chart.isComplete)
    }
}
