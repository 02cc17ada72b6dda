import Foundation
import NIOPosix
import Shared
import TestSupport
import Testing

@testable import TerminalClient

/// The next process takes over what an ended process leaves behind.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct PendingChangesTests {
    // MARK: Earlier processes

    @Test func journalsOfEndedProcessesAreTakenOverAndThoseOfRunningOnesAreNot() throws {
        try PendingFolder.with { folder in
            let running = try folder.replica()
            running.mutate { .add([CoinID(9)], of: $0) }
            try leaveBehindAtOnce([1], [2, 3], in: folder)
            let next = try folder.replica()
            #expect(Set(next.favoriteIDs) == [1, 2, 3])
            #expect(next.pendingCount == 3)
            #expect(running.pendingCount == 1)
        }
    }

    private func leaveBehindAtOnce(_ one: [UInt32], _ other: [UInt32], in folder: PendingFolder) throws {
        let replicas = [try folder.replica(), try folder.replica()]
        for (replica, coins) in zip(replicas, [one, other]) {
            for coin in coins { replica.mutate { .add([CoinID(coin)], of: $0) } }
        }
    }

    @Test func eachProcesssChangesGoUnderItsOwnClientID() throws {
        try PendingFolder.with { folder in
            try folder.leaveBehind([1])
            let (replica, server) = (try folder.replica(), UserServer())
            replica.mutate { .add([CoinID(2)], of: $0) }
            #expect(replica.favoriteIDs == [1, 2])
            #expect(replica.pendingCount == 2)
            let inherited = replica.clientID
            server.sync(replica)
            #expect(replica.clientID != inherited)
            #expect(replica.pendingCount == 0)
            #expect(server.table.favoriteIDs == [1, 2])
            replica.close()
            #expect(try folder.journals.isEmpty)
        }
    }

    /// A journal is written again when its first changes are delivered, and a copied folder has new times.
    @Test func changesAreDeliveredInTheOrderInWhichTheyWereMadeWheneverTheirFilesWereWritten() throws {
        try PendingFolder.with { folder in
            try folder.leaveBehind([1])
            let first = try #require(try folder.journals.first)
            try folder.replica().mutate { _ in .remove([CoinID(1)]) }
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: 60)],
                ofItemAtPath: "\(folder.path)/\(first)"
            )
            let next = try folder.replica()
            #expect(next.favoriteIDs == [] && next.pendingCount == 2)
            let server = UserServer()
            server.sync(next)
            #expect(server.table.favoriteIDs == [])
        }
    }

    /// Twelve of them, because two might be in order by chance.
    @Test func changesOfProcessesThatEndInTheSameSecondKeepTheirOrder() throws {
        try PendingFolder.with { folder in
            for number in 1...12 {
                try folder.replica().mutate { table in
                    number % 2 == 1 ? .add([CoinID(1)], of: table) : .remove([CoinID(1)])
                }
            }
            let next = try folder.replica()
            #expect(next.favoriteIDs == [] && next.pendingCount == 12)
        }
    }

    @Test func journalsThatAnEarlierVersionHasNamedComeFirst() throws {
        try PendingFolder.with { folder in
            try folder.leaveBehind([1])
            let name = try #require(try folder.journals.first)
            let former = try #require(name.split(separator: "-").last)
            try FileManager.default.moveItem(atPath: "\(folder.path)/\(name)", toPath: "\(folder.path)/\(former)")
            try folder.replica().mutate { _ in .remove([CoinID(1)]) }
            let (next, server) = (try folder.replica(), UserServer())
            #expect(next.favoriteIDs == [] && next.pendingCount == 2)
            server.sync(next)
            next.close()
            #expect(try server.table.favoriteIDs == [] && folder.journals.isEmpty)
        }
    }

    /// A window that goes on with another window's login still shows the old session when it opens the next one.
    @Test func aClosedSessionLeavesItsChangesToTheNextOneWhateverStillHoldsIt() async throws {
        try await PendingFolder.with { folder in
            let session = try session(folder)
            session.user.mutate { .add([CoinID(1)], of: $0) }
            #expect(try folder.replica().pendingCount == 0, "the session holds its changes")
            await session.close()
            let next = try folder.replica()
            #expect(next.favoriteIDs == [1] && next.pendingCount == 1)
            #expect(session.user.isKept)
            session.user.mutate { .add([CoinID(2)], of: $0) }
            #expect(!session.user.isKept && session.user.problem?.contains("is not saved on this machine") == true)
            let (server, journals) = (UserServer(), try folder.journals)
            #expect(journals.count == 1)
            server.sync(next)
            #expect(server.table.favoriteIDs == [1])
        }
    }

    /// Once, it began a journal, which the next session did not know, and said that the change was saved.
    @Test func aClosedSessionInWhichNothingWaitedKeepsNoLaterChange() async throws {
        try await PendingFolder.with { folder in
            let session = try session(folder)
            await session.close()
            session.user.mutate { .add([CoinID(1)], of: $0) }
            #expect(!session.user.isKept && session.user.problem?.contains("is not saved on this machine") == true)
            let journals = try folder.journals
            #expect(journals.isEmpty)
        }
    }

    /// A session whose server does not answer.
    private func session(_ folder: PendingFolder) throws -> Session {
        let server = ServerAddress(host: "127.0.0.1", port: 1)
        let link = ServerLink(
            target: ServerLink.Target(address: server, trust: .system, credentials: .token([1]), deviceName: "test"),
            group: MultiThreadedEventLoopGroup.singleton,
            market: MarketReplica(),
            user: try folder.replica()
        )
        return Session(starting: link, to: server, as: "ada")
    }

    @Test func changesAreKeptOnlyWhileTheDiskTakesThem() throws {
        try PendingFolder.with { folder in
            let replica = try folder.replica()
            replica.mutate { .add([CoinID(1)], of: $0) }
            #expect(replica.isKept)
            // A file stands where the folder was, so nothing can be written there.
            let next = try folder.replica()
            try FileManager.default.removeItem(atPath: folder.path)
            try Data().write(to: URL(fileURLWithPath: folder.path))
            next.mutate { .add([CoinID(2)], of: $0) }
            #expect(!next.isKept && next.problem?.contains("is not saved on this machine") == true)
        }
    }

    /// The answer to a change of an earlier process rewrites that process's queue alone.
    @Test func aQueueThatIsSavedDoesNotMakeAnotherOneSaved() {
        let store = OwnRefusingStore()
        let (replica, server) = (UserReplica(journals: store), UserServer())
        store.replica = replica
        replica.mutate { .add([CoinID(1)], of: $0) }
        server.sync(replica)
        #expect(store.wasKept == [false])
        #expect(replica.pendingCount == 0)
    }

    // MARK: What is held

    @Test func theStoredTableIsShownBeforeThereIsAConnection() throws {
        try PendingFolder.with { folder in
            let server = UserServer(.favorites(1, 2))
            server.rules.limit(.listItem, toRecords: 3)
            server.sync(try folder.replica())
            try folder.leaveBehind([3])
            let next = try folder.replica()
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

    @Test func anUnreadableTableIsRequestedAgain() throws {
        try PendingFolder.with { folder in
            let server = UserServer(.favorites(1, 2))
            server.sync(try folder.replica())
            let path = folder.path + "/table"
            let whole = try #require(FileManager.default.contents(atPath: path))
            for length in 0..<whole.count {
                try whole.prefix(length).write(to: URL(fileURLWithPath: path))
                #expect(try folder.replica().position == nil)
            }
            // A power cut may leave the file like this.
            for index in whole.indices where whole[index] != 0 {
                var torn = whole
                torn[index] = 0
                try torn.write(to: URL(fileURLWithPath: path))
                #expect(try folder.replica().position == nil)
            }
            let next = try folder.replica()
            server.sync(next)
            #expect(next.favoriteIDs == [1, 2])
        }
    }

    @Test func confirmedChangesAreKeptBesidePendingOnes() throws {
        try PendingFolder.with { folder in
            let (replica, server) = (try folder.replica(), UserServer(.favorites(1)))
            replica.mutate { .add([CoinID(2)], of: $0) }
            server.sync(replica)
            let id = replica.clientID
            replica.mutate { .add([CoinID(3)], of: $0) }
            // As if the process had ended: its lock goes with it.
            let name = try #require(try folder.journals.first)
            try FileManager.default.copyItem(atPath: "\(folder.path)/\(name)", toPath: folder.path + "/copy")
            try FileManager.default.moveItem(
                atPath: folder.path + "/copy",
                toPath: "\(folder.path)/\(ClientID(high: 7, low: 7))"
            )
            let next = try PendingJournals(directory: folder.path).queues[0]
            #expect(next.clientID == id)
            #expect(next.confirmed == 1)
            #expect(next.pending.map(\.number) == [2])
        }
    }

    /// Otherwise the next process would find the change under both ids and send it twice.
    @Test func aChangeThatGetsANewClientIDIsNoLongerKeptUnderTheOldOne() throws {
        try PendingFolder.with { folder in
            let server = UserServer()
            try deliverAfterARestore(folder, server)
            #expect(server.table.favoriteIDs == [2])
            server.change { _ in .remove([CoinID(2)]) }
            let next = try folder.replica()
            #expect(next.pendingCount == 0)
            server.sync(next)
            #expect(server.table.favoriteIDs == [])
        }
    }

    /// A terminal delivers a change to a database that has lost its earlier one. Then the terminal is killed.
    private func deliverAfterARestore(_ folder: PendingFolder, _ server: UserServer) throws {
        let (replica, backup) = (try folder.replica(), server.database)
        replica.mutate { .add([CoinID(1)], of: $0) }
        server.sync(replica)
        server.restore(backup)
        replica.mutate { .add([CoinID(2)], of: $0) }
        let former = replica.clientID
        server.sync(replica)
        #expect(replica.clientID != former)
    }

    /// A process that was killed leaves the journal that it wrote after the last answer.
    @Test func aJournalInWhichNothingWaitsIsRemovedWithoutAWord() throws {
        try PendingFolder.with { folder in
            let (replica, server) = (try folder.replica(), UserServer())
            replica.mutate { .add([CoinID(2)], of: $0) }
            server.sync(replica)
            let path = "\(folder.path)/\(try #require(try folder.journals.first))"
            let left = try #require(FileManager.default.contents(atPath: path))
            replica.close()
            try left.write(to: URL(fileURLWithPath: path))
            #expect(try folder.replica().problem == nil)
            #expect(try folder.journals == [])
        }
    }

    @Test func aJournalOfZerosThatAPowerCutHasLeftIsNoLoss() throws {
        try PendingFolder.with { folder in
            let path = "\(folder.path)/\(ClientID(high: 7, low: 7))"
            try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
            try Data(count: 100).write(to: URL(fileURLWithPath: path))
            #expect(try folder.replica().problem == nil)
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }

    /// Once, waiting changes were in a file that a power cut could empty.
    @Test func writingDownOneAnswerRisksNoOtherChange() throws {
        let (store, server) = (DurabilityStore(), UserServer())
        let replica = UserReplica(journals: store)
        for coin in 1...3 { replica.mutate { .add([CoinID(UInt32(coin))], of: $0) } }
        server.sync(replica)
        #expect(replica.pendingCount == 0)
        #expect(store.atRisk == 0, "changes that were synced were replaced by bytes that were not")
    }

    /// The journal is one of an earlier version, which had only frames, or a broken one.
    @Test func anUnreadableJournalIsSetAsideAndReportedOnce() throws {
        try PendingFolder.with { folder in
            try folder.leaveBehind([1, 2])
            let name = try #require(try folder.journals.first)
            let path = "\(folder.path)/\(name)"
            let whole = try #require(FileManager.default.contents(atPath: path))
            let old = Data([0, 0, 0, 8, 0x12, 6, 0x08, 1, 0x1A, 2, 0x08, 7])
            for bytes in [old] + (1..<whole.count).map({ whole.prefix($0) }) {
                try bytes.write(to: URL(fileURLWithPath: path))
                let replica = try folder.replica()
                // One that ends with a whole frame is as good as whole.
                if replica.pendingCount > 0 { continue }
                if FileManager.default.fileExists(atPath: path + ".old") {
                    #expect(replica.problem?.contains("\(path).old") == true)
                    #expect(FileManager.default.contents(atPath: path + ".old") == bytes)
                }
                #expect(!FileManager.default.fileExists(atPath: path))
                #expect(try folder.replica().problem == nil)
                try? FileManager.default.removeItem(atPath: path + ".old")
            }
        }
    }

    /// Once, it counted as empty and was removed.
    @Test func aJournalThatCannotBeReadNowStaysForTheNextProcess() throws {
        try PendingFolder.with { folder in
            try folder.leaveBehind([1])
            let path = "\(folder.path)/\(try #require(try folder.journals.first))"
            let whole = try #require(FileManager.default.contents(atPath: path))
            // More than is read of a small file.
            let unreadable = whole + Data(count: 5 << 20)
            try unreadable.write(to: URL(fileURLWithPath: path))
            let replica = try folder.replica()
            #expect(replica.pendingCount == 0)
            #expect(replica.problem?.contains("\(path) cannot be read: larger than 4 MiB") == true)
            #expect(FileManager.default.contents(atPath: path) == unreadable)
            try whole.write(to: URL(fileURLWithPath: path))
            let next = try folder.replica()
            #expect(next.favoriteIDs == [1] && next.problem == nil)
        }
    }

    @Test func aJournalThatCannotBeOpenedIsReported() throws {
        try PendingFolder.with { folder in
            try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
            let path = "\(folder.path)/\(ClientID(high: 7, low: 7))"
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "elsewhere")
            #expect(try folder.replica().problem?.contains("\(path) cannot be read") == true)
        }
    }

    // MARK: Newer terminals

    /// A record of an unknown kind, and unknown fields of records.
    @Test func unknownFieldsSurviveChangesUndoRestartAndOfflineHours() throws {
        try PendingFolder.with { folder in
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
            try changeAndEnd(folder, server)
            let next = try folder.replica()
            #expect(next.favoriteIDs == [3, 1, 2] && !next.table[Settings.coinsOnly], "as the process before left it")
            server.sync(next)
            expectAll()
            #expect(server.table.favoriteIDs == [3, 1, 2])
            next.mutate { .removeAll(of: $0) }
            server.sync(next)
            next.undo()
            server.sync(next)
            expectAll()
            next.mutate { .move(CoinID(3), to: 2, of: $0) }
            next.undo()
            server.sync(next)
            expectAll()
            #expect(server.table.contents.keys == before.keys)
        }
    }

    /// Makes changes offline, in a process of its own.
    private func changeAndEnd(_ folder: PendingFolder, _ server: UserServer) throws {
        let replica = try folder.replica()
        server.sync(replica)
        replica.mutate { .move(CoinID(3), to: 0, of: $0) }
        replica.mutate { _ in .set(Settings.coinsOnly, to: false) }
        replica.mutate { _ in .remove([CoinID(1)]) }
        replica.undo()
    }
}

/// Counts the changes that were written without being synced.
@MainActor
private final class DurabilityStore: PendingStore {
    let queues = [MutationQueue(clientID: ClientID(high: 1, low: 2))]
    let held: HeldTable? = nil
    let problems: [Problem] = []
    private(set) var atRisk = 0

    func write(_ queue: MutationQueue, replacing former: ClientID?, durably: Bool) throws(ProfileError) {
        if !durably { atRisk += queue.pending.count }
    }

    func remove(_ clientID: ClientID) {}
    func release() {}
    func keep(_ held: HeldTable) {}
}

/// Has a queue of an earlier process, and refuses to store that of this one.
@MainActor
private final class OwnRefusingStore: PendingStore {
    private static let (inherited, own) = (ClientID(high: 1, low: 1), ClientID(high: 2, low: 2))
    let queues: [MutationQueue]
    let held: HeldTable? = nil
    let problems: [Problem] = []
    weak var replica: UserReplica?
    /// What the replica said whenever nothing was left to deliver in a queue.
    private(set) var wasKept: [Bool] = []

    init() {
        var old = MutationQueue(clientID: Self.inherited)
        old.enqueue(.set(Settings.coinsOnly, to: true))
        queues = [old, MutationQueue(clientID: Self.own)]
    }

    func write(_ queue: MutationQueue, replacing former: ClientID?, durably: Bool) throws(ProfileError) {
        if queue.clientID == Self.own { throw .unwritable(path: "/journals", reason: "no space") }
    }

    func remove(_ clientID: ClientID) { if let replica { wasKept.append(replica.isKept) } }
    func release() {}
    func keep(_ held: HeldTable) {}
}
