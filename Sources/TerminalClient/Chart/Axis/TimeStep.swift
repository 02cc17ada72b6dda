internal import Shared

/// The familiar spans that divide a time axis, in the time of the clock on the screen.
enum TimeStep: Int, CaseIterable, Sendable {
    case fiveMinutes, tenMinutes, halfHour, hour, twoHours, threeHours, sixHours, twelveHours
    case day, twoDays, week, month, quarter, year

    /// The number of the span of this length that contains a time. Neighboring spans have neighboring numbers.
    func number(of time: MarketTime) -> Int64 {
        let seconds = time.milliseconds / 1000
        switch self {
        case .fiveMinutes: return seconds / 300
        case .tenMinutes: return seconds / 600
        case .halfHour: return seconds / 1800
        case .hour: return seconds / 3600
        case .twoHours: return seconds / 7200
        case .threeHours: return seconds / 10_800
        case .sixHours: return seconds / 21_600
        case .twelveHours: return seconds / 43_200
        case .day: return seconds / 86_400
        case .twoDays: return seconds / 172_800
        // Weeks begin on Monday, and 1970-01-01 was a Thursday.
        case .week: return (seconds + 259_200) / 604_800
        case .month: return time.date.year * 12 + time.date.month - 1
        case .quarter: return (time.date.year * 12 + time.date.month - 1) / 3
        case .year: return time.date.year
        }
    }
}
