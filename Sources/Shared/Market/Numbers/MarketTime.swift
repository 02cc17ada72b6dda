import Foundation

/// A moment in UTC, to the millisecond.
///
/// Providers send seconds, milliseconds and ISO 8601 text; all become this at the edge, so that the units cannot mix.
public struct MarketTime: Hashable, Sendable {
    /// Since 1970-01-01T00:00:00Z.
    public let milliseconds: Int64

    public init(milliseconds: Int64) { self.milliseconds = milliseconds }
    /// Held to what can be told in milliseconds, some 292 million years either way.
    public init(seconds: Int64) { milliseconds = Self.milliseconds(in: seconds) }

    /// The system's clock, which the user or NTP may set back.
    public static var now: Self { Self(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded())) }

    /// Times come from strangers, so sums stop at the ends of the scale instead of trapping.
    public func adding(milliseconds more: Int64) -> Self {
        let (sum, overflow) = milliseconds.addingReportingOverflow(more)
        return Self(milliseconds: overflow ? (more < 0 ? .min : .max) : sum)
    }

    /// Adds whole milliseconds of a duration, and drops what is left. Exact: a quotient of durations is a `Double` and would lose a
    /// millisecond now and then.
    public func adding(_ more: Duration) -> Self {
        adding(milliseconds: Int64(clamping: more.attoseconds / Self.attosecondsPerMillisecond))
    }

    private static let attosecondsPerMillisecond: Int128 = 1_000_000_000_000_000

    public func adding(seconds more: Int64) -> Self { adding(milliseconds: Self.milliseconds(in: more)) }

    private static func milliseconds(in seconds: Int64) -> Int64 {
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        return overflow ? (seconds < 0 ? .min : .max) : product
    }
}

extension MarketTime: Comparable {
    public static func < (one: Self, other: Self) -> Bool { one.milliseconds < other.milliseconds }
}

extension MarketTime {
    /// As the wire carries it.
    public init(wire milliseconds: UInt64) { self.init(milliseconds: Int64(clamping: milliseconds)) }
    public var wire: UInt64 { UInt64(clamping: milliseconds) }

    /// The time that has passed since `earlier`; zero if that lies ahead.
    public func elapsed(since earlier: MarketTime) -> Duration {
        let (difference, overflow) = milliseconds.subtractingReportingOverflow(earlier.milliseconds)
        return .milliseconds(overflow ? (milliseconds < 0 ? 0 : .max) : max(0, difference))
    }

    /// Whether two moments are less than `length` apart, whichever is the later: a clock that was set back puts what was noted
    /// before into the future, and that is no reason to call it new.
    public func isNear(_ other: MarketTime, within length: Duration) -> Bool {
        max(elapsed(since: other), other.elapsed(since: self)) < length
    }
}
