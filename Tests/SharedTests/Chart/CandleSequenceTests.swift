import Shared
import Testing

struct CandleSequenceTests {
    private func price(_ text: String) throws -> ExactDecimal { try ExactDecimal(parsing: text) }

    private func candle(_ minute: Int64, _ text: String = "1", isClosed: Bool = true) throws -> Candle {
        let price = try price(text)
        return Candle(
            time: MarketTime(seconds: minute * 60),
            open: price,
            high: price,
            low: price,
            close: price,
            volume: nil,
            isClosed: isClosed
        )
    }

    private func sequence(_ candles: [Candle], countMax: Int = 10) -> CandleSequence {
        CandleSequence(interval: .minute, countMax: countMax, candles: candles)
    }

    @Test func aLivePriceMovesTheLastCandle() throws {
        var sequence = sequence([try candle(1), try candle(2, isClosed: false)])
        _ = sequence.move(to: try price("3"), at: MarketTime(seconds: 130))
        let moved = sequence.move(to: try price("0.00000123"), at: MarketTime(seconds: 179))
        let last = try #require(sequence.candles.last)
        #expect(moved == [last])
        #expect(
            [last.open, last.high, last.low, last.close] == [try price("1"), try price("3")]
                + (0..<2).map { _ in last.low }
        )
        #expect(last.low.description == "0.00000123")
        #expect(!last.isClosed)
    }

    @Test func aPriceAfterTheEndClosesTheLastCandleAndBeginsTheNext() throws {
        var sequence = sequence([try candle(1), try candle(2, isClosed: false)])
        let moved = sequence.move(to: try price("2"), at: MarketTime(seconds: 180))
        #expect(moved.map(\.time) == [MarketTime(seconds: 120), MarketTime(seconds: 180)])
        #expect(moved.map(\.isClosed) == [true, false])
        #expect(moved[1].open == moved[1].close)
    }

    @Test func aPriceOfThePastMovesNothing() throws {
        var sequence = sequence([try candle(1), try candle(2, isClosed: false)])
        #expect(sequence.move(to: try price("9"), at: MarketTime(seconds: 119)) == [])
        var empty = self.sequence([])
        #expect(empty.move(to: try price("9"), at: MarketTime(seconds: 119)) == [])
    }

    @Test func newerCandlesReplaceThoseOfTheirTimeAndOnlyWhatDiffersIsNews() throws {
        var sequence = sequence([try candle(1), try candle(2, "5", isClosed: false)])
        let changed = sequence.merge([try candle(1), try candle(2, "6"), try candle(3)])
        #expect(changed == [try candle(2, "6"), try candle(3)])
        #expect(sequence.candles.map(\.time) == [60, 120, 180].map { MarketTime(seconds: $0) })
    }

    @Test func aGapIsFilledInPlaceAndTheOldestCandlesAreRemoved() throws {
        var sequence = sequence([try candle(1), try candle(5)], countMax: 3)
        sequence.merge([try candle(3), try candle(4)])
        #expect(sequence.candles.map(\.time.milliseconds) == [180_000, 240_000, 300_000])
        sequence.countMax = 1
        #expect(sequence.candles.map(\.time.milliseconds) == [300_000])
    }

    @Test(arguments: [0, 1, 250, 251, 1000]) func aSeriesIsCutIntoBatchesThatStateTheirPlaces(count: Int) throws {
        let candles = try (0..<Int64(count)).map { try candle($0) }
        let batches = CandleBatch.batches(of: candles, from: "huobi")
        #expect(batches.flatMap(\.candles) == candles)
        #expect(batches.map(\.isFirst) == batches.indices.map { $0 == 0 })
        #expect(batches.map(\.isLast) == batches.indices.map { $0 == batches.count - 1 })
        #expect(batches.allSatisfy { $0.candles.count <= CandleBatch.candlesMax })
    }
}
