import Shared

/// How a provider divides time into candles. Times are minutes since 1970.
enum CandleBucket: Equatable, Sendable {
    /// Spans of this many minutes, counted from 1970 and moved back by `shift` minutes.
    case minutes(Int64, shift: Int64 = 0)
    /// Calendar months and years in UTC+8.
    case months
    case years

    /// 00:00 in UTC+8 is 16:00 UTC of the day before.
    static let singaporeShift: Int64 = 8 * 60

    static func days(_ count: Int64, shift: Int64 = 0) -> Self { .minutes(1440 * count, shift: shift) }
    /// 1970-01-01 was a Thursday, so the Monday before it was three days earlier.
    static let weeks = Self.minutes(7 * 1440, shift: 3 * 1440 + singaporeShift)

    func start(of minute: Int64) -> Int64 {
        switch self {
        case .minutes(let length, let shift):
            PricePath.floorDivision(minute + shift, length) * length - shift
        case .months: Self.calendarStart(of: minute, digits: 7, rest: "-01")
        case .years: Self.calendarStart(of: minute, digits: 4, rest: "-01-01")
        }
    }

    /// The beginning of the candle that comes `count` candles before the one of `minute`.
    func start(of minute: Int64, before count: Int64) -> Int64 {
        if case .minutes(let length, _) = self { return start(of: minute) - count * length }
        return (0..<count).reduce(start(of: minute)) { start, _ in self.start(of: start - 1) }
    }

    /// The longest span of a price record that never crosses the border of a candle.
    var granularity: Int64 {
        guard case .minutes(let length, _) = self else { return PricePath.blockMinutes }
        return [480, 240, 60, 30, 15, 5].first { length.isMultiple(of: $0) } ?? 1
    }

    /// The first moment of the month or year in UTC+8, found through the date's text.
    private static func calendarStart(of minute: Int64, digits: Int, rest: String) -> Int64 {
        let text = MarketTime(minute: minute + singaporeShift).iso8601
        let start = MarketTime(iso8601: text.prefix(digits) + rest + "T00:00:00Z")
        return (start?.minute ?? minute) - singaporeShift
    }
}

extension MarketTime {
    init(minute: Int64) { self.init(seconds: minute * 60) }
    /// Minutes since 1970.
    var minute: Int64 { PricePath.floorDivision(milliseconds, 60_000) }
    var millisecondsIntoMinute: Int64 { milliseconds - minute * 60_000 }
}
