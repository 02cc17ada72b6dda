import Shared
import TestSupport
import Testing

@testable import PushServer

/// The lowest and highest prices of windows.
struct MinuteSamplesTests {
    private static let start: Int64 = 28_000_000

    private func time(_ minute: Int64) -> MarketTime { MarketTime(seconds: minute * 60 + 7) }

    private func candle(_ minute: Int64, open: Int64, close: Int64) throws -> Candle {
        Candle(
            time: MarketTime(seconds: minute * 60),
            open: try ExactDecimal(mantissa: open, exponent: 0),
            high: try ExactDecimal(mantissa: max(open, close) + 50, exponent: 0),
            low: try ExactDecimal(mantissa: 1, exponent: 0),
            close: try ExactDecimal(mantissa: close, exponent: 0),
            volume: .zero,
            isClosed: true
        )
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func eachWindowHasTheExtremesOfAllItsPrices(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var (samples, heard, minute) = (MinuteSamples(), [(minute: Int64, price: ConfirmedPrice)](), Self.start)
        var one = 1000.0
        for step in 0..<3000 {
            minute += [0, 0, 0, 1, 1, 2].randomElement(using: &random) ?? 0
            let other = max(1, one + .random(in: -5...5, using: &random).rounded())
            let price = ConfirmedPrice(one, other)
            one = other
            heard.append((minute, price))
            samples.take(price, at: time(minute), keeping: 240)
            for minutes in [5, 60, 240] {
                let seen = heard.suffix(600).filter { $0.minute >= minute - Int64(minutes) }.map(\.price)
                let place = "seed \(seed), step \(step), \(minutes) min"
                #expect(samples.low(minutes: minutes, to: time(minute)) == seen.map(\.low).min(), "\(place)")
                #expect(samples.high(minutes: minutes, to: time(minute)) == seen.map(\.high).max(), "\(place)")
            }
        }
    }

    @Test func candlesTellTheMinutesBeforeAndHoldUntilTheNext() throws {
        var samples = MinuteSamples()
        let now = Self.start + 60
        samples.take(ConfirmedPrice(100, 100), at: time(now), keeping: 60)
        #expect(!samples.isWhole(minutes: 60, to: time(now)))
        let candles = [
            try candle(Self.start - 5, open: 80, close: 90), try candle(Self.start + 10, open: 120, close: 110),
            try candle(Self.start + 50, open: 105, close: 104),
        ]
        samples.fill(candles, at: time(now), keeping: 60)
        #expect(samples.isWhole(minutes: 60, to: time(now)))
        #expect(samples.low(minutes: 60, to: time(now)) == 90, "the price at which the window begins")
        #expect(samples.high(minutes: 60, to: time(now)) == 120)
        #expect(samples.high(minutes: 40, to: time(now)) == 110, "it held until the next candle")
        #expect(samples.high(minutes: 5, to: time(now)) == 104, "it holds until now")
        #expect(samples.low(minutes: 5, to: time(now)) == 100)
    }

    @Test func aHoleOfThreeMinutesIsNoWholeWindow() {
        var samples = MinuteSamples()
        for minute in [0, 1, 3, 6, 7] as [Int64] {
            samples.take(ConfirmedPrice(100, 100), at: time(Self.start + minute), keeping: 60)
        }
        #expect(samples.isWhole(minutes: 3, to: time(Self.start + 7)))
        #expect(!samples.isWhole(minutes: 6, to: time(Self.start + 7)))
        #expect(!samples.isWhole(minutes: 3, to: time(Self.start + 10)), "nothing has been heard for three minutes")
    }

    @Test func aClockThatIsSetBackStartsOver() {
        var samples = MinuteSamples()
        samples.take(ConfirmedPrice(50, 50), at: time(Self.start + 9), keeping: 60)
        samples.take(ConfirmedPrice(100, 100), at: time(Self.start + 2), keeping: 60)
        #expect(samples.low(minutes: 60, to: time(Self.start + 2)) == 100)
        #expect(!samples.isWhole(minutes: 5, to: time(Self.start + 2)))
    }
}
