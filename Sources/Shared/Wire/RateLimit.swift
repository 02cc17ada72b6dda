public import NIOCore

/// Allows a number of events per second, after a burst of ten seconds' worth. It knows no clock.
///
/// This is the generic cell rate algorithm. It stores one point in time: when the rate will have allowed all events so
/// far.
public struct RateLimit: Sendable {
    private static let burstSeconds: Int64 = 10

    private let interval: TimeAmount
    private let debtMax: TimeAmount
    private var paidAt: NIODeadline

    /// - Parameter perSecond: 0 means no limit.
    public init(perSecond: Int, now: NIODeadline) {
        interval = perSecond > 0 ? .nanoseconds(1_000_000_000 / Int64(perSecond)) : .zero
        debtMax = .seconds(Self.burstSeconds)
        paidAt = now
    }

    /// - Returns: whether another event is allowed now.
    public mutating func allows(at now: NIODeadline) -> Bool {
        paidAt = max(paidAt, now) + interval
        return paidAt <= now + debtMax
    }
}
