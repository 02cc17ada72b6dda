/// Which of a server's nodes to connect to. After a failure it is the next one's turn.
struct NodeRotation {
    /// The longest wait before the first try after a loss. All terminals of a node lose it together, and must not come
    /// to the next one together.
    static let spread = Duration.seconds(1)

    /// The index of the node.
    private(set) var current = 0
    private let count: Int
    /// How many tries have failed since the last Welcome.
    private var failures = 0
    private var wasWelcomed = false

    /// - Parameter count: how many nodes the server has, at least 1.
    init(count: Int) { self.count = count }

    mutating func welcomed() { (failures, wasWelcomed) = (0, true) }

    /// Goes to the next node.
    /// - Parameter jitter: random, 0 to 1.
    /// - Returns: how long to wait before connecting to it; nil if every node has failed in turn, so that it is time to
    ///   back off.
    mutating func failed(jitter: Double) -> Duration? {
        current = (current + 1) % count
        failures += 1
        if failures.isMultiple(of: count) { return nil }
        return failures == 1 && wasWelcomed ? Self.spread * jitter : .zero
    }
}
