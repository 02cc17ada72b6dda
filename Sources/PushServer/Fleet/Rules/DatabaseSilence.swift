/// How long the database has not answered a node's requests about the lease. Meanwhile no terminal can sign in at the node,
/// because each token is looked up. Terminals that are connected stay, and have prices.
struct DatabaseSilence: Equatable, Sendable {
    /// Longer than a prepared failover. After this time, new terminals are better off at a node that reaches the database.
    static let tolerance = Duration.seconds(10)

    let time: Duration

    /// Why new terminals are better off elsewhere; nil if they are not.
    var words: String? {
        guard time > Self.tolerance else { return nil }
        return "this node has not reached the database for \(time.components.seconds) s, so nobody can sign in here"
    }
}
