import Shared
import TestSupport
import Testing

@testable import PushServer

/// Hours follow the server's clock, gaps stay gaps, and a change of source makes no step.
struct HourlyClosesTests {
    private let bitcoin = CoinID(1)
    private let start = MarketHour(481_644)

    /// A market with one coin and two exchanges, and the closes that follow it.
    private struct Market {
        var table = MarketTable()
        var closes: HourlyCloses

        init(at time: MarketTime) {
            var first = MarketChanges()
            first.instruments.append(Instrument(coin: CoinID(1), symbol: "BTC", name: "Bitcoin", kind: .coin), row: 0)
            first.sources = [UInt16(1), 2].map { number in
                let name = MarketSource.Name(.tickers, of: number == 1 ? "Huobi" : "Binance")
                return MarketSource(SourceNumber(number), name, state: .live, since: time, lastEvent: nil)
            }
            _ = table.commit(first, time: time)
            closes = HourlyCloses(market: table, now: time)
        }

        /// - Returns: whether an hour has ended.
        @discardableResult
        mutating func tell(_ cents: UInt64, of source: UInt16 = 1, at time: MarketTime) -> Bool {
            var changes = MarketChanges()
            changes.pricings.append(Pricing(decimals: 2, source: SourceNumber(source)), row: 0)
            changes.prices.append(cents, row: 0)
            var told = table.sources[Int(source) - 1]
            told.lastEvent = time
            changes.sources = [told]
            return follow(changes, at: time)
        }

        @discardableResult
        mutating func follow(_ changes: MarketChanges, at time: MarketTime) -> Bool {
            table.commit(changes, time: time).map { closes.follow($0) } ?? false
        }
    }

    private func closes(_ market: Market) -> [String] {
        market.closes.week(of: bitcoin).closes.map { "\(Int($0.hour.rawValue) - Int(start.rawValue)): \($0.price)" }
    }

    @Test func theLastPriceOfAnHourIsItsClose() {
        var market = Market(at: start.start)
        market.tell(100, at: start.start)
        market.tell(250, at: start.adding(1).start.adding(milliseconds: -1))
        #expect(closes(market) == [])
        let hasEnded = market.tell(300, at: start.adding(1).start)
        #expect(hasEnded)
        #expect(closes(market) == ["0: 2.5"])
        market.tell(310, at: start.adding(2).start.adding(seconds: 3))
        #expect(closes(market) == ["0: 2.5", "1: 3"])
    }

    @Test func anHourEndsEvenWithoutAPrice() {
        var market = Market(at: start.start)
        market.tell(100, at: start.start)
        let end = start.adding(1).start
        let ends = [end, end.adding(HourlyCloses.patience), end.adding(seconds: 9)].map {
            market.closes.timePassed(to: $0)
        }
        #expect(ends == [false, true, false])
        #expect(closes(market) == ["0: 1"])
    }

    @Test func anHourWithoutAPriceIsAGap() {
        var market = Market(at: start.start)
        market.tell(100, at: start.start)
        market.tell(110, at: start.adding(3).start.adding(seconds: 9))
        market.tell(120, at: start.adding(4).start)
        #expect(closes(market) == ["0: 1", "3: 1.1"])
        #expect(market.closes.hasGaps(bitcoin))
        // The source continues with other coins, and states when it last told this one's price.
        var changes = MarketChanges()
        let heard = start.adding(4).start
        changes.pricings.append(Pricing(decimals: 2, source: SourceNumber(1), heard: heard), row: 0)
        var source = market.table.sources[0]
        source.lastEvent = start.adding(5).start.adding(seconds: 7)
        changes.sources = [source]
        market.follow(changes, at: start.adding(5).start.adding(seconds: 7))
        let hasEnded = market.closes.timePassed(to: start.adding(6).start.adding(seconds: 10))
        #expect(hasEnded)
        #expect(closes(market) == ["0: 1", "3: 1.1", "4: 1.2"])
    }

