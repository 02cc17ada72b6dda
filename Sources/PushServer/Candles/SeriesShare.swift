internal import Shared

/// The series that one user's charts show in all terminals, and those that they have shown a moment ago: nobody takes
/// everybody's candles by opening many charts, nor everybody's requests by opening one after the other.
struct SeriesShare {
    /// Of the longest ones, a tenth of all candles that are kept.
    static let seriesMax = 40
    /// For how long a series counts after its last chart was closed: about as long as its candles are as good as new ones.
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

    /// A clock that is set back forgets, too: what lies ahead would stay for as long.
    mutating func forget(at now: MarketTime) {
        left = left.filter { $0.value <= now && now < $0.value.adding(Self.memory) }
    }
}
