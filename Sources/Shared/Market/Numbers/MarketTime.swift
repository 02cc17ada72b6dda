#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// A moment in UTC, to the millisecond.
///
/// Providers send seconds, milliseconds and ISO 8601 text. All become this type on arrival, so that units cannot be
/// mixed up.
public struct MarketTime: Hashable, Sendable {
    /// Since 1970-01-01T00:00:00Z.
    public let milliseconds: Int64

    public init(milliseconds: Int64) { self.milliseconds = milliseconds }
    /// Limited to times that milliseconds can express, some 292 million years in both directions.
    public init(seconds: Int64) { milliseconds = Self.milliseconds(in: seconds) }

    /// The system's clock, which the user or NTP may set back.
    public static var now: Self { Self(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded())) }

    /// Times come from outside, so sums stop at the ends of the range instead of trapping.
    public func adding(milliseconds more: Int64) -> Self {
        let (sum, overflow) = milliseconds.addingReportingOverflow(more)
        return Self(milliseconds: overflow ? (more < 0 ? .min : .max) : sum)
    }

    /// Adds the whole milliseconds of a duration. This is exact, while a quotient of durations is a `Double` and would
    /// sometimes lose a millisecond.
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
    /// Reads the form on the wire.
    public init(wire milliseconds: UInt64) { self.init(milliseconds: Int64(clamping: milliseconds)) }
    public var wire: UInt64 { UInt64(clamping: milliseconds) }

    /// The time that has passed since `earlier`; zero if that is in the future.
    public func elapsed(since earlier: MarketTime) -> Duration {
        let (difference, overflow) = milliseconds.subtractingReportingOverflow(earlier.milliseconds)
        return .milliseconds(overflow ? (milliseconds < 0 ? 0 : .max) : max(0, difference))
    }

    /// Whether two moments are less than `length` apart, in either order. After the clock was set back, earlier times
    /// are in the future, which does not make them new.
    public func isNear(_ other: MarketTime, within length: Duration) -> Bool {
        max(elapsed(since: other), other.elapsed(since: self)) < length
    }
}

extension MarketTime {
    /// For seconds from outside.
    /// - Returns: nil when they do not fit.
    public init?(checkedSeconds seconds: Int64) {
        let (milliseconds, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        if overflow { return nil }
        self.init(milliseconds: milliseconds)
    }
}
