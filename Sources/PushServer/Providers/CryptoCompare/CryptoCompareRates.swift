import Shared

/// `RateLimit`: the requests made in each window, and the windows' limits.
struct CryptoCompareRates {
    private var made: [String: Int64] = [:]
    private var most: [String: Int64] = [:]

    mutating func read(_ reader: inout JSONReader) throws(JSONError) {
        var read = Self()
        try reader.members { reader, key throws(JSONError) in
            switch key {
            case "calls_made": read.made = try Self.windows(&reader)
            case "max_calls": read.most = try Self.windows(&reader)
            default: break
            }
        }
        self = read
    }

    /// When the longest used-up window ends. Windows are assumed to be calendar periods in UTC.
    /// - Returns: nil if no window is used up, or the answer has none.
    func reset(after time: MarketTime) -> MarketTime? {
        if isUsedUp("month") { return time.nextMonth }
        if isUsedUp("day") { return time.nextDay }
        for (window, interval) in [("hour", CandleInterval.hour), ("minute", .minute)] where isUsedUp(window) {
            return interval.end(from: interval.start(of: time))
        }
        return isUsedUp("second") ? time.adding(seconds: 1) : nil
    }

    private func isUsedUp(_ window: String) -> Bool {
        guard let made = made[window], let most = most[window] else { return false }
        return made >= most
    }

    private static func windows(_ reader: inout JSONReader) throws(JSONError) -> [String: Int64] {
        var windows: [String: Int64] = [:]
        try reader.members { reader, key throws(JSONError) in windows[key] = try reader.integer() }
        return windows
    }
}
