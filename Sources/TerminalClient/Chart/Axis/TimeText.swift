internal import Shared

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
