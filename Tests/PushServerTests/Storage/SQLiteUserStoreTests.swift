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

    /// SQLite names neither the file nor what to do.
    @Test func aFullDiskIsNamed() async throws {
        try await withStore { store, _, path in
            try await store.pool.writeWithoutTransaction { db in
                let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
                try db.execute(sql: "PRAGMA max_page_count = \(pages)")
            }
            let error = UserStoreError.diskFull(path: path)
            await #expect(throws: error) {
                for number in 1...2000 {
                    let name = try #require(UserName("user\(number)"))
                    _ = try await store.addAccount(named: name, password: PasswordHash(text: "x"))
                }
            }
            #expect(SaveFailure(error) == .diskIsFull)
        }
    }

    /// All of it used to lie in the log, so a copy of the file alone had no accounts.
    @Test func theFileAloneHasEverythingOnceTheStoreIsClosed() async throws {
        try await withStore { store, _, path in
            let names = try await store.accounts().map(\.name)
            try store.close()
            let copy = path + "-copy"
            try SmallFile.write(try SmallFile.read(path), to: copy)
            defer { for suffix in ["", "-wal", "-shm"] { SmallFile.remove(copy + suffix) } }
            let copied = try SQLiteUserStore.test(copy)
            let kept = try await copied.accounts().map(\.name)
            #expect(kept == names && kept == ["Ada"])
            try copied.close()
        }
    }

    /// As an operator's command during a backup. SQLite lets nobody commit while it waits for a reader.
    @Test func closingWaitsForNoReader() async throws {
        try await withStore { store, _, path in
            let reader = try store.pool.makeSnapshot()
            // Longer than this test may take.
            let other = try SQLiteUserStore(path: path, limits: .test, patience: .seconds(600)) { .now }
            _ = try await other.addAccount(named: "Bob", password: PasswordHash(text: "x"))
            try other.close()
            let seen = try await reader.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM account") }
            #expect(seen == 1)
            let names = try await store.accounts().map(\.name)
            #expect(names == ["Ada", "Bob"])
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

    /// The advice used to concern the rights of the folder.
    @Test func aFileThatIsNoDatabaseIsToBeReplacedByABackup() async throws {
        try await withStore { _, _, path in
            let other = path + "-other"
            try SmallFile.write(Array(String(repeating: "words ", count: 1000).utf8), to: other)
            defer { SmallFile.remove(other) }
            #expect(throws: UserStoreError.damaged(path: other, reason: "file is not a database")) {
                try SQLiteUserStore.test(other)
            }
        }
        let malformed = DatabaseError(resultCode: .SQLITE_CORRUPT, message: "database disk image is malformed")
        let error = UserStoreError(path: "/data/users.sqlite", malformed)
        #expect(error == .damaged(path: "/data/users.sqlite", reason: "database disk image is malformed"))
        #expect("\(error)".contains("tickwire-server restore"))
    }

    @Test func anUnwritableFolderIsReportedInOneLine() {
        #expect {
            _ = try SQLiteUserStore.test("/proc/no-such-folder/users.sqlite")
        } throws: { error in
            "\(error)".hasPrefix("the database /proc/no-such-folder/users.sqlite cannot be used: ")
        }
    }
}