    @Test func sevenDaysAreKept() {
        var market = Market(at: start.start)
        for hour in 0...400 { market.tell(UInt64(100 + hour), at: start.adding(hour).start) }
        let week = market.closes.week(of: bitcoin).closes
        #expect(week.count == CoinWeek.hours)
        #expect(week.first?.hour == start.adding(400 - 168))
        #expect(week.last?.hour == start.adding(399))
        #expect(!market.closes.hasGaps(bitcoin))
    }

    @Test func aChangeOfSourceIsKeptWithItsRatio() {
        var market = Market(at: start.start)
        market.tell(1000, at: start.start)
        market.tell(1000, at: start.adding(1).start)
        // Within the hour, another exchange with prices a tenth higher takes over. Then the price rises by a tenth.
        market.tell(1100, of: 2, at: start.adding(1).start.adding(seconds: 60))
        market.tell(1210, of: 2, at: start.adding(1).start.adding(seconds: 120))
        market.tell(1210, of: 2, at: start.adding(2).start)
        let week = market.closes.week(of: bitcoin)
        #expect(week.closes.map(\.source) == [.same, .other(ratio: 1.1)])
        let drawn = week.comparable.map { ($0.price * 100).rounded() / 100 }
        #expect(drawn == [11, 12.1])
    }

    @Test func aSourceThatComesBackWithinTheHourChangesNothing() {
        var market = Market(at: start.start)
        market.tell(1000, at: start.start)
        market.tell(1000, at: start.adding(1).start)
        market.tell(1100, of: 2, at: start.adding(1).start.adding(seconds: 60))
        market.tell(1010, at: start.adding(1).start.adding(seconds: 120))
        market.tell(1010, at: start.adding(2).start)
        #expect(market.closes.week(of: bitcoin).closes.map(\.source) == [.same, .same])
    }

    @Test func aClockThatStepsBackLeavesNoFutureCloses() {
        var market = Market(at: start.start)
        for hour in 0...5 { market.tell(UInt64(100 + hour), at: start.adding(hour).start) }
        #expect(closes(market).count == 5)
        // The clock goes back by two hours, so hours 3 and 4 are in the future again.
        let hasEnded = market.tell(900, at: start.adding(3).start.adding(seconds: 60))
        #expect(!hasEnded)
        #expect(closes(market) == ["0: 1", "1: 1.01", "2: 1.02"])
        market.tell(910, at: start.adding(4).start)
        #expect(closes(market) == ["0: 1", "1: 1.01", "2: 1.02", "3: 9"])
        let hasEndedAgain = market.closes.timePassed(to: start.adding(2).start)
        #expect(!hasEndedAgain)
        #expect(closes(market) == ["0: 1", "1: 1.01"])
    }

    @Test func aStepBackOverTheHourClosesItAgain() {
        var market = Market(at: start.start)
        market.tell(100, at: start.adding(1).start.adding(seconds: -9))
        market.tell(110, at: start.adding(1).start.adding(seconds: 1))
        market.tell(120, at: start.adding(1).start.adding(seconds: -1))
        market.tell(130, at: start.adding(1).start)
        #expect(closes(market) == ["0: 1.2"])
    }

    // MARK: Gaps

    private func candles(_ hours: Range<Int>, cents: (Int) -> Int64) throws -> [Candle] {
        try hours.map { hour in
            let price = try ExactDecimal(mantissa: cents(hour), exponent: -2)
            return Candle(
                time: start.adding(hour).start,
                open: price,
                high: price,
                low: price,
                close: price,
                volume: nil,
                isClosed: hour < hours.upperBound - 1
            )
        }
    }

    @Test func candlesFillGapsAndReplaceNothing() throws {
        var market = Market(at: start.adding(8).start)
        market.tell(1000, at: start.adding(8).start)
        market.tell(1000, at: start.adding(10).start)
        #expect(closes(market) == ["8: 10"])
        let candles = try candles(0..<11) { Int64(100 + $0) }
        let isFilled = market.closes.fill(bitcoin, with: candles, of: "Huobi")
        #expect(isFilled)
        // The tenth hour is not over.
        let filled = (0..<8).map { "\($0): \(["1", "1.01", "1.02", "1.03", "1.04", "1.05", "1.06", "1.07"][$0])" }
        #expect(closes(market) == filled + ["8: 10", "9: 1.09"])
        let isFilledAgain = market.closes.fill(bitcoin, with: candles, of: "Huobi")
        #expect(!isFilledAgain)
        #expect(market.closes.week(of: bitcoin).closes.allSatisfy { $0.source == .same })
    }

