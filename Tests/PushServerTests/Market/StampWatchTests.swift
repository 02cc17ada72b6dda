import Shared
import Testing

@testable import PushServer

/// An exchange is live while its answers move on, whichever of its caches gives them.
struct StampWatchTests {
    private let start = MarketTime(seconds: 1_700_000_000)
    private var watch = StampWatch()

    private func board(_ stamp: Int64, price: Int64 = 1) throws -> TickerBoard {
        let ticker = PairTicker(
            pair: "btcusdt",
            close: try ExactDecimal(mantissa: price, exponent: 0)
        )
        return TickerBoard(time: start.adding(seconds: stamp), tickers: [ticker])
    }

    private mutating func isNewer(_ board: TickerBoard, second: Int64) -> Bool {
        watch.isNewer(board, at: start.adding(seconds: second))
    }

    @Test mutating func answersThatMoveOnAreNewerThoughTheClockIsOff() throws {
        #expect(isNewer(try board(-480), second: 0))
        #expect(isNewer(try board(-479), second: 1))
        #expect(watch.offset == .seconds(480))
    }

    @Test mutating func twoCachesThatStandStillAreNotLive() throws {
        #expect(isNewer(try board(100), second: 0))
        for second in Int64(1)..<600 {
            let stamp: Int64 = second.isMultiple(of: 2) ? 100 : 90
            #expect(!isNewer(try board(stamp, price: stamp == 90 ? 2 : 1), second: second), "second \(second)")
        }
    }

    @Test(arguments: [(Int64(3600), Int64(2)), (120, 2), (50, 50)])
    mutating func aClockThatWasSetBackGoesOnOnceItMovesOnOrCatchesUp(ahead: Int64, second: Int64) throws {
        #expect(isNewer(try board(ahead), second: 0))
        var first: Int64?
        for second in Int64(1)..<120 where first == nil {
            if isNewer(try board(second, price: second), second: second) { first = second }
        }
        #expect(first == second)
    }

    @Test mutating func oneOddStampCostsOneAnswer() throws {
        #expect(isNewer(try board(0), second: 0))
        #expect(isNewer(try board(600, price: 2), second: 1))
        #expect(!isNewer(try board(2, price: 3), second: 2))
        #expect(isNewer(try board(3, price: 4), second: 3))
    }

    @Test mutating func aCacheThatLagsIsNeverNews() throws {
        #expect(isNewer(try board(0), second: 0))
        for second in Int64(1)..<50 {
            let lags = second % 3 != 0
            #expect(isNewer(try board(lags ? second - 30 : second, price: second), second: second) == !lags)
        }
    }

    @Test mutating func ofOneStampOnlyOtherPricesAreNews() throws {
        #expect(isNewer(try board(0), second: 0))
        #expect(!isNewer(try board(0), second: 1))
        #expect(isNewer(try board(0, price: 2), second: 2))
    }
}
