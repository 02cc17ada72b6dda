import Logging
import NIOPosix
import Shared
import Testing

@testable import PushServer

/// A node that does not run yet. Its listener already admits connections.
struct FleetNodeTests {
    private func node(_ store: MemoryFleetStore) -> FleetNode {
        let dependencies = FleetDependencies(
            lease: store,
            credentials: store,
            lead: { _, _, _ in preconditionFailure("a node leads only while it runs") },
            plan: MarketHubRules.Plan(),
            users: Mailbox(),
            outlet: MarketOutlet(shards: [], counters: MarketCounters()),
            clock: ContinuousClock(),
            time: FleetClock { .now },
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        return FleetNode(
            FleetMembership(lease: store, credentials: store),
            dependencies,
            requests: Mailbox(),
            alerts: Mailbox(),
            group: MultiThreadedEventLoopGroup.singleton
        )
    }

    /// Otherwise, the node could take the lease with a lower term.
    @Test func aNodeHearsOfTermsBeforeItRuns() async throws {
        let store = MemoryFleetStore()
        let node = node(store)
        let (token, other) = (AccessToken.random(), NodeID(high: 1, low: 2))
        await store.addCredential(token.hash, of: other)
        let admitted = await node.check(token.bytes, 7)
        #expect(try admitted.get() == other)
        #expect(await node.lease.heard == 7)
    }
}
