internal import Shared

/// The series that one user's charts show in all terminals, and those that were shown a moment ago. With a limit on
/// these, nobody can use up the kept candles by opening many charts, or the requests by opening one after another.
struct SeriesShare {
    /// With the longest series, this is a tenth of all kept candles.
    static let seriesMax = 40
    /// How long a series counts after its last chart was closed, which is about as long as its candles stay fresh.
    static let memory = Duration.seconds(60)

    private var charts: [SeriesKey: Int] = [:]
    private var left: [SeriesKey: MarketTime] = [:]

    var isEmpty: Bool { charts.isEmpty && left.isEmpty }
    var remembers: Bool { !left.isEmpty }

    func hasRoom(for key: SeriesKey) -> Bool {
        charts[key] != nil || left[key] != nil || charts.count + left.count < Self.seriesMax
    }

    mutating func opened(_ key: SeriesKey) {
        charts[key, default: 0] += 1
        left[key] = nil
    }

    mutating func closed(_ key: SeriesKey, at now: MarketTime) {
        guard let count = charts[key] else { return }
        charts[key] = count > 1 ? count - 1 : nil
        if count == 1 { left[key] = now }
    }

    /// If the clock is set back, times in the future are forgotten, too, because they would stay that long.
    mutating func forget(at now: MarketTime) {
        left = left.filter { $0.value <= now && now < $0.value.adding(Self.memory) }
    }
}
