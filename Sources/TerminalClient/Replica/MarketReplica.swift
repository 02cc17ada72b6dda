internal import Observation
package import Shared

/// The market as this terminal has it, for view models to watch.
@MainActor
@Observable
package final class MarketReplica {
    /// Changed in place: a copy kept beside it would cost a copy of each column that changes.
    private var follower = MarketFollower()

    package init() {}

    package var table: MarketTable { follower.table }
    /// Whether everything that the server holds has come once.
    package var isComplete: Bool { follower.isComplete }
    /// Coins, or the reason why there are none.
    var hasSomethingToShow: Bool {
        isComplete && (table.count > 0 || table.sources.contains { $0.kind == .listing && $0.state != .starting })
    }

    var position: MarketPosition? { follower.position }

    func connected() { follower.connected() }

    /// - Returns: an error if a snapshot must be asked for.
    func receive(_ part: MarketPart) -> MarketTableError? { follower.receive(part) }
    func receive(_ diff: MarketDiff) -> MarketTableError? { follower.receive(diff) }
}
