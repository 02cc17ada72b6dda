/// A sign of life of the leader, which it sends each second and its followers pass on.
public struct Beat: Hashable, Sendable {
    public var term: UInt32
    /// The nodes through which it came, the leader first.
    public var path: [NodeID]

    /// The leader has released the lease.
    public var isLast: Bool

    public init(term: UInt32, path: [NodeID], isLast: Bool = false) {
        (self.term, self.path, self.isLast) = (term, path, isLast)
    }

    /// The beat as a node passes it on to those that follow it.
    public func passed(on node: NodeID) -> Beat { Beat(term: term, path: path + [node], isLast: isLast) }

    /// More nodes in a row than any fleet needs. A beat with a longer path is in a ring.
    public static let pathMax = 16
}
