import Shared
import Testing

@testable import TerminalClient

/// A line shows how a price moved, leaves gaps blank, and ends with the last complete hour.
struct SparklineTests {
    /// The first hour of a half day.
    private let start = MarketHour(481_644 / 12 * 12)

    private func week(_ prices: [(hour: Int, price: Int64)]) throws -> CoinWeek {
        CoinWeek(
            CoinID(1),
            try prices.map { .init(start.adding($0.hour), try ExactDecimal(mantissa: $0.price, exponent: 0)) }
        )
    }

    @Test func aPriceThatStandsStillIsAFlatLine() {
        let line = Sparkline([5, 5, nil, 5])
        #expect(line?.text == "▁▁ ▁")
        #expect(line?.direction == ChangeText.Direction.none)
    }

    @Test func onePriceIsNoLine() {
        #expect(Sparkline([nil, 5, nil]) == nil)
        #expect(Sparkline([]) == nil)
    }

    @Test func aWeekHasABlockForEachHalfOfADay() throws {
        let rising = try week((0..<168).map { ($0, Int64($0)) })
        let line = try #require(Sparkline(rising, open: start.adding(168)))
        #expect(line.levels.count == 14)
        #expect(line.text == "▁▁▂▂▃▃▄▄▅▅▆▆▇▇")
        #expect(line.direction == .up)
    }

    @Test func gapsAreBlankAndTheLineMovesWithTheHours() throws {
        let week = try week([(0, 10), (13, 20), (14, 40), (60, 30)])
        // Hour 60 is the first of its half day, and has just ended.
        let line = Sparkline(week, open: start.adding(61))
        #expect(line?.text == String(repeating: " ", count: 8) + "▁▇   ▅")
        #expect(Sparkline(week, open: start.adding(72))?.text == line?.text)
        let later = Sparkline(week, open: start.adding(73))
        #expect(later?.text == String(repeating: " ", count: 7) + "▁▇   ▅ ")
        #expect(Sparkline(week, open: start.adding(400)) == nil)
    }

    @Test func aChangeOfSourceDrawsNoJump() throws {
        var week = try week([(0, 100), (12, 100), (24, 200), (36, 200)])
        week.closes[2].source = .other(ratio: 2)
        #expect(Sparkline(week, open: start.adding(37))?.text.hasSuffix("▁▁▁▁") == true)
        week.closes[2].source = .same
        #expect(Sparkline(week, open: start.adding(37))?.text.hasSuffix("▁▁▇▇") == true)
    }
}
