import Foundation
import Shared
import TestSupport
import Testing

@testable import TerminalClient

@MainActor
struct UserReplicaTests {
    // MARK: Side by side

    /// The coin was moved offline, or respaced offline to make room for another one.
    @Test func aCoinThatOthersRemovedStaysAwayIfItIsMovedOffline() throws {
        let key = try #require(OrderKey("V"))
        for moved in [CoinID(2), CoinID(4)] {
            let items =
                [1, 2, 3].map { ListItem(coin: CoinID($0), orderKey: key) }
                + [ListItem(coin: CoinID(4), orderKey: try #require(OrderKey("W")))]
            let records = items.map { Record(key: $0.key, value: $0.value, version: 1) }
            let (replica, server) = (UserReplica(journals: nil), UserServer(UserTable(version: 1, records: records)))
            server.sync(replica)
            // Between equal keys: their neighbors make room.
            replica.mutate { .move(moved, to: moved == CoinID(2) ? 0 : 2, of: $0) }
            server.change { _ in .remove([CoinID(2)]) }
            server.sync(replica)
            #expect(server.table[ListItem.key(of: CoinID(2))] == nil)
            #expect(Set(replica.favoriteIDs) == [1, 3, 4] && replica.table == server.table && replica.problem == nil)
        }
    }

    @Test func ifTwoAddOneCoinAnUndoOfOneKeepsIt() {
        let server = UserServer(.favorites(1))
        let (one, other) = (UserReplica(journals: nil), UserReplica(journals: nil))
        for replica in [one, other] { server.sync(replica) }
        one.mutate { .add([CoinID(2)], of: $0) }
        other.mutate { .add([CoinID(3), CoinID(2)], of: $0) }
        for replica in [one, other, one] { server.sync(replica) }
        // This terminal replaced the first one's record without ever holding it.
        other.undo()
        for replica in [other, one] { server.sync(replica) }
        #expect(Set(server.table.favoriteIDs) == [1, 2])
        #expect(one.table == server.table && other.table == server.table)
    }

    @Test func aLimitThatWasLoweredMeanwhileRefusesPendingGrowthAndNoRemoval() {
        let (replica, server) = (UserReplica(journals: nil), UserServer(.favorites(1, 2, 3)))
        server.sync(replica)
        replica.mutate { .add([CoinID(4)], of: $0) }
        replica.mutate { .move(CoinID(1), to: 2, of: $0) }
        replica.mutate { _ in .remove([CoinID(2)]) }
        server.rules.limit(.listItem, toRecords: 1)
        server.sync(replica)
        #expect(server.table.favoriteIDs == [3, 1] && replica.favoriteIDs == [3, 1])
        #expect(replica.problem == MutationRefusal.tooMany("favorites", limit: 1).description)
        #expect(replica.pendingCount == 0 && replica.problemsWaiting == 0)
    }

    // MARK: Diffs

    @Test func aDiffWithAnotherHashRequestsTheTable() {
        let (replica, server) = (UserReplica(journals: nil), UserServer(.favorites(1)))
        server.sync(replica)
        // The database was copied back by hand under the same identity, and has grown since.
        server.database.table = .setting({ .add([CoinID(7)], of: $0) }, { .add([CoinID(8)], of: $0) })
        server.sync(replica)
        #expect(server.tablesAsked == 1)
        #expect(replica.table == server.table)
        #expect(replica.favoriteIDs == [7, 8])
    }

    @Test func resultsThatComeBeforeTheTableWaitForIt() throws {
        let (replica, server) = (UserReplica(journals: nil), UserServer(.favorites(1)))
        server.sync(replica)
        let welcome = server.welcome(replica.clientID)
        _ = replica.connected(welcome, send: { _ in })
        replica.mutate { .add([CoinID(2)], of: $0) }
        let mutation = Mutation.add([CoinID(2)], of: server.table)
        server.change { _ in mutation }
        var diff = try #require(server.table.diff(since: 1))
        diff.hash &+= 1
        #expect(replica.receive(diff) == 2)
        let result = MutationResult(number: 1, outcome: .applied, version: 2, lastNumber: 1, isChange: true)
        #expect(replica.receive(result) == .nothing)
        #expect(replica.pendingCount == 1 && replica.favoriteIDs == [1, 2])
        #expect(replica.position == nil, "it is asked for, on another connection, too")
        #expect(replica.receive(server.table) == .nothing)
        #expect(replica.pendingCount == 0 && replica.favoriteIDs == [1, 2])
        replica.undo()
        #expect(replica.favoriteIDs == [1])
    }

    // MARK: Refusals

    @Test func aRefusalIsShownAtOnceInTheServersWords() {
        let (replica, server) = (UserReplica(journals: nil), UserServer(.favorites(1, 2)))
        server.rules.limit(.listItem, toRecords: 2)
        server.sync(replica)
        #expect(!replica.mutate { .add([CoinID(3)], of: $0) })
        #expect(replica.problem == "You can have at most 2 favorites; remove one first.")
        #expect(replica.pendingCount == 0 && replica.favoriteIDs == [1, 2])
        let unknown = RecordKey(kind: 77, bytes: [1])
        #expect(!replica.mutate { _ in Mutation([Change(unknown, .put([1]))]) })
        #expect(replica.problemsWaiting == 1)
        var table = server.table
        #expect(throws: MutationRefusal.unknownKind(77)) {
            try table.apply(Mutation([Change(unknown, .put([1]))]), within: server.rules)
        }
    }

    // MARK: Sending

    private func connect(_ replica: UserReplica, _ send: @escaping (NumberedMutation) -> Void) {
        _ = replica.connected(UserServer().welcome(replica.clientID), send: send)
        _ = replica.receive(UserTable())
    }

    private func toggle(_ replica: UserReplica) {
        replica.mutate { .set(Settings.coinsOnly, to: !$0[Settings.coinsOnly]) }
    }

    private func applied(_ number: UInt64) -> MutationResult {
        MutationResult(number: number, outcome: .applied, version: 1, lastNumber: number)
    }

    private func outOfOrder(_ number: UInt64, last: UInt64) -> MutationResult {
        MutationResult(number: number, outcome: .outOfOrder, version: 0, lastNumber: last)
    }

    @Test func aGapIsSentAgainFromTheStart() {
        let replica = UserReplica(journals: nil)
        var sent: [UInt64] = []
        connect(replica) { sent.append($0.number) }
        for _ in 0..<3 { toggle(replica) }
        #expect(replica.receive(applied(1)) == .nothing)
        #expect(replica.receive(outOfOrder(3, last: 1)) == .nothing)
        #expect(sent == [1, 2, 3], "the second is still to be answered")
        #expect(replica.receive(outOfOrder(2, last: 1)) == .nothing)
        #expect(sent == [1, 2, 3, 2, 3])
    }

    @Test func changesThatCouldNotBeStoredWaitBeforeTheyAreSentAgain() {
        let replica = UserReplica(journals: nil)
        var sent: [UInt64] = []
        connect(replica) { sent.append($0.number) }
        for _ in 0..<2 { toggle(replica) }
        let failed = MutationResult(number: 1, outcome: .retryLater(reason: "full"), version: 0, lastNumber: 0)
        #expect(replica.receive(failed) == .resendLater)
        #expect(replica.receive(outOfOrder(2, last: 0)) == .nothing)
        toggle(replica)
        #expect(sent == [1, 2])
        replica.resend()
        #expect(sent == [1, 2, 1, 2, 3])
    }

    private func unstored(_ number: UInt64, _ reason: String) -> MutationResult {
        MutationResult(number: number, outcome: .retryLater(reason: reason), version: 0, lastNumber: 0)
    }

    /// A skipped result would count as unanswered, and the replica would send nothing more.
    @Test func allResultsThatHaveWaitedForATableAreLookedAt() {
        let replica = UserReplica(journals: nil)
        var sent: [UInt64] = []
        connect(replica) { sent.append($0.number) }
        for _ in 0..<2 { toggle(replica) }
        let misfit = UserDiff(from: 8, to: 9, hash: 0, records: [], removed: [])
        #expect(replica.receive(misfit) != nil, "it needs the table")
        #expect(replica.receive(unstored(1, "full")) == .nothing)
        #expect(replica.receive(outOfOrder(2, last: 0)) == .nothing)
        #expect(replica.receive(UserTable()) == .resendLater)
        replica.resend()
        #expect(sent == [1, 2, 1, 2])
    }

    /// A disk that fills used to be told only in the server's log.
    @Test func aServerThatCannotStoreChangesSaysWhyOnceUntilItCan() {
        let replica = UserReplica(journals: nil)
        connect(replica) { _ in }
        toggle(replica)
        _ = replica.receive(unstored(1, "The disk is full."))
        #expect(replica.problem == "The disk is full. The change is sent again until it is saved.")
        replica.problemSeen()
        replica.resend()
        _ = replica.receive(unstored(1, "The disk is full."))
        #expect(replica.problem == nil, "the same reason is no news")
        replica.resend()
        _ = replica.receive(unstored(1, "The database is locked."))
        #expect(replica.problem?.hasPrefix("The database is locked.") == true, "another one is")
        #expect(replica.storeFault == "The database is locked.")
        replica.resend()
        _ = replica.receive(applied(1))
        #expect(replica.problem == nil && replica.storeFault == nil, "it is settled, seen or not")
        toggle(replica)
        _ = replica.receive(unstored(2, "The disk is full."))
        #expect(replica.problem != nil, "that it fills again is news")
    }

    @Test func aChangeThatCannotBeKeptOnDiskIsReportedAndStillSent() throws {
        try PendingFolder.with { folder in
            let replica = try folder.replica()
            try FileManager.default.removeItem(atPath: folder.path)
            var sent: [NumberedMutation] = []
            connect(replica) { sent.append($0) }
            toggle(replica)
            #expect(sent.count == 1)
            #expect(replica.problem?.contains("No such file or directory") == true)
        }
    }
}
