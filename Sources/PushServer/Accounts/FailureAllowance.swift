internal import Shared

/// Limits the failures of each key: a burst at once, then one in each interval.
///
/// This is the generic cell rate algorithm (ITU-T I.371, annex A). It stores one time for each key: the time at which
/// the rate will have allowed all its failures. The wait does not grow, so one stranger cannot use up the allowance
/// that all strangers share.
struct FailureAllowance<Key: Hashable> {
    /// Above this count, keys whose time has passed are dropped.
    private static var debtsMax: Int { 10_000 }

    private let burst: Int64
    /// In milliseconds.
    private let interval: Int64
    private var paidAt: [Key: MarketTime] = [:]

    /// - Parameter burst: how many tries may be made at once. If the last of them fails, the first wait begins.
    init(burst: Int64, interval: Duration) {
        (self.burst, self.interval) = (burst, interval.components.seconds * 1000)
    }

    /// When all failures of a key are paid for; nil: it has none.
    subscript(paidAt key: Key) -> MarketTime? {
        get { paidAt[key] }
        set { paidAt[key] = newValue }
    }

    /// - Returns: when another try may be made. Nil or a past time means now.
    func next(_ key: Key) -> MarketTime? { paidAt[key]?.adding(milliseconds: -(burst - 1) * interval) }

    mutating func spend(_ key: Key, at now: MarketTime) {
        if paidAt.count >= Self.debtsMax { paidAt = paidAt.filter { $0.value > now } }
        paidAt[key] = max(paidAt[key] ?? now, now).adding(milliseconds: interval)
    }

    mutating func giveBack(_ key: Key) { paidAt[key] = paidAt[key]?.adding(milliseconds: -interval) }
}
