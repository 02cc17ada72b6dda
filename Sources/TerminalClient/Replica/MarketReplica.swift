internal import Observation
package import Shared

/// The market as this terminal has it, for view models to watch.
@MainActor
@Observable
package final class MarketReplica {
    package private(set) var table = MarketTable()
    /// Whether everything that the server holds has come once.
    package private(set) var isComplete = false

    @ObservationIgnored private var follower = MarketFollower()

    package init() {}

    var position: MarketPosition? { follower.position }

    func connected() { follower.connected() }

    /// - Returns: an error if a snapshot must be asked for.
    func receive(_ part: MarketPart) -> MarketTableError? { update { $0.receive(part) } }
    func receive(_ diff: MarketDiff) -> MarketTableError? { update { $0.receive(diff) } }

    private func update(_ change: (inout MarketFollower) -> MarketTableError?) -> MarketTableError? {
        let error = change(&follower)
        table = follower.table
        if isComplete != follower.isComplete { isComplete = follower.isComplete }
        return error
    }
}
