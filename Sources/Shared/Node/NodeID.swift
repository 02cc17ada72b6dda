/// Identifies a running node: 128 random bits, new with each process. So a restarted node never mistakes for its own
/// what an earlier process was given.
public struct NodeID: Hashable, Sendable {
    public let high: UInt64
    public let low: UInt64

    public init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

    public static func random() -> NodeID {
        NodeID(high: .random(in: 0...UInt64.max), low: .random(in: 0...UInt64.max))
    }

    /// From 16 bytes in network order.
    public init?(bytes: some Collection<UInt8>) {
        guard let id = ClientID(bytes: bytes) else { return nil }
        self.init(high: id.high, low: id.low)
    }

    public var bytes: [UInt8] { ClientID(high: high, low: low).bytes }
}

extension NodeID: CustomStringConvertible {
    /// The first 8 of 32 hexadecimal digits, enough to tell the nodes of a fleet apart.
    public var description: String { String(ClientID(high: high, low: low).description.prefix(8)) }
}
