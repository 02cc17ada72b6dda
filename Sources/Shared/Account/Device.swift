/// The number of a device, never used twice.
public struct DeviceID: RawRepresentable, Hashable, Comparable, Sendable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }

    public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}

/// Something that a user has logged in on with the password, and that signs in by itself since.
public struct Device: Hashable, Sendable {
    public var id: DeviceID
    /// As its hello gave it.
    public var name: String
    public var created: MarketTime
    /// To the hour.
    public var used: MarketTime
    /// That it last came from; empty where that is not known.
    public var address: String
    /// Whether it is the one that asks.
    public var isOwn: Bool
    /// Whether a terminal on it is connected now.
    public var isConnected: Bool

    public init(
        id: DeviceID,
        name: String,
        created: MarketTime,
        used: MarketTime,
        address: String = "",
        isOwn: Bool = false,
        isConnected: Bool = false
    ) {
        (self.id, self.name, self.created, self.used) = (id, name, created, used)
        (self.address, self.isOwn, self.isConnected) = (address, isOwn, isConnected)
    }
}
