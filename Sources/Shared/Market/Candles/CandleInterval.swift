/// How long one candle lasts. Every interval begins at a whole multiple of its length in UTC; weeks begin on Monday.
public enum CandleInterval: String, Sendable, CaseIterable, Codable {
    case minute = "1m"
    case fiveMinutes = "5m"
    case quarterHour = "15m"
    case halfHour = "30m"
    case hour = "1h"
    case fourHours = "4h"
    case day = "1d"
    case week = "1w"

    public var seconds: Int64 {
        switch self {
        case .minute: 60
        case .fiveMinutes: 300
        case .quarterHour: 900
        case .halfHour: 1800
        case .hour: 3600
        case .fourHours: 14_400
        case .day: 86_400
        case .week: 604_800
        }
    }

    /// The beginning of the interval that contains `time`.
    public func start(of time: MarketTime) -> MarketTime {
        // 1970-01-01 was a Thursday; the Monday before it was three days earlier.
        let offset: Int64 = self == .week ? -3 * 86_400_000 : 0
        let length = seconds * 1000
        let past = (time.milliseconds - offset) % length
        return time.adding(milliseconds: past < 0 ? -(past + length) : -past)
    }

    /// The end of the interval that begins at `start`: the beginning of the next one.
    public func end(from start: MarketTime) -> MarketTime { start.adding(seconds: seconds) }
}
