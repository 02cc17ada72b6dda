public import NIOCore

/// So many things in a second, after a burst of ten seconds' worth. Knows no clock.
///
/// The generic cell rate algorithm: one point in time, at which the debt of all that came would be paid.
public struct RateLimit: Sendable {
    private static let burstSeconds: Int64 = 10

    private let interval: TimeAmount
    private let debtMax: TimeAmount
    private var paidAt: NIODeadline

    /// - Parameter perSecond: 0: any number.
    public init(perSecond: Int, now: NIODeadline) {
        interval = perSecond > 0 ? .nanoseconds(1_000_000_000 / Int64(perSecond)) : .zero
        debtMax = .seconds(Self.burstSeconds)
        paidAt = now
    }

    /// - Returns: whether one more may come now.
    public mutating func allows(at now: NIODeadline) -> Bool {
        paidAt = max(paidAt, now) + interval
        return paidAt <= now + debtMax
    }
}
