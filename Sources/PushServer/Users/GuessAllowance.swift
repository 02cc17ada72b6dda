internal import Shared

/// How many wrong passwords a name may have from all addresses together: so many at once, and then one in a while.
///
/// No wait that grows: one stranger, whom the other counts leave fewer tries than this, must not use it up. The generic cell rate algorithm:
/// for each name one point in time, at which the debt of all its tries would be paid.
struct GuessAllowance {
    private static let burst: Int64 = 20
    private static let interval: Int64 = 120_000
    /// Debts that are paid go when there are so many.
    private static let debtsMax = 10_000

    private var paidAt: [String: MarketTime] = [:]

    /// - Returns: when another may be tried; a time that is past if that is now.
    func next(_ name: String) -> MarketTime? {
        paidAt[name]?.adding(milliseconds: -(Self.burst - 1) * Self.interval)
    }

    mutating func spend(_ name: String, at now: MarketTime) {
        if paidAt.count >= Self.debtsMax { paidAt = paidAt.filter { $0.value > now } }
        paidAt[name] = max(paidAt[name] ?? now, now).adding(milliseconds: Self.interval)
    }

    mutating func giveBack(_ name: String) {
        paidAt[name] = paidAt[name]?.adding(milliseconds: -Self.interval)
    }
}
