import Shared
import TestSupport
import Testing

@testable import TerminalClient

// Undo before the server has answered, or before it has received the change.
extension UndoStackTests {
    /// The server's answer may be late, or lost with the connection. Then the effect of a change comes before its
    /// answer.
    @Test func anUnansweredChangeIsTakenBack() {
        let (replica, server) = terminal(1)
        func effectComesWithoutAnswer() {
            // The first connection delivers the change, and the second one its effect. Both are lost before the answer
            // comes.
            for _ in 1...2 { server.sync(replica, answers: false) }
            #expect(replica.pendingCount > 0 && replica.position?.version == server.table.version)
        }
        replica.mutate { .add([CoinID(2)], of: $0) }
        replica.mutate { .move(CoinID(2), to: 0, of: $0) }
        server.sync(replica)
        replica.mutate { _ in .remove([CoinID(2)]) }
        for wanted in [[2, 1], [1, 2], [1]] as [[UInt32]] {
            effectComesWithoutAnswer()
            replica.undo()
            #expect(replica.favoriteIDs == wanted)
        }
        server.sync(replica)
        #expect(server.table.favoriteIDs == [1] && replica.table == server.table)
    }

    /// Another terminal's change comes with the effect, so only the server knows what this terminal's change did.
    @Test func theServerTakesBackAnUnansweredChange() {
        let (replica, server) = terminal(1)
        replica.mutate { .add([CoinID(2)], of: $0) }
        server.sync(replica, answers: false)
        server.change { .add([CoinID(3)], of: $0) }
        server.sync(replica, answers: false)
        #expect(replica.favoriteIDs == [1, 2, 3] && replica.pendingCount == 1)
        replica.undo()
        server.sync(replica)
        #expect(server.table.favoriteIDs == [1, 3] && replica.table == server.table)
    }

    /// The effect of the change is kept with its undo, so that the next process knows it.
    @Test func anUndoThatWasNotDeliveredIsShownAfterARestart() throws {
        try PendingFolder.with { folder in
            let server = UserServer(.favorites([1, 2, 3]))
            try takeAllBackOffline(in: folder, server)
            let next = try folder.replica()
            #expect(next.favoriteIDs == [1, 2, 3] && next.pendingCount == 1)
            server.sync(next)
            #expect(server.table.favoriteIDs == [1, 2, 3] && next.table == server.table)
        }
    }

    /// Undoes everything offline, in a process of its own.
    private func takeAllBackOffline(in folder: PendingFolder, _ server: UserServer) throws {
        let replica = try folder.replica()
        server.sync(replica)
        replica.mutate { .removeAll(of: $0) }
        server.sync(replica)
        replica.undo()
    }

    /// Once, each of 300 changes was written to disk separately, which took seconds.
    @Test func anUndoOfManyIsOneMutationAndIsWrittenOnce() {
        let store = CountingStore()
        let (replica, server) = (UserReplica(journals: store), UserServer(.favorites(Array(1...300))))
        server.sync(replica)
        replica.mutate { .removeAll(of: $0) }
        replica.undo()
        #expect(replica.favoriteIDs == Array(1...300))
        #expect(replica.pendingCount == 2)
        #expect(store.writes == 2)
    }
}

/// Counts how often something is written.
@MainActor
private final class CountingStore: PendingStore {
    let queues = [MutationQueue(clientID: ClientID(high: 1, low: 2))]
    let held: HeldTable? = nil
    let problems: [Problem] = []
    private(set) var writes = 0

    func write(_ queue: MutationQueue, replacing former: ClientID?, durably: Bool) throws(ProfileError) { writes += 1 }
    func remove(_ clientID: ClientID) {}
    func release() {}
    func keep(_ held: HeldTable) {}
}
