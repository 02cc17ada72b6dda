internal import Shared

/// How many connections fit into the file descriptors that the system allows the process. The server needs some for itself: it
/// must write its users' changes, ask its providers and answer its operator however many terminals come.
struct DescriptorBudget: Sendable {
    /// The database and its log, the providers, what the libraries open, and room to spare.
    static let reserve = 64
    /// Each has one for its poll, one to be woken and one for its timer.
    static let ofEventLoop = 3

    /// The most that the process may have open; nil if the system does not say.
    let most: Int?
    let eventLoops: Int

    /// - Returns: as many as wanted, or as many as fit; at least one.
    func connections(wanted: Int) -> Int {
        guard let most else { return wanted }
        let room = most - Self.reserve - AdminConnections.most - Self.ofEventLoop * eventLoops
        // A tenth more is accepted, to be told that there are too many.
        return max(1, min(wanted, room * 10 / 11))
    }
}
