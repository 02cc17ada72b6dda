import Shared
import Testing

@testable import PushServer

/// A source is live while its answers move on, whichever of its caches gives them.
struct StampWatchTests {
    private let start = MarketTime(seconds: 1_700_000_000)
    private var watch = StampWatch()

    /// - Parameter stamp: in seconds after the start; nil: the answer has none.
    private mutating func isNewer(_ stamp: Int64?, price: Int64 = 1, second: Int64) -> Bool {
        watch.isNewer(stamp.map { start.adding(seconds: $0) }, price, at: start.adding(seconds: second))
    }

    @Test mutating func answersThatMoveOnAreNewerEvenIfTheClockIsOff() {
        #expect(isNewer(-480, second: 0))
        #expect(isNewer(-479, second: 1))
        #expect(watch.offset == .seconds(480))
    }

    @Test mutating func twoCachesThatStandStillAreNotLive() {
        #expect(isNewer(100, second: 0))
        for second in Int64(1)..<600 {
            let stamp: Int64 = second.isMultiple(of: 2) ? 100 : 90
            #expect(!isNewer(stamp, price: stamp == 90 ? 2 : 1, second: second), "second \(second)")
        }
    }

    @Test(arguments: [2, 3, 20] as [Int64], [true, false])
    mutating func cachesThatStandStillAreNotLiveHoweverManyThereAre(count: Int64, hasStamps: Bool) {
        func answer(_ second: Int64) -> (stamp: Int64?, price: Int64) {
            (hasStamps ? second % count * 7 : nil, second % count)
        }
        for second in 0..<count { _ = isNewer(answer(second).stamp, price: answer(second).price, second: second) }
        for second in count..<600 {
            let (stamp, price) = answer(second)
            #expect(!isNewer(stamp, price: price, second: second), "second \(second)")
        }
    }

    @Test mutating func withoutStampsTheContentDecides() {
        #expect(isNewer(nil, price: 1, second: 0))
        for second in Int64(1)..<100 {
            #expect(isNewer(nil, price: second + 1, second: second))
            #expect(!isNewer(nil, price: 1, second: second), "a cache that stands still beside one that moves")
        }
        #expect(watch.offset == nil)
    }

    @Test mutating func alternatingAnswersOfOneStampAreNewsOnce() {
        #expect(isNewer(0, price: 1, second: 0))
        #expect(isNewer(0, price: 2, second: 1))
        for second in Int64(2)..<60 { #expect(!isNewer(0, price: 1 + second % 2, second: second)) }
    }

    @Test(arguments: [(Int64(3600), Int64(2)), (120, 2), (50, 51)])
    mutating func aClockThatWasSetBackGoesOnOnceItMovesOnOrCatchesUp(ahead: Int64, second: Int64) {
        #expect(isNewer(ahead, second: 0))
        var first: Int64?
        for second in Int64(1)..<120 where first == nil {
            if isNewer(second, price: second, second: second) { first = second }
        }
        #expect(first == second)
    }

    @Test mutating func oneOddStampCostsOneAnswer() {
        #expect(isNewer(0, second: 0))
        #expect(isNewer(600, price: 2, second: 1))
        #expect(!isNewer(2, price: 3, second: 2))
        #expect(isNewer(3, price: 4, second: 3))
    }

    @Test mutating func aLaggingCacheIsNeverNews() {
        #expect(isNewer(0, second: 0))
        for second in Int64(1)..<50 {
            let lags = second % 3 != 0
            #expect(isNewer(lags ? second - 30 : second, price: second, second: second) == !lags)
        }
    }

    @Test mutating func underOneStampOnlyOtherPricesAreNews() {
        #expect(isNewer(0, second: 0))
        #expect(!isNewer(0, second: 1))
        #expect(isNewer(0, price: 2, second: 1))
    }

    @Test mutating func aStampThatStandsStillCountsForTwoSeconds() {
        for second in Int64(0)..<600 {
            #expect(isNewer(0, price: second, second: second) == (second < 2), "second \(second)")
            #expect(watch.stampStandsStill == (second >= 2))
        }
        #expect(isNewer(600, price: 600, second: 600))
        #expect(!watch.stampStandsStill)
    }

    @Test(arguments: [2, 3, 20] as [Int64])
    mutating func stampsThatTakeTurnsStandStill(count: Int64) {
        for second in 0..<count { _ = isNewer(second, price: second, second: second) }
        for second in count + 2..<600 {
            #expect(!isNewer(second % count, price: second, second: second), "second \(second)")
        }
    }
}
