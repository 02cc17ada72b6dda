/// A sign of life of the leader, which it sends each second and its followers pass on.
public struct Beat: Hashable, Sendable {
    public var term: UInt32
    /// The nodes through which it came, the leader first.
    public var path: [NodeID]

    public init(term: UInt32, path: [NodeID]) { (self.term, self.path) = (term, path) }

    /// More nodes in a row than any fleet needs. A beat with a longer path is in a ring.
    public static let pathMax = 16
}
