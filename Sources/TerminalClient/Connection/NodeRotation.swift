/// Which of a server's nodes to connect to. After a failure, it is the turn of the next one.
struct NodeRotation {
    /// The longest wait before the first try after a loss. All terminals of a node lose it at the same time, and must
    /// not reach the next one at the same time.
    static let spread = Duration.seconds(1)

    /// The index of the node.
    private(set) var current = 0
    private let count: Int
    /// How many tries have failed since the last Welcome.
    private var failures = 0
    private var wasWelcomed = false
    /// How many tries in a row have failed because the node was not trusted.
    private var untrusted = 0
    /// The nodes that were reported as not trusted.
    private var reported: Set<Int> = []

    /// - Parameter count: how many nodes the server has, at least 1.
    init(count: Int) { self.count = count }

    /// Whether the terminal may still trust some node.
    var mayBeTrusted: Bool { untrusted < count }

    /// How long the node may take to accept a connection: less if there is another one to go to.
    var connectTime: Duration { count > 1 ? .seconds(2) : .seconds(5) }

    /// The node is not trusted.
    /// - Returns: whether that is news. Each node is reported once, however often its turn comes.
    mutating func isNewRefusal() -> Bool { reported.insert(current).inserted }

    mutating func welcomed() { (failures, wasWelcomed, untrusted) = (0, true, 0) }

    /// Goes to the next node.
    /// - Parameters:
    ///   - isUntrusted: whether the try failed because the node was not trusted.
    ///   - jitter: random, 0 to 1.
    /// - Returns: how long to wait before connecting to it; nil if every node has failed in turn, so that it is time to
    ///   back off.
    mutating func failed(isUntrusted: Bool = false, jitter: Double) -> Duration? {
        untrusted = isUntrusted ? untrusted + 1 : 0
        current = (current + 1) % count
        failures += 1
        if failures.isMultiple(of: count) { return nil }
        return failures == 1 && wasWelcomed ? Self.spread * jitter : .zero
    }
}
