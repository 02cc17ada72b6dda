internal import Observation
package import Shared

/// This terminal's market, for view models to observe at the user's pace.
@MainActor
package final class MarketReplica {
    package let pace: MarketPace
    /// Changed in place, because with a second copy each changed column would be copied.
    private var follower: MarketFollower
    private var holdsCached: Bool

    /// - Parameter cached: what an earlier process knew, to show until the server sends something newer.
    package init(pace: MarketPace = MarketPace(), cached: CachedMarket? = nil) {
        self.pace = pace
        follower = cached.map { MarketFollower($0.table, at: $0.epoch) } ?? MarketFollower()
        holdsCached = cached != nil
    }

    package var table: MarketTable {
        pace.followed()
        return follower.table
    }

    /// Whether all rows of the server have come once.
    package var isComplete: Bool {
        pace.followed()
        return follower.isComplete
    }

    /// Whether the shown market is an earlier process's, and the server has sent nothing newer yet.
    package var isCached: Bool {
        pace.followed()
        return holdsCached
    }

    /// Whether the server has sent all rows to this process.
    var isCurrent: Bool { isComplete && !isCached }

    /// What to keep for the next process; nil if the whole market has not come, or has no rows yet. The next process shows
    /// old rows rather than none.
    var whole: CachedMarket? {
        guard let position = follower.position, follower.replica.count > 0 else { return nil }
        return CachedMarket(epoch: position.epoch, table: follower.replica)
    }

    /// Whether there are coins, or a reason why there are none.
    var hasSomethingToShow: Bool {
        isComplete && (table.count > 0 || table.sources.contains { $0.kind == .listing && $0.state != .starting })
    }

    /// How far the market has come, for a caller that looks again later.
    var mark: MarketMark { MarketMark(generation: follower.generation, sequence: table.sequence) }

    /// - Returns: the rows in which anything has changed since, in their order; nil: it is another table.
    func rowsChanged(since mark: MarketMark?) -> [Int]? {
        guard let mark, mark.generation == follower.generation else { return nil }
        return mark.sequence == table.sequence ? [] : table.rows(changedSince: mark.sequence)
    }

    var sequence: UInt64 { follower.sequence }
    var position: MarketPosition? { follower.position }

    func connected() { follower.connected() }

    /// The node that the terminal is connected to follows another leader.
    func receive(_ news: NewEpoch) { follower.receive(news) }

    /// - Returns: an error if a snapshot is needed.
    func receive(_ part: MarketPart) -> MarketTableError? {
        defer { pace.came() }
        let problem = follower.receive(part)
        if part.isLast, problem == nil, !follower.awaitsDiff { holdsCached = false }
        return problem
    }

    /// - Returns: an error if a snapshot is needed.
    func receive(_ diff: MarketDiff) -> MarketTableError? {
        // The first one says that the shown prices are the newest ones.
        let isMove = !holdsCached && !follower.awaitsDiff && diff.changes.isMove(in: follower.table)
        defer { if isMove { pace.moved() } else { pace.came() } }
        // While it waits for a snapshot, a diff is for another table.
        let fits = follower.position != nil || follower.awaitsDiff
        let problem = follower.receive(diff)
        if fits, problem == nil { holdsCached = false }
        return problem
    }
}

/// A place in the history of the market that is shown.
struct MarketMark: Equatable, Sendable {
    fileprivate let generation: Int
    fileprivate let sequence: UInt64
}

extension MarketChanges {
    /// Whether only figures of known coins have changed. A source's newer time is not a change.
    fileprivate func isMove(in table: MarketTable) -> Bool {
        instruments.isEmpty && delistings.isEmpty
            && sources.allSatisfy { source in table.sources.contains { $0.fares(as: source) } }
    }
}

extension MarketSource {
    /// Whether two states of a source differ only in its age.
    fileprivate func fares(as other: MarketSource) -> Bool {
        var aged = self
        aged.lastEvent = other.lastEvent
        return aged == other
    }
}
