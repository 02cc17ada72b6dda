import Foundation
import Shared
import Testing

@testable import TerminalClient

@MainActor
struct UserReplicaTests {
    private func withDirectory(_ body: (String) throws -> Void) throws {
        let directory = NSTemporaryDirectory() + "/tickwire-pending-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try body(directory)
    }

    private func welcome(lastMutation: UInt64 = 0) -> Welcome {
        Welcome(
            version: 1,
            serverVersion: "1",
            serverTime: MarketTime(seconds: 0),
            userName: "ada",
            epoch: MarketEpoch(rawValue: 1),
            lastMutation: lastMutation,
            limits: SessionLimits()
        )
    }

    private func applied(_ number: UInt64) -> MutationResult {
        MutationResult(number: number, outcome: .applied, version: 1, lastNumber: number)
    }

    /// A process that made changes and ended before they were delivered.
    private func leaveBehind(_ coins: [UInt32], in directory: String) throws {
        let replica = UserReplica(journals: try PendingJournals(directory: directory))
        for coin in coins { replica.mutate(.addFavorite(CoinID(coin))) }
        replica.close()
    }

    @Test func whatEveryEarlierProcessLeftIsTakenOverAndWhatARunningOneHoldsIsNot() throws {
        try withDirectory { directory in
            let running = UserReplica(journals: try PendingJournals(directory: directory))
            running.mutate(.addFavorite(CoinID(9)))
            try leaveBehindAtOnce([1], [2, 3], in: directory)
            let next = UserReplica(journals: try PendingJournals(directory: directory))
            #expect(Set(next.state.favorites.map(\.coin)) == [CoinID(1), CoinID(2), CoinID(3)])
            #expect(next.pendingCount == 3)
            #expect(running.pendingCount == 1)
        }
    }

    private func leaveBehindAtOnce(_ one: [UInt32], _ other: [UInt32], in directory: String) throws {
        let replicas = [
            UserReplica(journals: try PendingJournals(directory: directory)),
            UserReplica(journals: try PendingJournals(directory: directory)),
        ]
        for (replica, coins) in zip(replicas, [one, other]) {
            for coin in coins { replica.mutate(.addFavorite(CoinID(coin))) }
        }
    }

