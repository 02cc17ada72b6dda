import Shared
import TestSupport
import Testing

@testable import TerminalClient

/// What a server offers, as the next start shows it before there is a connection.
@MainActor
struct HeldOffersTests {
    /// Once, they were kept only together with a changed table.
    @Test(arguments: [(ServerOffers.test, ServerOffers.mock), (.mock, .test)])
    func newOffersAreKeptAlthoughTheTableIsTheSame(old: ServerOffers, new: ServerOffers) {
        let (server, store) = (UserServer(.favorites(1)), HoldingStore())
        for offers in [old, new] {
            server.offers = offers
            server.sync(UserReplica(journals: store))
            #expect(UserReplica(journals: store).offers == offers)
        }
    }
}

/// Keeps the table of a user, and no changes.
@MainActor
private final class HoldingStore: PendingStore {
    let queues = [MutationQueue(clientID: ClientID(high: 1, low: 2))]
    private(set) var held: HeldTable?
    let problems: [Problem] = []

    func write(_ queue: MutationQueue, replacing former: ClientID?, durably: Bool) throws(ProfileError) {}
    func remove(_ clientID: ClientID) {}
    func release() {}
    func keep(_ held: HeldTable) { self.held = held }
}
