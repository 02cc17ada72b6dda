import Shared
import TestSupport
import Testing

@testable import TerminalClient

/// A server whose limits were lowered.
@MainActor
struct LoweredLimitsTests {
    private func lower(_ server: UserServer) {
        server.frameBytes = 1000
        server.rules.mutationBytes = 750
        server.rules.limit(.listItem, toRecords: 10)
    }

    private func longList() -> UserServer {
        let server = UserServer()
        server.change { _ in
            Mutation((1...100).map { Change(ListItem.key(of: CoinID($0)), .put([0x0A, 1, 0x56])) })
        }
        return server
    }

    @Test func aRemovalLargerThanAFrameGoesInPartsAndShowsAtOnce() {
        let (server, replica) = (longList(), UserReplica(journals: nil))
        lower(server)
        server.sync(replica)
        replica.mutate { .removeAll(of: $0) }
        #expect(replica.favorites.isEmpty && replica.pendingCount > 1)
        server.sync(replica)
        #expect(server.table.isEmpty && replica.pendingCount == 0 && replica.problem == nil)
        #expect(0..<1000 ~= server.largestFrame)
        // The latest part comes back as far as the limit allows.
        replica.undo()
        #expect(replica.problem?.hasPrefix("You can have at most 10 favorites") == true)
    }

    @Test func aWaitingChangeThatNoLongerFitsAFrameIsDroppedWithAMessage() throws {
        try PendingFolder.with { folder in
            let server = longList()
            server.sync(try folder.replica())
            let offline = try folder.replica()
            offline.mutate { .removeAll(of: $0) }
            offline.mutate { .add([CoinID(7)], of: $0) }
            #expect(offline.favoriteIDs == [7] && offline.pendingCount == 2)
            lower(server)
            server.sync(offline)
            #expect(offline.favorites.count == 100 && offline.pendingCount == 0)
            #expect(offline.problem?.contains("The server now takes changes of at most 1000 bytes") == true)
            offline.mutate { .removeAll(of: $0) }
            server.sync(offline)
            #expect(server.table.isEmpty && 0..<1000 ~= server.largestFrame)
        }
    }

    /// A server may be told to take larger frames than others do.
    @Test func aChangeAsLargeAsAServerMayTakeOutlivesTheProcess() throws {
        try PendingFolder.with { folder in
            let server = longList()
            server.rules.mutationBytes = SessionLimits.clientFrameBytesMax
            server.rules.limit(.listItem, toRecords: 5000)
            server.sync(try folder.replica())
            try leaveMuchBehind(in: folder)
            let next = try folder.replica()
            #expect(next.favorites.count == 3000 && next.pendingCount == 1 && next.problem == nil)
        }
    }

    private func leaveMuchBehind(in folder: PendingFolder) throws {
        let replica = try folder.replica()
        let key: [UInt8] = [0x0A, 24] + [UInt8](repeating: 0x61, count: 24)
        replica.mutate { _ in Mutation((1...3000).map { Change(ListItem.key(of: CoinID($0)), .put(key)) }) }
        #expect(replica.pendingCount == 1)
    }
}
