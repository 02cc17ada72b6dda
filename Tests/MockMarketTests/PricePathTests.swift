import Shared
import Testing

@testable import MockMarket

/// The price of every minute as a function of the seed.
struct PricePathTests {
    /// Around 2023-11-14, and not at a round minute.
    private static let minute: Int64 = 28_333_333

    @Test(arguments: [5, 15, 30, 60, 240, 480] as [Int64], [1, 7, 0xFEED] as [UInt64])
    func coarserSpansAreExactlyTheirMinutes(length: Int64, seed: UInt64) {
        let path = path(seed)
        let range = Self.minute..<Self.minute + 3000
        var count = 0
        path.forEachSpan(ofMinutes: length, in: range) { start, span in
            #expect(start.isMultiple(of: length))
            var sum: PriceSpan?
            path.forEachSpan(ofMinutes: 1, in: start..<start + length) { _, minute in
                if sum == nil { sum = minute } else { sum?.append(minute) }
            }
            #expect(span == sum, "seed \(seed), minute \(start)")
            count += 1
        }
        #expect(count >= 3000 / Int(length))
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func randomAccessEqualsTheSequence(seed: UInt64) {
        let path = path(seed)
        var sequence: [Int64: PriceSpan] = [:]
        path.forEachSpan(ofMinutes: 1, in: Self.minute..<Self.minute + 2000) { sequence[$0] = $1 }
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let minute = Self.minute + random.below(2000)
            #expect(path.span(of: minute..<minute + 1) == sequence[minute], "seed \(seed), minute \(minute)")
            let end = minute + 1 + random.below(Self.minute + 2000 - minute)
            let whole = (minute..<end).compactMap { sequence[$0] }.reduce(nil) { (sum: PriceSpan?, next) in
                guard var sum else { return next }
                sum.append(next)
                return sum
            }
            #expect(path.span(of: minute..<end) == whole, "seed \(seed), \(minute)..<\(end)")
        }
    }

    @Test(arguments: [1, 2, 3, 4, 5] as [UInt64], [0, 1000, 20_000] as [Int64])
    func minutesFollowEachOtherAndAreCandles(seed: UInt64, volatility: Int64) {
        let path = path(seed, daySpread: 25 * volatility)
        var last: PriceSpan?
        path.forEachSpan(ofMinutes: 1, in: Self.minute..<Self.minute + 5000) { minute, span in
            #expect(last == nil || last?.close == span.open, "seed \(seed), minute \(minute)")
            #expect(span.low > 0 && span.low < span.high)
            #expect(span.low <= min(span.open, span.close) && span.high >= max(span.open, span.close))
            #expect(span.traded.turnover >= 0 && span.traded.amount >= 0 && span.traded.trades >= 0)
            last = span
        }
    }

    @Test func pathsOfDifferentKeysDiffer() {
        let range = Self.minute..<Self.minute + 1
        #expect(path(1).span(of: range) != path(2).span(of: range))
        #expect(path(1).span(of: range) == path(1).span(of: range))
        #expect(path(1).span(of: Self.minute..<Self.minute) == nil)
    }

    @Test func aYearStaysInReachAndMoves() throws {
        for seed in 1...20 as ClosedRange<UInt64> {
            let year = try #require(path(seed).span(of: Self.minute - 525_600..<Self.minute))
            #expect(year.low > 100_000 / 4 && year.high < 100_000 * 4)
            #expect(year.high > year.low * 110 / 100)
        }
    }

    @Test func twoThousandMinutesAreQuick() {
        let clock = ContinuousClock()
        let path = path(1)
        var count = 0
        let time = clock.measure {
            path.forEachSpan(ofMinutes: 1, in: Self.minute - 2000..<Self.minute) { _, _ in count += 1 }
        }
        #expect(count == 2000)
        // Far above what it takes, to tell a walk through all of history from a walk through these minutes.
        #expect(time < .seconds(2))
    }

    private func path(_ seed: UInt64, daySpread: Int64 = 25_000) -> PricePath {
        let traded = PriceSpan.Traded(turnover: 1_000_000_007, amount: 77_777_777, trades: 12_345)
        return PricePath(key: seed, home: 100_000, daySpread: daySpread, isStable: false, dayTraded: traded)
    }
}
