import Foundation
import Shared
import TestSupport
import Testing

@testable import TerminalClient

@MainActor
struct UserReplicaTests {
    private func withDirectory(_ body: (String) throws -> Void) throws {
        let directory = NSTemporaryDirectory() + "/tickwire-pending-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try body(directory)
    }

    private func replica(_ directory: String) throws -> UserReplica {
        UserReplica(journals: try PendingJournals(directory: directory))
    }

    /// Of the journals of pending changes.
    private func names(_ directory: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory).filter { $0 != "table" }
    }

    /// A process that made changes and ended before they were delivered.
    private func leaveBehind(_ coins: [UInt32], in directory: String) throws {
        let replica = try replica(directory)
        for coin in coins { replica.mutate { .add([CoinID(coin)], of: $0) } }
        replica.close()
    }

    // MARK: Earlier processes

    @Test func whatEveryEarlierProcessLeftIsTakenOverAndWhatARunningOneHoldsIsNot() throws {
        try withDirectory { directory in
            let running = try replica(directory)
            running.mutate { .add([CoinID(9)], of: $0) }
            try leaveBehindAtOnce([1], [2, 3], in: directory)
            let next = try replica(directory)
            #expect(Set(next.favoriteIDs) == [1, 2, 3])
            #expect(next.pendingCount == 3)
            #expect(running.pendingCount == 1)
        }
    }

    private func leaveBehindAtOnce(_ one: [UInt32], _ other: [UInt32], in directory: String) throws {
        let replicas = [try replica(directory), try replica(directory)]
        for (replica, coins) in zip(replicas, [one, other]) {
            for coin in coins { replica.mutate { .add([CoinID(coin)], of: $0) } }
        }
    }

    @Test func eachProcesssChangesGoUnderItsOwnClientID() throws {
        try withDirectory { directory in
            try leaveBehind([1], in: directory)
            let (replica, server) = (try replica(directory), UserServer())
            replica.mutate { .add([CoinID(2)], of: $0) }
            #expect(replica.favoriteIDs == [1, 2])
            #expect(replica.pendingCount == 2)
            let inherited = replica.clientID
            server.sync(replica)
            #expect(replica.clientID != inherited)
            #expect(replica.pendingCount == 0)
            #expect(server.table.favoriteIDs == [1, 2])
            replica.close()
            #expect(try names(directory).isEmpty)
        }
    }

    // MARK: Lowered limits

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

    @Test func moreThanOneFrameNowTakesIsRemovedInPartsAndAtOnce() {
        let (server, replica) = (longList(), UserReplica(journals: nil))
        lower(server)
        server.sync(replica)
        replica.mutate { .removeAll(of: $0) }
        #expect(replica.favorites.isEmpty && replica.pendingCount > 1)
        server.sync(replica)
        #expect(server.table.isEmpty && replica.pendingCount == 0 && replica.problem == nil)
        #expect(0..<1000 ~= server.largestFrame)
        // The latest part comes back as far as the limit allows.
        replica.undo(at: .now)
        #expect(replica.problem?.hasPrefix("There may be 10 favorites at most") == true)
    }

    @Test func whatWaitedForAServerAndFitsNoFrameAnyMoreIsGivenUpAndSaid() throws {
        try withDirectory { directory in
            let server = longList()
            server.sync(try replica(directory))
            let offline = try replica(directory)
            offline.mutate { .removeAll(of: $0) }
            offline.mutate { .add([CoinID(7)], of: $0) }
            #expect(offline.favoriteIDs == [7] && offline.pendingCount == 2)
            lower(server)
            server.sync(offline)
            #expect(offline.favorites.count == 100 && offline.pendingCount == 0)
            #expect(offline.problem?.contains("the server takes 1000 at most") == true)
            offline.mutate { .removeAll(of: $0) }
            server.sync(offline)
            #expect(server.table.isEmpty && 0..<1000 ~= server.largestFrame)
        }
    }

    /// A server may be told to take larger frames than others do.
    @Test func aChangeAsLargeAsAServerMayTakeOutlivesTheProcess() throws {
        try withDirectory { directory in
            let server = longList()
            server.rules.mutationBytes = SessionLimits.clientFrameBytesMax
            server.rules.limit(.listItem, toRecords: 5000)
            server.sync(try replica(directory))
            try leaveMuchBehind(in: directory)
            let next = try replica(directory)
            #expect(next.favorites.count == 3000 && next.pendingCount == 1 && next.problem == nil)
        }
    }

    private func leaveMuchBehind(in directory: String) throws {
        let replica = try replica(directory)
        let key: [UInt8] = [0x0A, 24] + [UInt8](repeating: 0x61, count: 24)
        replica.mutate { _ in Mutation((1...3000).map { Change(ListItem.key(of: CoinID($0)), .put(key)) }) }
        #expect(replica.pendingCount == 1)
    }

    // MARK: What is held

    @Test func whatIsHeldIsThereAgainBeforeThereIsAConnection() throws {
        try withDirectory { directory in
            let server = UserServer(.favorites(1, 2))
            server.rules.limit(.listItem, toRecords: 3)
            server.sync(try replica(directory))
            try leaveBehind([3], in: directory)
            let next = try replica(directory)
            #expect(next.isComplete && next.favoriteIDs == [1, 2, 3])
            #expect(next.position == UserPosition(store: 1, version: server.table.version))
            next.mutate { .add([CoinID(4)], of: $0) }
            #expect(
                next.problem == MutationRefusal.tooMany("favorites", limit: 3).description,
                "the server's rules, too"
            )
            server.sync(next)
            #expect(server.table.favoriteIDs == [1, 2, 3])
        }
    }

    @Test func aTableThatCannotBeReadIsAskedForAgain() throws {
        try withDirectory { directory in
            let server = UserServer(.favorites(1, 2))
            server.sync(try replica(directory))
            let path = directory + "/table"
            let whole = try #require(FileManager.default.contents(atPath: path))
            for length in 0..<whole.count {
                try whole.prefix(length).write(to: URL(fileURLWithPath: path))
                #expect(try replica(directory).position == nil)
            }
            let next = try replica(directory)
            server.sync(next)
            #expect(next.favoriteIDs == [1, 2])
        }
    }

    // MARK: Another database

    @Test func aClientIDWhoseNumbersWereUsedElsewhereIsGivenUp() throws {
        try withDirectory { directory in
            let replica = try replica(directory)
            replica.mutate { _ in .set(Settings.coinsOnly, to: true) }
            let old = replica.clientID
            var welcome = UserServer().welcome(old)
            welcome.lastMutation = 9
            #expect(replica.connected(welcome, send: { _ in Issue.record("it must not be used") }) == .reconnect)
            #expect(replica.clientID != old)
            #expect(replica.pendingCount == 0)
        }
    }

    /// One change is confirmed and in the backup; another is pending.
    @Test func aRestoredDatabaseThatHasAllConfirmedChangesGetsThePendingOnesUnderTheSameNumbers() throws {
        try withDirectory { directory in
            let (replica, server) = (try replica(directory), UserServer(.favorites(1)))
            server.sync(replica)
            replica.mutate { .add([CoinID(2)], of: $0) }
            server.sync(replica)
            let (backup, id) = (server.database, replica.clientID)
            server.change { .add([CoinID(8)], of: $0) }
            server.sync(replica)
            replica.mutate { .add([CoinID(3)], of: $0) }
            server.restore(backup)
            server.change { .add([CoinID(9)], of: $0) }
            server.sync(replica)
            #expect(replica.clientID == id)
            #expect(replica.table == server.table)
            #expect(Set(replica.favoriteIDs) == [1, 2, 3, 9])
            #expect(replica.problem == nil)
            #expect(replica.undoing(at: .now) == nil, "versions mean something else there")
        }
    }

    /// The change was done, its answer got lost, and the backup has it.
    @Test func aPendingChangeWhoseEffectIsInTheBackupIsNotDoneTwice() throws {
        try withDirectory { directory in
            let (replica, server) = (try replica(directory), UserServer(.favorites(1)))
            server.sync(replica)
            replica.mutate { .add([CoinID(2)], of: $0) }
            server.sync(replica, answers: false)
            #expect(replica.pendingCount == 1)
            server.change { _ in .remove([CoinID(2)]) }
            server.restore(server.database)
            server.sync(replica)
            #expect(replica.pendingCount == 0)
            #expect(replica.favoriteIDs == [1], "it does not rise from the dead")
            #expect(replica.problem == nil)
        }
    }

    @Test func aRestoreThatLostConfirmedChangesIsSaidOnce() throws {
        try withDirectory { directory in
            let (replica, server) = (try replica(directory), UserServer(.favorites(1)))
            server.sync(replica)
            let backup = server.database
            for coin in [2, 3] as [UInt32] { replica.mutate { .add([CoinID(coin)], of: $0) } }
            server.sync(replica)
            replica.mutate { _ in .set(Settings.coinsOnly, to: true) }
            replica.undo(at: .now)
            let old = replica.clientID
            server.restore(backup)
            server.sync(replica)
            #expect(replica.clientID != old)
            #expect(replica.table == server.table)
            #expect(replica.favoriteIDs == [1] && replica.pendingCount == 0)
            #expect(replica.problem?.contains("has lost 2 of your changes") == true)
            replica.problemSeen()
            server.sync(replica)
            #expect(replica.problem == nil)
            #expect(try names(directory).count == 1, "the new id has taken the file of the old one")
        }
    }

    /// Nothing is lost, and a server may forget clients that were away for long.
    @Test func aServerThatHasForgottenThisClientLosesNothing() throws {
        let (replica, server) = (UserReplica(journals: nil), UserServer(.favorites(1)))
        server.sync(replica)
        replica.mutate { .add([CoinID(2)], of: $0) }
        server.sync(replica)
        server.forgetClients()
        replica.mutate { .add([CoinID(3)], of: $0) }
        server.sync(replica)
        #expect(replica.favoriteIDs == [1, 2, 3])
        #expect(replica.problem == nil)
    }

    /// One change was done, its answer got lost, and somebody else has taken it back; another was never sent.
    @Test(arguments: [false, true])
    func whatAForgottenClientHasSentIsNotDoneTwiceAndSaidOnce(isAnotherProcess: Bool) throws {
        try withDirectory { directory in
            let server = UserServer(.favorites(1))
            var replica: UserReplica? = try replica(directory)
            try away(#require(replica), server)
            if isAnotherProcess {
                replica = nil
                replica = try self.replica(directory)
            }
            let back = try #require(replica)
            server.sync(back)
            #expect(back.favoriteIDs == [1, 2, 4] && back.pendingCount == 0)
            #expect(back.table == server.table)
            #expect(back.problem?.contains("whether it has made 1 of your changes") == true)
            back.problemSeen()
            server.sync(back)
            #expect(back.problem == nil)
        }
    }

    private func away(_ replica: UserReplica, _ server: UserServer) throws {
        server.sync(replica)
        replica.mutate { .add([CoinID(2)], of: $0) }
        server.sync(replica)
        replica.mutate { .add([CoinID(3)], of: $0) }
        server.sync(replica, answers: false)
        server.change { _ in .remove([CoinID(3)]) }
        replica.mutate { .add([CoinID(4)], of: $0) }
        server.forgetClients()
    }

    /// Others were forgotten before this one was there last: that the server does not know it means that changes are lost.
    @Test func whoWasThereAfterThoseThatWereForgottenKnowsOfALoss() throws {
        let (replica, server) = (UserReplica(journals: nil), UserServer(.favorites(1)))
        server.forgetClients()
        let backup = server.database
        server.sync(replica)
        replica.mutate { .add([CoinID(2)], of: $0) }
        server.sync(replica)
        replica.mutate { .add([CoinID(3)], of: $0) }
        server.sync(replica, answers: false)
        server.restore(backup)
        server.sync(replica)
        #expect(replica.problem?.contains("has lost 1 of your changes") == true)
        #expect(replica.favoriteIDs == [1, 3], "what is pending was lost with it, and is done again")
    }

    /// A value that exists nowhere any more would come back over what somebody else has set.
    @Test func aPendingUndoBringsNothingBackIntoAnotherDatabase() throws {
        let (replica, server) = (UserReplica(journals: nil), UserServer())
        let setting = Settings.klineSource
        server.sync(replica)
        let backup = server.database
        server.change { _ in .set(setting, to: "lost") }
        server.sync(replica)
        replica.mutate { _ in .set(.cryptoCompare) }
        replica.undo(at: .now)
        #expect(replica.table.storedText(of: setting) == "lost")
        server.restore(backup)
        server.change { _ in .set(setting, to: "theirs") }
        server.sync(replica)
        #expect(server.table.storedText(of: setting) == "cryptocompare")
        #expect(replica.table == server.table)
    }

    /// Whose data went with the user, and who is told so.
    @Test func aUserThatWasAddedAnewIsNotTakenForAnotherDatabaseAlone() {
        let (replica, server) = (UserReplica(journals: nil), UserServer(.favorites(1)))
        server.sync(replica)
        replica.mutate { .add([CoinID(2)], of: $0) }
        server.sync(replica)
        server.restore(UserServer.Database())
        server.change { .add([CoinID(7)], of: $0) }
        server.sync(replica)
        #expect(replica.favoriteIDs == [7] && server.tablesAsked == 0)
        #expect(replica.problem?.contains("or your account was made anew") == true)
    }

    // MARK: Side by side

    /// Moved offline, and respaced offline to make room for another one.
    @Test func aCoinThatOthersRemovedStaysAwayWhereItIsMovedOrRespacedOffline() throws {
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

    @Test func ofTwoThatAddOneCoinOneTakesItBackAndTheOthersStays() {
        let server = UserServer(.favorites(1))
        let (one, other) = (UserReplica(journals: nil), UserReplica(journals: nil))
        for replica in [one, other] { server.sync(replica) }
        one.mutate { .add([CoinID(2)], of: $0) }
        other.mutate { .add([CoinID(3), CoinID(2)], of: $0) }
        for replica in [one, other, one] { server.sync(replica) }
        // It replaced what the first had added, and had never held that.
        other.undo(at: .now)
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

    @Test func aDiffThatDoesNotLeadToTheServersTableHasItSent() {
        let (replica, server) = (UserReplica(journals: nil), UserServer(.favorites(1)))
        server.sync(replica)
        // A database copied back by hand under the same identity, which has grown since.
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
        replica.undo(at: .now)
        #expect(replica.favoriteIDs == [1])
    }

    // MARK: Newer terminals

    /// A record of a kind, and fields of records, that this program does not know.
    @Test func whatThisTerminalDoesNotKnowSurvivesItsChangesUndoRestartAndOfflineHours() throws {
        try withDirectory { directory in
            let unknownField: [UInt8] = [0x78, 0x01]
            let key = try #require(OrderKey("V"))
            let unknown = RecordKey(kind: 77, bytes: [1, 2, 3])
            let setting = Settings.coinsOnly.described
            let records = [
                Record(key: unknown, value: [9, 9], version: 1),
                Record(key: setting.key, value: [0x0A, 2, 0x6F, 0x6E] + unknownField, version: 1),
            ]
            let items = [1, 2, 3].map { ListItem(coin: CoinID($0), orderKey: key) }
                .map { Record(key: $0.key, value: $0.value + unknownField, version: 1) }
            let server = UserServer(UserTable(version: 1, records: records + items))
            let before = server.table.contents
            @MainActor
            func expectAll() {
                #expect(server.table[unknown]?.value == [9, 9])
                for record in server.table.records where record.key != unknown {
                    #expect(record.value.suffix(2) == unknownField)
                }
                #expect(server.table.count == records.count + items.count)
            }
            try changeAndEnd(directory, server)
            let next = try replica(directory)
            #expect(next.favoriteIDs == [3, 1, 2] && !next.table[Settings.coinsOnly], "as the process before left it")
            server.sync(next)
            expectAll()
            #expect(server.table.favoriteIDs == [3, 1, 2])
            next.mutate { .removeAll(of: $0) }
            server.sync(next)
            next.undo(at: .now)
            server.sync(next)
            expectAll()
            next.mutate { .move(CoinID(3), to: 2, of: $0) }
            next.undo(at: .now)
            server.sync(next)
            expectAll()
            #expect(server.table.contents.keys == before.keys)
        }
    }

    /// Offline, in a process of its own.
    private func changeAndEnd(_ directory: String, _ server: UserServer) throws {
        let replica = try replica(directory)
        server.sync(replica)
        replica.mutate { .move(CoinID(3), to: 0, of: $0) }
        replica.mutate { _ in .set(Settings.coinsOnly, to: false) }
        replica.mutate { _ in .remove([CoinID(1)]) }
        replica.undo(at: .now)
    }

    // MARK: Refusals

    @Test func whatTheServerWouldRefuseIsRefusedAtOnceInItsWords() {
        let (replica, server) = (UserReplica(journals: nil), UserServer(.favorites(1, 2)))
        server.rules.limit(.listItem, toRecords: 2)
        server.sync(replica)
        #expect(!replica.mutate { .add([CoinID(3)], of: $0) })
        #expect(replica.problem == "There may be 2 favorites at most; remove one first.")
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

    @Test func whatCannotBeStoredIsLeftAloneUntilTheWaitIsOver() {
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

    // MARK: Disk

    @Test func aChangeThatCannotBeKeptOnDiskIsToldAndStillSent() throws {
        try withDirectory { directory in
            let replica = try replica(directory)
            try FileManager.default.removeItem(atPath: directory)
            var sent: [NumberedMutation] = []
            connect(replica) { sent.append($0) }
            toggle(replica)
            #expect(sent.count == 1)
            #expect(replica.problem?.contains("No such file or directory") == true)
        }
    }

    @Test func whatIsConfirmedIsKeptWithWhatIsPending() throws {
        try withDirectory { directory in
            let (replica, server) = (try replica(directory), UserServer(.favorites(1)))
            replica.mutate { .add([CoinID(2)], of: $0) }
            server.sync(replica)
            let id = replica.clientID
            replica.mutate { .add([CoinID(3)], of: $0) }
            // As if the process had ended: its lock goes with it.
            let name = try #require(try names(directory).first)
            try FileManager.default.copyItem(atPath: "\(directory)/\(name)", toPath: directory + "/copy")
            try FileManager.default.moveItem(
                atPath: directory + "/copy",
                toPath: "\(directory)/\(ClientID(high: 7, low: 7))"
            )
            let next = try PendingJournals(directory: directory).queues[0]
            #expect(next.clientID == id)
            #expect(next.confirmed == 1)
            #expect(next.pending.map(\.number) == [2])
        }
    }

    /// Of an earlier version, of which the journals were frames and nothing else, or broken.
    @Test func aJournalThatCannotBeReadIsSetAsideAndSaidOnce() throws {
        try withDirectory { directory in
            try leaveBehind([1, 2], in: directory)
            let name = try #require(try names(directory).first)
            let path = "\(directory)/\(name)"
            let whole = try #require(FileManager.default.contents(atPath: path))
            let old = Data([0, 0, 0, 8, 0x12, 6, 0x08, 1, 0x1A, 2, 0x08, 7])
            for bytes in [old] + (1..<whole.count).map({ whole.prefix($0) }) {
                try bytes.write(to: URL(fileURLWithPath: path))
                let replica = try replica(directory)
                // One that ends with a whole frame is as good as whole.
                if replica.pendingCount > 0 { continue }
                if FileManager.default.fileExists(atPath: path + ".old") {
                    #expect(replica.problem?.contains("\(path).old") == true)
                    #expect(FileManager.default.contents(atPath: path + ".old") == bytes)
                }
                #expect(!FileManager.default.fileExists(atPath: path))
                #expect(try self.replica(directory).problem == nil)
                try? FileManager.default.removeItem(atPath: path + ".old")
            }
        }
    }
}
