import Foundation
import GRDB
import Shared
import Testing

@testable import PushServer

@Suite(.timeLimit(.minutes(5)))
struct UserBackupTests {
    private func withFolder(_ body: (String) async throws -> Void) async throws {
        let path = NSTemporaryDirectory() + "/tickwire-backup-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await body(path)
    }

    private func openStore(_ folder: String) throws -> SQLiteUserStore {
        try SQLiteUserStore(path: DataDirectory.database(in: folder), limits: SessionLimits(), now: { .now })
    }

    private func add(_ name: UserName, to store: SQLiteUserStore) async throws {
        _ = try await store.addAccount(named: name, password: PasswordHash(text: "x"))
    }

    private func names(_ store: SQLiteUserStore) async throws -> [UserName] { try await store.accounts().map(\.name) }

    @Test func aBackupHasOneMomentAndCanBeRestoredUnderAnOpenStore() async throws {
        try await withFolder { folder in
            let store = try openStore(folder)
            try await add("ada", to: store)
            let (backup, file) = (UserBackup(dataDirectory: folder), folder + "/copy")
            try backup.write(to: file)
            try await add("bob", to: store)
            _ = try await store.news(of: HeldState())
            try backup.restore(from: file)
            let restored = try await names(store)
            #expect(restored == ["ada"])
            let news = try await store.news(of: HeldState())
            #expect(news.isRestored)
            let quiet = try await store.news(of: HeldState())
            #expect(quiet == StoreNews())
            try await add("eve", to: store)
            try store.close()
            let left = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(left.filter { $0 != "copy" && !$0.hasPrefix("users.sqlite") }.isEmpty)
            #expect(!left.contains { $0.contains("restoring") })
        }
    }

    @Test func backupsWhileSomebodyWritesHoldWholeTransactions() async throws {
        try await withFolder { folder in
            let store = try openStore(folder)
            let account = try await store.addAccount(named: "ada", password: PasswordHash(text: "x")).id
            async let writing: Void = Self.writePairs(to: store, account)
            for number in 1...20 {
                let file = "\(folder)/copy\(number)"
                try UserBackup(dataDirectory: folder).write(to: file)
                let copy = try DatabaseQueue(path: file)
                let favorites = try await copy.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM record") ?? 0 }
                #expect(favorites.isMultiple(of: 2))
                try copy.close()
            }
            try await writing
            try store.close()
        }
    }

    /// Adds two favorites in each transaction.
    private static func writePairs(to store: SQLiteUserStore, _ account: AccountID) async throws {
        let client = ClientID(high: 1, low: 1)
        for number in 1...200 as ClosedRange<UInt64> {
            let changes = [2 * number - 1, 2 * number].map { number in
                NumberedMutation(number: number, mutation: .add(UInt32(number)))
            }
            _ = try await store.settle(changes.map { .mutate(account, client, .test, $0) })
        }
    }

    @Test func onlyTheOwnerCanReadABackup() async throws {
        try await withFolder { folder in
            try openStore(folder).close()
            try UserBackup(dataDirectory: folder).write(to: folder + "/copy")
            #expect(!SmallFile.isReadableByOthers(folder + "/copy"))
        }
    }

