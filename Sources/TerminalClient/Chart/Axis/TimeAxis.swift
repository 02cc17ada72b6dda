internal import Shared

/// Round times for a row of candles. There is a mark at each candle that begins a new span of time.
struct TimeAxis: Equatable, Sendable {
    struct Tick: Equatable, Sendable {
        /// The index of the candle.
        let index: Int
        let text: String
    }

    /// The room for the longest text with its mark and some space.
    private static let spacing = 10

    let ticks: [Tick]

    /// - Parameters:
    ///   - times: when the candles begin, ascending.
    ///   - pitch: how many columns one candle takes.
    init(times: [MarketTime], pitch: Int) {
        for step in TimeStep.allCases {
            let places = Self.beginnings(of: step, in: times)
            let isSparse = zip(places, places.dropFirst()).allSatisfy { ($1 - $0) * pitch >= Self.spacing }
            guard isSparse else { continue }
            ticks = places.map { Tick(index: $0, text: Self.text(of: times[$0], after: times[$0 - 1], step)) }
            return
        }
        ticks = []
    }

    private static func beginnings(of step: TimeStep, in times: [MarketTime]) -> [Int] {
        let numbers = times.map(step.number)
        return numbers.indices.dropFirst().filter { numbers[$0] != numbers[$0 - 1] }
    }

    /// The part of the time that is new: the year, the month, the day, or else the time of day.
    private static func text(of time: MarketTime, after before: MarketTime, _ step: TimeStep) -> String {
        let (date, old) = (time.date, before.date)
        if date.year != old.year { return String(date.year) }
        if step.rawValue >= TimeStep.month.rawValue { return TimeText.month(date) }
        return date == old ? TimeText.clock(time) : TimeText.day(date)
    }
}

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

/// Writes times as a chart shows them.
enum TimeText {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// `14:30`
    static func clock(_ time: MarketTime) -> String { time.hourAndMinute }
    /// `21 Nov`
    static func day(_ date: CivilDate) -> String { "\(date.day) \(month(date))" }
    /// `Nov`
    static func month(_ date: CivilDate) -> String {
        months.indices.contains(Int(date.month) - 1) ? months[Int(date.month) - 1] : ""
    }

    /// When a candle began: the day, and also the time of day if the candle is shorter than a day.
    static func full(_ time: MarketTime, _ interval: CandleInterval) -> String {
        let day = day(time.date)
        return interval.seconds < 86_400 ? "\(day) \(clock(time))" : "\(day) \(time.date.year)"
    }
}
