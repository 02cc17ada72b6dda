internal import Observation

/// Something with replicas of the market, the user's data and the rates: the link that fills them, and the session that
/// screens read.
@MainActor
package protocol ReplicaHolder: Sendable {
    var market: MarketReplica { get }
    var user: UserReplica { get }
    var rates: RateReplica { get }
}

@MainActor
extension ReplicaHolder {
    /// Whether the market and the user's data have come once.
    package var isReady: Bool { market.isComplete && user.isComplete }

    /// Waits until the replicas are ready, or the calling task is cancelled.
    package func untilReady() async {
        for await isReady in Observations({ isReady }) where isReady { return }
    }
}
