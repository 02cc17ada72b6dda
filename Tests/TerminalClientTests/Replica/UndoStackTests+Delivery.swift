import Shared
import TestSupport
import Testing

@testable import TerminalClient

// What is taken back before the server has answered, or before it has heard of it.
extension UndoStackTests {
    /// The server's answer may be late, or lost with the connection: then the effect of a change is there before its answer.
    @Test func whatHasNoAnswerYetIsTakenBack() {
        let (replica, server) = terminal(1)
        func effectComesWithoutAnswer() {
            // The first connection delivers the change, the second one tells of its effect; both are lost too early.
            for _ in 1...2 { server.sync(replica, answers: false) }
            #expect(replica.pendingCount > 0 && replica.position?.version == server.table.version)
        }
        replica.mutate { .add([CoinID(2)], of: $0) }
        replica.mutate { .move(CoinID(2), to: 0, of: $0) }
        server.sync(replica)
        replica.mutate { _ in .remove([CoinID(2)]) }
        for wanted in [[2, 1], [1, 2], [1]] as [[UInt32]] {
            effectComesWithoutAnswer()
            replica.undo(at: now)
            #expect(replica.favoriteIDs == wanted)
        }
        server.sync(replica)
        #expect(server.table.favoriteIDs == [1] && replica.table == server.table)
    }

    /// Another's change comes with the effect, so this terminal cannot tell what its own change did: the server can.
    @Test func theServerTakesBackWhatHasNoAnswerYet() {
        let (replica, server) = terminal(1)
        replica.mutate { .add([CoinID(2)], of: $0) }
        server.sync(replica, answers: false)
        server.change { .add([CoinID(3)], of: $0) }
        server.sync(replica, answers: false)
        #expect(replica.favoriteIDs == [1, 2, 3] && replica.pendingCount == 1)
        replica.undo(at: now)
        server.sync(replica)
        #expect(server.table.favoriteIDs == [1, 3] && replica.table == server.table)
    }

    /// What the change did is kept with its undo, for the next process knows nothing of it otherwise.
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

    /// In a process of its own.
    private func takeAllBackOffline(in folder: PendingFolder, _ server: UserServer) throws {
        let replica = try folder.replica()
        server.sync(replica)
        replica.mutate { .removeAll(of: $0) }
        server.sync(replica)
        replica.undo(at: now)
    }

    /// Each of 300 changes was written to the disk by itself, which took seconds.
    @Test func anUndoOfManyIsOneMutationAndIsWrittenOnce() {
        let store = CountingStore()
        let (replica, server) = (UserReplica(journals: store), UserServer(.favorites(Array(1...300))))
        server.sync(replica)
        replica.mutate { .removeAll(of: $0) }
        replica.undo(at: now)
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
    func keep(_ held: HeldTable) {}
}
