internal import Shared

/// How many connections fit into the process's file descriptors. The server reserves some for itself: it must write
/// its users' changes, query its providers and answer its operator however many terminals connect.
struct DescriptorBudget: Sendable {
    /// For the database and its log, the providers, libraries, and a margin.
    static let reserve = 64
    /// Each event loop has one for its poll, one for wake-ups and one for its timer.
    static let ofEventLoop = 3

    /// The limit of open files of the process; nil if the system does not report it.
    let most: Int?
    let eventLoops: Int

    /// - Returns: as many as wanted or as many as fit, whichever is less; at least one.
    func connections(wanted: Int) -> Int {
        guard let most else { return wanted }
        let room = most - Self.reserve - AdminConnections.most - Self.ofEventLoop * eventLoops
        // The server accepts a tenth more connections, to tell them that there are too many.
        return max(1, min(wanted, room * 10 / 11))
    }
}