    @Test func theCopyOfADamagedDatabaseDoesNotReplaceAnIntactBackup() async throws {
        try await withFolder { folder in
            let store = try openStore(folder)
            try await add("ada", to: store)
            try store.close()
            let (backup, file) = (UserBackup(dataDirectory: folder), folder + "/copy")
            try backup.write(to: file)
            let intact = try Data(contentsOf: URL(fileURLWithPath: file))
            try Self.damage(DataDirectory.database(in: folder))
            #expect { try backup.write(to: file) } throws: { error in
                guard case .badDatabase(_, let reason) = error as? UserError else { return false }
                return reason.hasPrefix("it is damaged: ")
            }
            #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == intact)
            let left = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(!left.contains { $0.hasPrefix(".tickwire-backup") })
        }
    }

    /// Fills the first page of the users' records with zeros, as a failing disk may.
    private static func damage(_ file: String) throws {
        let queue = try DatabaseQueue(path: file)
        let (page, size) = try queue.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
            let page = try Int.fetchOne(db, sql: "SELECT rootpage FROM sqlite_master WHERE name = 'record'")
            return (try #require(page), try #require(try Int.fetchOne(db, sql: "PRAGMA page_size")))
        }
        try queue.close()
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file))
        try handle.seek(toOffset: UInt64((page - 1) * size))
        try handle.write(contentsOf: Data(count: size))
        try handle.close()
    }

    @Test func aDatabaseWithoutAccountsIsNotBackedUp() async throws {
        try await withFolder { folder in
            try SQLiteUserStore.makePrivateFile(DataDirectory.database(in: folder))
            #expect { try UserBackup(dataDirectory: folder).write(to: folder + "/copy") } throws: { error in
                guard case .badDatabase(_, let reason) = error as? UserError else { return false }
                return reason == "it has no accounts of Tickwire"
            }
            #expect(!SmallFile.exists(folder + "/copy"))
        }
    }

    @Test func aBackupOfAnEarlierVersionIsBroughtUpToDate() async throws {
        try await withFolder { folder in
            let old = try DatabaseQueue(path: folder + "/old")
            try UserSchema.migrator.migrate(old, upTo: "1")
            try await old.write {
                try $0.execute(sql: "INSERT INTO account (name, password, created_ms) VALUES ('ada', '', 1)")
            }
            try old.close()
            try UserBackup(dataDirectory: folder + "/data").restore(from: folder + "/old")
            let store = try openStore(folder + "/data")
            let restored = try await names(store)
            #expect(restored == ["ada"])
            try store.close()
        }
    }

    @Test func aFolderWhereNobodyMayWriteTakesNoBackup() async throws {
        try await withFolder { folder in
            try openStore(folder).close()
            #expect(throws: UserError.unwritableBackup("/proc/copy", .missing)) {
                try UserBackup(dataDirectory: folder).write(to: "/proc/copy")
            }
        }
    }

    @Test func aBackupOfANewerVersionChangesNothing() async throws {
        try await withFolder { folder in
            let (data, file) = (folder + "/data", folder + "/newer")
            let newer = try DatabaseQueue(path: file)
            try UserSchema.migrator.migrate(newer)
            try await newer.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('a later step')") }
            try newer.close()
            try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
            let store = try openStore(data)
            try await add("ada", to: store)
            #expect(throws: UserStoreError.newer(path: file, migration: "a later step")) {
                try UserBackup(dataDirectory: data).restore(from: file)
            }
            let kept = try await names(store)
            #expect(kept == ["ada"])
            try store.close()
        }
    }

    @Test func aFileThatIsNoBackupChangesNothing() async throws {
        try await withFolder { folder in
            let store = try openStore(folder)
            try await add("ada", to: store)
            let backup = UserBackup(dataDirectory: folder)
            let file = folder + "/file"
            for contents in ["", "words", "SQLite format 3\u{0}" + String(repeating: "x", count: 5000)] {
                try Data(contents.utf8).write(to: URL(fileURLWithPath: file))
                #expect { try backup.restore(from: file) } throws: { error in
                    if case .badBackup(file, _) = error as? UserError { true } else { false }
                }
            }
            try Data(String(repeating: "words ", count: 1000).utf8).write(to: URL(fileURLWithPath: file))
            #expect(throws: UserError.badBackup(file, reason: "it is not a backup of Tickwire's accounts")) {
                try backup.restore(from: file)
            }
            #expect(throws: UserError.noBackup(folder + "/nothing")) { try backup.restore(from: folder + "/nothing") }
            #expect(throws: UserError.backupIsFolder(folder)) { try backup.restore(from: folder) }
            #expect(throws: UserError.backupIsFolder(folder)) { try backup.write(to: folder) }
            let kept = try await names(store)
            #expect(kept == ["ada"])
            try store.close()
        }
    }
}
