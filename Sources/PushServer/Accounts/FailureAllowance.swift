internal import Shared

/// How many failures one thing may have: so many at once, and then one in each interval.
///
/// The generic cell rate algorithm (ITU-T I.371, annex A): for each key one point in time, at which all its failures are paid for. The wait
/// does not grow, so one stranger cannot use up what all strangers have together.
struct FailureAllowance<Key: Hashable> {
    /// Debts that are paid are dropped when there are so many.
    private static var debtsMax: Int { 10_000 }

    private let burst: Int64
    /// In milliseconds.
    private let interval: Int64
    private var paidAt: [Key: MarketTime] = [:]

    /// - Parameter burst: how many tries may be made at once. If the last of them fails, the first wait begins.
    init(burst: Int64, interval: Duration) {
        (self.burst, self.interval) = (burst, interval.components.seconds * 1000)
    }

    /// - Returns: when another try may be made; nil or a time that is past: now.
    func next(_ key: Key) -> MarketTime? { paidAt[key]?.adding(milliseconds: -(burst - 1) * interval) }

    mutating func spend(_ key: Key, at now: MarketTime) {
        if paidAt.count >= Self.debtsMax { paidAt = paidAt.filter { $0.value > now } }
        paidAt[key] = max(paidAt[key] ?? now, now).adding(milliseconds: interval)
    }

    mutating func giveBack(_ key: Key) { paidAt[key] = paidAt[key]?.adding(milliseconds: -interval) }
}
