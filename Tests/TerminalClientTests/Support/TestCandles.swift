import Shared

@testable import TerminalClient

extension [Candle] {
    /// This many candles, always the same ones: a random walk that ends shortly before the test's present.
    static func walk(
        _ count: Int,
        _ interval: CandleInterval = .hour,
        from price: Int64 = 67_000_00,
        decimals: Int = 2,
        volumes: Bool = true
    ) -> [Candle] {
        var random = TestRandom()
        let end = interval.start(of: MarketTime(seconds: 1_700_000_000))
        var close = price
        return (0..<count).map { index in
            let open = close
            let reach = Int(price / 200)
            close = Swift.max(price / 2, open + Int64(random.next(in: -reach...reach)))
            let above = Int64(random.next(in: 0...reach / 2))
            let below = Int64(random.next(in: 0...reach / 2))
            return Candle(
                time: end.adding(seconds: Int64(index + 1 - count) * interval.seconds),
                open: .test(open, decimals),
                high: .test(Swift.max(open, close) + above, decimals),
                low: .test(Swift.min(open, close) - below, decimals),
                close: .test(close, decimals),
                volume: volumes ? .test(Int64(random.next(in: 1_000...90_000)), 2) : nil,
                isClosed: index < count - 1
            )
        }
    }
}

extension ExactDecimal {
    /// A price with this many decimals. The mantissa must fit.
    static func test(_ mantissa: Int64, _ decimals: Int) -> ExactDecimal {
        (try? ExactDecimal(mantissa: mantissa, exponent: -decimals)) ?? .zero
    }
}

/// Numbers that are the same in every run: a multiplicative congruential generator, whose upper bits are good enough.
private struct TestRandom {
    private var state: UInt64 = 42

    mutating func next(in range: ClosedRange<Int>) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return range.lowerBound + Int((state >> 33) % UInt64(range.count))
    }
}