    @Test func whenAnotherSourceFillsGapsSharedHoursGiveTheRatio() throws {
        var market = Market(at: start.adding(2).start)
        for hour in [2, 3, 6, 7] { market.tell(1000, at: start.adding(hour).start) }
        #expect(closes(market) == ["2: 10", "3: 10", "6: 10"])
        // Its prices are half of the other's.
        let isFilled = market.closes.fill(bitcoin, with: try candles(0..<8) { _ in 500 }, of: "CryptoCompare")
        #expect(isFilled)
        let week = market.closes.week(of: bitcoin)
        #expect(
            week.closes.map(\.source) == [
                .same, .same, .other(ratio: 2), .same, .other(ratio: 0.5), .same, .other(ratio: 2),
            ]
        )
        #expect(week.comparable.map(\.price) == [10, 10, 10, 10, 10, 10, 10])
    }

    // MARK: The disk

    @Test func closesAreTheSameAfterARestart() throws {
        var market = Market(at: start.start)
        market.tell(1000, at: start.start)
        market.tell(1000, at: start.adding(1).start)
        market.tell(1100, of: 2, at: start.adding(1).start.adding(seconds: 60))
        market.tell(1200, of: 2, at: start.adding(2).start)
        market.closes.stop()
        let kept = market.closes.takeUnsaved()
        let rest = market.closes.takeUnsaved()
        #expect(rest.closes == [])
        var next = Market(at: start.adding(2).start.adding(seconds: 600))
        next.closes.restore(kept)
        #expect(next.closes.week(of: bitcoin) == market.closes.week(of: bitcoin))
        #expect(closes(next) == ["0: 10", "1: 11", "2: 12"])
        // The hour continues after the restart.
        next.tell(1300, of: 2, at: start.adding(2).start.adding(seconds: 900))
        next.tell(1400, of: 2, at: start.adding(3).start)
        #expect(closes(next) == ["0: 10", "1: 11", "2: 13"])
        #expect(next.closes.week(of: bitcoin).closes.map(\.source) == [.same, .other(ratio: 1.1), .same])
    }

    @Test func aLateRestartDropsOldAndFutureCloses() {
        var market = Market(at: start.start)
        for hour in 0...9 { market.tell(UInt64(100 + hour), at: start.adding(hour).start) }
        let kept = market.closes.takeUnsaved()
        var later = Market(at: start.adding(168 + 7).start)
        later.closes.restore(kept)
        #expect(closes(later) == ["7: 1.07", "8: 1.08"])
        var earlier = Market(at: start.adding(1).start)
        earlier.closes.restore(kept)
        #expect(closes(earlier) == ["0: 1", "1: 1.01"])
    }

    /// Fails to store the closes of the first two hours until the given hour, and returns the hours whose closes are unsaved
    /// then.
    private func unsaved(untilHour hour: Int) -> [MarketHour] {
        var market = Market(at: start.start)
        market.tell(100, at: start.start)
        market.tell(110, at: start.adding(1).start)
        let unsaved = market.closes.takeUnsaved()
        market.tell(120, at: start.adding(hour).start)
        market.closes.putBack(unsaved)
        return market.closes.takeUnsaved().closes.map(\.hour)
    }

    @Test func closesThatCouldNotBeStoredAreStoredLater() {
        #expect(unsaved(untilHour: 2) == [start, start.adding(1)])
    }

    /// The disk stays full for weeks.
    @Test func closesThatCannotBeStoredForAWeekAreForgotten() { #expect(!unsaved(untilHour: 400).contains(start)) }
}
