import Shared

/// The candles that Huobi offers.
package enum HuobiPeriod: String, CaseIterable, Sendable {
    case minute = "1min"
    case fiveMinutes = "5min"
    case quarterHour = "15min"
    case halfHour = "30min"
    case hour = "60min"
    case fourHours = "4hour"
    case day = "1day"
    case week = "1week"
    case month = "1mon"
    case year = "1year"

    /// The maximum number of candles in one answer. Older ones cannot be requested.
    static let countMax = 2000

    /// The server's interval with the same bounds. Days and longer periods have none, because they begin at midnight
    /// in UTC+8.
    var interval: CandleInterval? {
        switch self {
        case .minute: .minute
        case .fiveMinutes: .fiveMinutes
        case .quarterHour: .quarterHour
        case .halfHour: .halfHour
        case .hour: .hour
        // Midnight in UTC+8 is 16:00 UTC, a multiple of four hours.
        case .fourHours: .fourHours
        case .day, .week, .month, .year: nil
        }
    }
}

extension HuobiPeriod: CandleBounds {
    private static let utc8Milliseconds: Int64 = 8 * 3600 * 1000

    func isStart(_ time: MarketTime) -> Bool {
        // The starts of weeks, months and years were never recorded, so only the hour is checked.
        interval?.isStart(time) ?? CandleInterval.day.isStart(time.adding(milliseconds: Self.utc8Milliseconds))
    }

    func end(from start: MarketTime) -> MarketTime {
        switch self {
        case .day: CandleInterval.day.end(from: start)
        case .week: CandleInterval.week.end(from: start)
        case .month: Self.afterMonths(1, start)
        case .year: Self.afterMonths(12, start)
        default: interval?.end(from: start) ?? start
        }
    }

    private static func afterMonths(_ count: Int, _ start: MarketTime) -> MarketTime {
        let local = start.adding(milliseconds: utc8Milliseconds)
        return (0..<count).reduce(local) { month, _ in month.nextMonth }.adding(milliseconds: -utc8Milliseconds)
    }
}
