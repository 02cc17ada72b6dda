/// An hour of UTC, by its number since 1970.
public struct MarketHour: RawRepresentable, Hashable, Comparable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public init(_ rawValue: UInt32) { self.rawValue = rawValue }

    /// The hour of a time. Times before 1970 belong to the first hour.
    public init(of time: MarketTime) { rawValue = UInt32(clamping: time.milliseconds / 3_600_000) }

    public var start: MarketTime { MarketTime(seconds: Int64(rawValue) * 3600) }

    /// Limited to valid hours.
    public func adding(_ hours: Int) -> Self { Self(UInt32(clamping: Int(rawValue) + hours)) }

    public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}
