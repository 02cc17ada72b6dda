import Shared
import TestSupport
import Testing

@testable import TerminalClient

/// A replica that reconnects to another database, or to a server that no longer knows it.
@MainActor
struct RestoredDatabaseTests {
    @Test func aClientIDWhoseNumbersWereUsedElsewhereIsGivenUp() throws {
        try PendingFolder.with { folder in
            let replica = try folder.replica()
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
        try PendingFolder.with { folder in
            let (replica, server) = (try folder.replica(), UserServer(.favorites(1)))
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
            #expect(replica.undoing == nil, "versions mean something else there")
        }
    }

    /// The change was made, its answer was lost, and the backup contains it.
    @Test func aPendingChangeWhoseEffectIsInTheBackupIsNotDoneTwice() throws {
        try PendingFolder.with { folder in
            let (replica, server) = (try folder.replica(), UserServer(.favorites(1)))
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

    @Test func aRestoreThatLostConfirmedChangesIsReportedOnce() throws {
        try PendingFolder.with { folder in
            let (replica, server) = (try folder.replica(), UserServer(.favorites(1)))
            server.sync(replica)
            let backup = server.database
            for coin in [2, 3] as [UInt32] { replica.mutate { .add([CoinID(coin)], of: $0) } }
            server.sync(replica)
            replica.mutate { _ in .set(Settings.coinsOnly, to: true) }
            replica.undo()
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
            #expect(try folder.journals.count == 1, "the new id has taken the file of the old one")
        }
    }

    /// A server may forget clients that were away for long. Nothing is lost.
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

    /// One change was made, its answer was lost, and somebody else has undone it. Another change was never sent.
    @Test(arguments: [false, true])
    func whatAForgottenClientHasSentIsNotDoneTwiceAndSaidOnce(isAnotherProcess: Bool) throws {
        try PendingFolder.with { folder in
            let server = UserServer(.favorites(1))
            var replica: UserReplica? = try folder.replica()
            try away(#require(replica), server)
            if isAnotherProcess {
                replica = nil
                replica = try folder.replica()
            }
            let back = try #require(replica)
            server.sync(back)
            #expect(back.favoriteIDs == [1, 2, 4] && back.pendingCount == 0)
            #expect(back.table == server.table)
            #expect(back.problem?.contains("1 of your changes may or may not have been made") == true)
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

    /// The server forgot only clients that were away longer than this one. If it does not know this one, changes are
    /// lost.
    @Test func aClientThatConnectedAfterForgottenOnesDetectsALoss() throws {
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

    /// The undo would replace somebody else's value with one that no longer exists anywhere.
    @Test func aPendingUndoBringsNothingBackIntoAnotherDatabase() throws {
        let (replica, server) = (UserReplica(journals: nil), UserServer())
        let setting = Settings.klineSource
        server.sync(replica)
        let backup = server.database
        server.change { _ in .set(setting, to: "lost") }
        server.sync(replica)
        replica.mutate { _ in .set(.cryptoCompare) }
        replica.undo()
        #expect(replica.table.storedText(of: setting) == "lost")
        server.restore(backup)
        server.change { _ in .set(setting, to: "theirs") }
        server.sync(replica)
        #expect(server.table.storedText(of: setting) == "cryptocompare")
        #expect(replica.table == server.table)
    }

    /// The user's data was removed with the account, and the message says so.
    @Test func aUserThatWasAddedAgainIsNotMistakenForAnotherDatabase() {
        let (replica, server) = (UserReplica(journals: nil), UserServer(.favorites(1)))
        server.sync(replica)
        replica.mutate { .add([CoinID(2)], of: $0) }
        server.sync(replica)
        server.restore(UserServer.Database())
        server.change { .add([CoinID(7)], of: $0) }
        server.sync(replica)
        #expect(replica.favoriteIDs == [7] && server.tablesAsked == 0)
        #expect(replica.problem?.contains("or your account was created again") == true)
    }
}
