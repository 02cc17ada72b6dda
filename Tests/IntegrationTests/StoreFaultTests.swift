import Foundation
import GRDB
import Shared
import Testing

@testable import PushServer
@testable import TerminalClient

/// A store that does not take changes refuses them with a reason; prices go on, and it recovers by itself.
@MainActor
@Suite(.timeLimit(.minutes(1)))
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
                    terminal.link.user.mutate(.addFavorite(CoinID(1)))
                    await terminal.until { self.retries($0) > 0 }
                    try await server.tick(["btcusdt": "61234.50"])
                    let wanted = await server.hub.state
                    await terminal.until { $0.table.hash == wanted.hash }
                    #expect(terminal.favorites == [CoinID(1)], "it is shown as pending all the while")
                    try await locker.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
                    await terminal.untilConfirmed()
                    #expect(terminal.user.version == 1)
                    try locker.close()
                }
            }
        }
    }

    @Test func aFullDiskHoldsChangesBackUntilThereIsRoom() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory) { server in
                let terminal = server.terminal()
                try await terminal.connected {
                    await terminal.untilReady()
                    let pool = server.server.resources.store.pool
                    try await pool.writeWithoutTransaction { db in
                        let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
                        try db.execute(sql: "PRAGMA max_page_count = \(pages)")
                    }
                    let key = try #require(OrderKey(String(repeating: "V", count: 64)))
                    for coin in 1...120 { terminal.link.user.mutate(.placeFavorite(CoinID(UInt32(coin)), key)) }
                    await terminal.until { self.retries($0) > 0 }
                    try await server.tick(["btcusdt": "61234.50"])
                    let wanted = await server.hub.state
                    await terminal.until { $0.table.hash == wanted.hash }
                    try await pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA max_page_count = 100000") }
                    await terminal.untilConfirmed()
                    #expect(terminal.user.version == 120, "each took effect once")
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
                    terminal.link.user.mutate(.addFavorite(CoinID(1)))
                    await terminal.untilConfirmed()
                    let backup = UserBackup(dataDirectory: directory)
                    try backup.write(to: directory + "/copy")
                    terminal.link.user.mutate(.addFavorite(CoinID(2)))
                    await terminal.untilConfirmed()
                    let before = terminal.link.user.clientID
                    try backup.restore(from: directory + "/copy")
                    await terminal.until { $0.favorites == [CoinID(1)] }
                    await terminal.until { $0.link.user.problem?.contains("restored") == true }
                    #expect(terminal.link.user.clientID != before, "its numbers mean something else now")
                    terminal.link.user.mutate(.addFavorite(CoinID(3)))
                    await terminal.untilConfirmed()
                    #expect(terminal.favorites == [CoinID(1), CoinID(3)])
                }
            }
        }
    }
}