    @Test func eachProcesssChangesGoUnderItsOwnClientID() throws {
        try withDirectory { directory in
            try leaveBehind([1], in: directory)
            let replica = UserReplica(journals: try PendingJournals(directory: directory))
            replica.mutate(.addFavorite(CoinID(2)))
            #expect(replica.state.favorites.map(\.coin) == [CoinID(1), CoinID(2)])
            #expect(replica.pendingCount == 2)

            let inherited = replica.clientID
            var sent: [NumberedMutation] = []
            #expect(replica.connected(welcome(), send: { sent.append($0) }) == .nothing)
            #expect(sent.map(\.mutation) == [.success(.addFavorite(CoinID(1)))])
            #expect(replica.receive(applied(1)) == .reconnect)
            replica.disconnected()

            #expect(replica.clientID != inherited)
            #expect(replica.connected(welcome(), send: { sent.append($0) }) == .nothing)
            #expect(sent.last == NumberedMutation(number: 1, settled: 0, mutation: .addFavorite(CoinID(2))))
            #expect(replica.receive(applied(1)) == .nothing)
            replica.close()
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory).isEmpty)
        }
    }

    @Test func aClientIDWhoseNumbersWereUsedElsewhereIsGivenUp() throws {
        try withDirectory { directory in
            let replica = UserReplica(journals: try PendingJournals(directory: directory))
            replica.mutate(.setCoinsOnly(true))
            let old = replica.clientID
            var sent: [NumberedMutation] = []
            #expect(replica.connected(welcome(lastMutation: 9), send: { sent.append($0) }) == .reconnect)
            #expect(sent.isEmpty)
            #expect(replica.clientID != old)
            #expect(replica.pendingCount == 0)
        }
    }

    @Test func aServerWithAnOlderDatabaseGetsWhatIsPendingUnderANewClientID() throws {
        try withDirectory { directory in
            let replica = UserReplica(journals: try PendingJournals(directory: directory))
            var sent: [NumberedMutation] = []
            _ = replica.connected(welcome(), send: { sent.append($0) })
            replica.mutate(.setCoinsOnly(true))
            _ = replica.receive(applied(1))
            replica.disconnected()
            replica.mutate(.setKeepFavorites(false))
            #expect(replica.connected(welcome(), send: { sent.append($0) }) == .reconnect)
            #expect(replica.connected(welcome(), send: { sent.append($0) }) == .nothing)
            #expect(sent.last == NumberedMutation(number: 1, settled: 0, mutation: .setKeepFavorites(false)))
            let names = try FileManager.default.contentsOfDirectory(atPath: directory)
            #expect(names == ["\(replica.clientID)"])
        }
    }

    @Test func aGapIsSentAgainFromTheStart() throws {
        let replica = UserReplica(journals: nil)
        var sent: [UInt64] = []
        _ = replica.connected(welcome(), send: { sent.append($0.number) })
        for _ in 0..<3 { replica.mutate(.setCoinsOnly(true)) }
        #expect(replica.receive(applied(1)) == .nothing)
        #expect(replica.receive(outOfOrder(3, last: 1)) == .nothing)
        #expect(sent == [1, 2, 3], "the second is still to be answered")
        #expect(replica.receive(outOfOrder(2, last: 1)) == .nothing)
        #expect(sent == [1, 2, 3, 2, 3])
    }

    @Test func whatCannotBeStoredIsLeftAloneUntilTheWaitIsOver() throws {
        let replica = UserReplica(journals: nil)
        var sent: [UInt64] = []
        _ = replica.connected(welcome(), send: { sent.append($0.number) })
        for _ in 0..<2 { replica.mutate(.setCoinsOnly(true)) }
        let failed = MutationResult(number: 1, outcome: .retryLater(reason: "full"), version: 0, lastNumber: 0)
        #expect(replica.receive(failed) == .resendLater)
        #expect(replica.receive(outOfOrder(2, last: 0)) == .nothing)
        replica.mutate(.setCoinsOnly(false))
        #expect(sent == [1, 2])
        replica.resend()
        #expect(sent == [1, 2, 1, 2, 3])
    }

    private func outOfOrder(_ number: UInt64, last: UInt64) -> MutationResult {
        MutationResult(number: number, outcome: .outOfOrder, version: 0, lastNumber: last)
    }

    @Test func aChangeThatCannotBeKeptOnDiskIsToldAndStillSent() throws {
        try withDirectory { directory in
            let journals = try PendingJournals(directory: directory)
            try FileManager.default.removeItem(atPath: directory)
            let replica = UserReplica(journals: journals)
            var sent: [NumberedMutation] = []
            _ = replica.connected(welcome(), send: { sent.append($0) })
            replica.mutate(.setCoinsOnly(true))
            #expect(sent.count == 1)
            #expect(replica.problem?.contains("No such file or directory") == true)
        }
    }

    @Test func aJournalThatWasCutOffIsReadUpToThere() throws {
        try withDirectory { directory in
            try leaveBehind([1, 2, 3], in: directory)
            let name = try #require(try FileManager.default.contentsOfDirectory(atPath: directory).first)
            let path = directory + "/" + name
            let whole = try #require(FileManager.default.contents(atPath: path))
            for length in 0...whole.count {
                try whole.prefix(length).write(to: URL(fileURLWithPath: path))
                let pending = try PendingJournals(directory: directory).queues[0].pending
                let coins = pending.map(\.mutation)
                #expect(coins == [1, 2, 3].prefix(coins.count).map { .success(.addFavorite(CoinID($0))) })
                if length == whole.count { #expect(coins.count == 3) }
            }
        }
    }
}
