import Foundation
import GRDB
import NIOPosix
import Shared
import Testing

@testable import PushServer
@testable import TerminalClient

/// A store that cannot save changes refuses them with a reason. Prices go on, and the store recovers by itself.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct StoreFaultTests {
    private func retries(_ terminal: TestTerminal) -> Int {
        terminal.frames.count { frame in
            if case .mutationResult(let result) = frame, case .retryLater(let reason) = result.outcome {
                return !reason.isEmpty
            }
            return false
        }
    }

    @Test func aLockedDatabaseHoldsChangesBackAndNothingElse() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory, configure: { $0.storePatience = .milliseconds(20) }) { server in
                let terminal = server.terminal()
                try await terminal.connected {
                    await terminal.untilReady()
                    var configuration = Configuration()
                    configuration.allowsUnsafeTransactions = true
                    let locker = try DatabaseQueue(
                        path: DataDirectory.database(in: directory),
                        configuration: configuration
                    )
                    try await locker.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
                    terminal.add(CoinID(1))
                    await terminal.until { self.retries($0) > 0 }
                    try await server.tick(["btcusdt": "61234.50"])
                    try await terminal.untilItHasTheMarket(of: server)
                    #expect(terminal.favorites == [CoinID(1)], "it is shown as pending all the while")
                    try await locker.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
                    await terminal.untilConfirmed()
                    #expect(terminal.user.version == 1)
                    try locker.close()
                }
            }
        }
    }

    /// It used to say only that the server had not answered yet.
    @Test func aCommandWhoseChangeCannotBeStoredSaysWhy() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory, configure: { $0.storePatience = .milliseconds(20) }) { server in
                var configuration = Configuration()
                configuration.allowsUnsafeTransactions = true
                var client = HeadlessClient(target: server.target(), group: MultiThreadedEventLoopGroup.singleton)
                try await client.run { link in
                    try await client.ready()
                    let path = DataDirectory.database(in: directory)
                    let locker = try DatabaseQueue(path: path, configuration: configuration)
                    try await locker.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
                    client.patience = .milliseconds(500)
                    let reason = SaveFailure.another.words(folder: nil)
                    await #expect(throws: MutationNotStored(reason: reason)) {
                        try await client.apply { .add([CoinID(1)], of: $0) }
                    }
                    try await locker.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
                    try locker.close()
                }
            }
        }
    }

    @Test func onlyAPrivateServersUserLearnsWhereTheDiskIsFull() {
        let full = SaveFailure(UserStoreError.diskFull(path: "/home/ada/data/users.sqlite"))
        #expect(full.words(folder: "/home/ada/data").contains("/home/ada/data is full. Free some space there."))
        #expect(
            full.words(folder: nil)
                == "The server cannot save this change, because its disk is full. Tell its operator."
        )
        #expect(SaveFailure(DatabaseError(resultCode: .SQLITE_BUSY)) == .another)
    }

    /// Lends a terminal with favorites and a token that is due to be renewed, and the database.
    private func withSettledTerminal(
        _ body: @MainActor (TestServer, TestTerminal, ServerLink.Target, String) async throws -> Void
    ) async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory, configure: { $0.storePatience = .milliseconds(20) }) { server in
                let terminal = server.terminal()
                try await terminal.connected {
                    await terminal.untilReady()
                    terminal.add(CoinID(1))
                    await terminal.untilConfirmed()
                    try await server.server.resources.pool.write { db in
                        try db.execute(sql: "UPDATE token SET created_ms = 0; UPDATE device SET address = ''")
                    }
                    let token = try #require(terminal.token)
                    try await body(server, terminal, server.target(credentials: .token(token)), directory)
                }
            }
        }
    }

    /// Connects while `terminal` has changes that cannot be stored, and sees everything but these.
    private func expectNewcomerIsServed(
        _ server: TestServer,
        _ target: ServerLink.Target,
        beside terminal: TestTerminal
    ) async throws {
        let newcomer = TestTerminal(target: target)
        try await newcomer.running {
            await newcomer.untilReady()
            #expect(newcomer.favorites.first == CoinID(1))
            try await server.tick(["btcusdt": "61234.50"])
            try await newcomer.untilItHasTheMarket(of: server)
            #expect(terminal.link.user.pendingCount > 0, "not everything is stored meanwhile")
        }
    }

    /// The fault is over: everything is stored, and the token that could not be renewed is.
    private func expectRecovery(_ target: ServerLink.Target, of terminal: TestTerminal) async throws {
        await terminal.untilConfirmed()
        let next = TestTerminal(target: target)
        try await next.running {
            await next.untilReady()
            #expect(next.favorites == terminal.favorites)
            #expect(next.token != nil)
        }
    }

    @Test func aTerminalThatComesWhileTheDatabaseIsLockedGetsPricesAndFavorites() async throws {
        try await withSettledTerminal { server, terminal, target, directory in
            var configuration = Configuration()
            configuration.allowsUnsafeTransactions = true
            let locker = try DatabaseQueue(path: DataDirectory.database(in: directory), configuration: configuration)
            try await locker.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
            terminal.add(CoinID(2))
            await terminal.until { self.retries($0) > 0 }
            try await expectNewcomerIsServed(server, target, beside: terminal)
            try await locker.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
            try await expectRecovery(target, of: terminal)
            try locker.close()
        }
    }

    @Test func aTerminalThatComesWhileTheDiskIsFullGetsPricesAndFavorites() async throws {
        try await withSettledTerminal { server, terminal, target, _ in
            let pool = try server.server.resources.pool
            try await pool.writeWithoutTransaction { db in
                let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
                try db.execute(sql: "PRAGMA max_page_count = \(pages)")
                Self.fill(db)
            }
            let key = try #require(OrderKey(String(repeating: "V", count: 24)))
            for coin in 2...120 { terminal.place(CoinID(UInt32(coin)), at: key) }
            await terminal.until { self.retries($0) > 0 }
            try await expectNewcomerIsServed(server, target, beside: terminal)
            try await pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA max_page_count = 100000") }
            try await expectRecovery(target, of: terminal)
        }
    }

    /// Fills the database until a token hardly fits.
    nonisolated private static func fill(_ db: Database) {
        var failures = 0
        while failures < 50 {
            do {
                try db.execute(
                    sql: """
                        INSERT INTO token (hash, device_id, created_ms, used_ms)
                        SELECT randomblob(32), id, 0, used_ms FROM device
                        """
                )
            } catch {
                failures += 1
            }
        }
    }

    @Test func aFullDiskHoldsChangesBackUntilThereIsRoom() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory) { server in
                let terminal = server.terminal()
                try await terminal.connected {
                    await terminal.untilReady()
                    let pool = try server.server.resources.pool
                    try await pool.writeWithoutTransaction { db in
                        let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
                        try db.execute(sql: "PRAGMA max_page_count = \(pages)")
                    }
                    let key = try #require(OrderKey(String(repeating: "V", count: 24)))
                    for coin in 1...480 { terminal.place(CoinID(UInt32(coin)), at: key) }
                    await terminal.until { self.retries($0) > 0 }
                    try await server.tick(["btcusdt": "61234.50"])
                    try await terminal.untilItHasTheMarket(of: server)
                    try await pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA max_page_count = 100000") }
                    await terminal.untilConfirmed()
                    #expect(terminal.user.version == 480, "each took effect once")
                }
            }
        }
    }

    @Test func aBackupThatTakesThePlaceOfTheDatabaseReachesEveryTerminal() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory) { server in
                let terminal = server.terminal()
                try await terminal.connected {
                    await terminal.untilReady()
                    terminal.add(CoinID(1))
                    await terminal.untilConfirmed()
                    let backup = UserBackup(dataDirectory: directory)
                    try backup.write(to: directory + "/copy")
                    terminal.add(CoinID(2))
                    await terminal.untilConfirmed()
                    let before = terminal.link.user.clientID
                    try backup.restore(from: directory + "/copy")
                    await terminal.until { $0.favorites == [CoinID(1)] }
                    await terminal.until { $0.link.user.problem?.contains("replaced by a backup") == true }
                    #expect(terminal.link.user.clientID != before, "its numbers mean something else now")
                    terminal.add(CoinID(3))
                    await terminal.untilConfirmed()
                    #expect(terminal.favorites == [CoinID(1), CoinID(3)])
                }
            }
        }
    }
}

extension ServerResources {
    fileprivate var pool: DatabasePool { get throws { try #require(store as? SQLiteUserStore).pool } }
}
