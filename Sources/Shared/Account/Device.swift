/// The number of a device, never used twice.
public struct DeviceID: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// A machine on which the user has logged in with the password. Since then, it signs in by itself.
public struct Device: Hashable, Sendable {
    public var id: DeviceID
    /// The name in its Hello.
    public var name: String
    public var created: MarketTime
    /// The beginning of the hour in which it was last used.
    public var used: MarketTime
    /// The address that it last came from; empty if unknown.
    public var address: String
    /// Whether this device has sent the request.
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
