import GRDB
import Shared
import Testing

@testable import PushServer

@Suite(.timeLimit(.minutes(5)))
struct SQLiteUserStoreTests {
    /// GRDB opens a pool's writer with NORMAL, which may lose confirmed changes in a power cut.
    @Test func theWriterWaitsForTheDiskWithEachCommit() async throws {
        try await withStore { store, _, _ in
            let level = try await store.pool.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
            let journal = try await store.pool.read { try String.fetchOne($0, sql: "PRAGMA journal_mode") }
            #expect(level == 2)
            #expect(journal == "wal")
        }
    }

    /// An older program would start on it, and fail at the first table that it does not know.
    @Test func aDatabaseOfANewerVersionIsRefused() async throws {
        try await withStore { store, _, path in
            try await store.pool.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('a later step')") }
            #expect(throws: UserStoreError.newer(path: path, migration: "a later step")) {
                try SQLiteUserStore.test(path)
            }
        }
    }

    @Test func anUnwritableFolderIsReportedInOneLine() {
        #expect {
            _ = try SQLiteUserStore.test("/proc/no-such-folder/users.sqlite")
        } throws: { error in
            "\(error)".hasPrefix("the database /proc/no-such-folder/users.sqlite cannot be used: ")
        }
    }
}
