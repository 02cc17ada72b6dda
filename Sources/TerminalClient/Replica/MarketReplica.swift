internal import Observation
package import Shared

/// The market as this terminal has it, for view models to watch at the user's pace.
@MainActor
package final class MarketReplica {
    package let pace: MarketPace
    /// Changed in place: a copy kept beside it would cost a copy of each column that changes.
    private var follower = MarketFollower()

    package init(pace: MarketPace = MarketPace()) { self.pace = pace }

    package var table: MarketTable {
        pace.followed()
        return follower.table
    }

    /// Whether everything that the server holds has come once.
    package var isComplete: Bool {
        pace.followed()
        return follower.isComplete
    }

    /// Coins, or the reason why there are none.
    var hasSomethingToShow: Bool {
        isComplete && (table.count > 0 || table.sources.contains { $0.kind == .listing && $0.state != .starting })
    }

    var sequence: UInt64 { follower.sequence }
    var position: MarketPosition? { follower.position }

    func connected() { follower.connected() }

    /// - Returns: an error if a snapshot must be asked for.
    func receive(_ part: MarketPart) -> MarketTableError? {
        defer { pace.came() }
        return follower.receive(part)
    }

    /// - Returns: the same.
    func receive(_ diff: MarketDiff) -> MarketTableError? {
        let isMove = diff.changes.isMove(in: follower.table)
        defer { if isMove { pace.moved() } else { pace.came() } }
        return follower.receive(diff)
    }
}

extension MarketChanges {
    /// Whether nothing but figures of known coins has changed. That a source's data is a second younger is no news.
    fileprivate func isMove(in table: MarketTable) -> Bool {
        instruments.isEmpty && delistings.isEmpty
            && sources.allSatisfy { source in table.sources.contains { $0.fares(as: source) } }
    }
}

extension MarketSource {
    /// Whether another word on this source tells nothing new but its age.
    fileprivate func fares(as other: MarketSource) -> Bool {
        var aged = self
        aged.lastEvent = other.lastEvent
        return aged == other
    }
}
