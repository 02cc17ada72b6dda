import Foundation
import GRDB
import Shared
import TestSupport
import Testing

@testable import PushServer

/// A database of the version before users' data was one table of records: the real program converts it, is killed while it does, and
/// is started again.
///
/// `MIGRATION_KILLS=n` kills more often than a run on every change can.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct MigrationTests {
    private static let kills = ProcessInfo.processInfo.environment["MIGRATION_KILLS"].flatMap(Int.init) ?? 8
    private static let users = 1000

    /// What a user has in the old version, and must have afterwards.
    private struct User {
        let name: String
        let version: UInt64
        let favorites: [CoinID]
        let settings: [String: String]
    }

    @Test func aDatabaseOfAThousandUsersIsConvertedWholeHoweverOftenTheProgramIsKilled() async throws {
        let seed = UInt64.random(in: 1...UInt64.max)
        var random = SeededGenerator(seed: seed)
        try await withTemporaryDirectory { directory in
            let (data, backup) = (directory + "/data", directory + "/accounts.bak")
            try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: false)
            let users = try Self.makeOldDatabase(at: DataDirectory.database(in: data), &random)
            try Self.copy(DataDirectory.database(in: data), to: backup)
            let duration = try await Self.uninterrupted(of: backup, in: directory)
            var unfinished = 0
            for _ in 0..<Self.kills {
                try await Self.listUsers(in: data, killedAfter: duration * Double.random(in: 0...1, using: &random))
                // Another process now finds the old version or the new one, and never something between them.
                if try Self.version(of: DataDirectory.database(in: data)) == "4" {
                    unfinished += 1
                } else {
                    try Self.check(users, in: data, "killed, seed \(seed)")
                    try Self.remove(DataDirectory.database(in: data))
                    try Self.copy(backup, to: DataDirectory.database(in: data))
                }
            }
            let run = try await CommandRun("tickwire-server", ["user", "list", "--data", data])
            #expect(run.status == 0 && run.said.split(separator: "\n").count == Self.users)
            try Self.check(users, in: data, "converted, seed \(seed)")
            // The backup beside it still has the old version, and is converted when it is restored.
            #expect(try Self.version(of: backup) == "4")
            try await CommandRun("tickwire-server", ["restore", backup, "--data", data]).expect(
                "restored from \(backup)\n"
            )
            try Self.check(users, in: data, "restored, seed \(seed)")
            print("migration: \(Self.kills) kills, \(unfinished) before it was done; seed \(seed)")
        }
    }

    // MARK: The old version

    /// Makes what that version left: keys of up to 64 characters, equal keys, devices, and clients with results.
    private static func makeOldDatabase(at path: String, _ random: inout SeededGenerator) throws -> [User] {
        let queue = try DatabaseQueue(path: path)
        try UserSchema.migrator.migrate(queue, upTo: "4")
        var users: [User] = []
        for number in 1...Self.users {
            let name = "user\(number)"
            let version = UInt64.random(in: 0...500, using: &random)
            let settings = [
                "kline-source": ["huobi", "cryptocompare"].randomElement(using: &random) ?? "",
                "coins-only": Bool.random(using: &random) ? "on" : "off",
                "keep-favorites": Bool.random(using: &random) ? "on" : "off",
            ]
            let isLong = Int.random(in: 0..<20, using: &random) == 0
            let coins = (1...200).shuffled(using: &random).prefix(
                version == 0 ? 0 : Int.random(in: 0...30, using: &random)
            )
            let favorites = coins.map { coin in
                let end = String(Int.random(in: 100...400, using: &random)) + "1"
                return (coin: coin, key: isLong ? String(repeating: "V", count: 50) + end : "V" + end)
            }
            try queue.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO account
                            (id, name, password, created_ms, version, kline_source, coins_only, keep_favorites)
                            VALUES (?, ?, 'scrypt', 1, ?, ?, ?, ?);
                        """,
                    arguments: [
                        number, name, Int64(version), settings["kline-source"], settings["coins-only"] == "on",
                        settings["keep-favorites"] == "on",
                    ]
                )
                for favorite in favorites {
                    try db.execute(
                        sql: "INSERT INTO favorite VALUES (?, ?, ?)",
                        arguments: [number, favorite.coin, favorite.key]
                    )
                }
                let client = Data((0..<16).map { UInt8($0) })
                for (sql, arguments) in [
                    ("INSERT INTO device (account_id, name, created_ms, used_ms) VALUES (?, 'laptop', 1, 1)", [number]),
                    (
                        "INSERT INTO token (hash, device_id, created_ms, used_ms) VALUES (?, last_insert_rowid(), 1, 1)",
                        [Data("token \(number)".utf8)]
                    ),
                    ("INSERT INTO client VALUES (?, ?, 2, 1)", [number, client]),
                    ("INSERT INTO result VALUES (?, ?, 2, NULL, 1)", [number, client]),
                ] as [(String, StatementArguments)] {
                    try db.execute(sql: sql, arguments: arguments)
                }
            }
            let order = favorites.sorted { ($0.key, $0.coin) < ($1.key, $1.coin) }
            users.append(
                User(name: name, version: version, favorites: order.map { CoinID(UInt32($0.coin)) }, settings: settings)
            )
        }
        // The journal mode of the server that wrote it.
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
        try queue.close()
        return users
    }

    private static func copy(_ path: String, to other: String) throws {
        let (source, target) = (try DatabaseQueue(path: path), try DatabaseQueue(path: other))
        try source.backup(to: target)
        try target.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
        try target.close()
        try source.close()
    }

    private static func remove(_ path: String) throws {
        for suffix in ["", "-wal", "-shm"] { SmallFile.remove(path + suffix) }
    }

    /// The last migration that the file has been through.
    private static func version(of path: String) throws -> String? {
        let queue = try DatabaseQueue(path: path)
        defer { try? queue.close() }
        return try queue.read { db in
            #expect(try String.fetchOne(db, sql: "PRAGMA integrity_check") == "ok")
            return try String.fetchOne(db, sql: "SELECT max(identifier) FROM grdb_migrations")
        }
    }

    // MARK: The new version

    private static func check(_ users: [User], in data: String, _ what: String) throws {
        let queue = try DatabaseQueue(path: DataDirectory.database(in: data))
        defer { try? queue.close() }
        try queue.read { db in
            #expect(try String.fetchOne(db, sql: "PRAGMA integrity_check") == "ok")
            #expect(try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").isEmpty)
            let rows = UserRows(db: db)
            var wrong: [String] = []
            for (number, user) in users.enumerated() {
                let table = try #require(try rows.table(of: AccountID(rawValue: Int64(number + 1))))
                // Settings that came later have no value in an old database.
                let known = Settings.all.filter { user.settings[$0.name] != nil }
                let settings = known.map { table.choice(of: $0, .test)?.text }
                let chosen = known.filter { user.settings[$0.name] != $0.standard(.test) }
                let hasAll =
                    table.items().map(\.coin) == user.favorites
                    && settings == known.map { user.settings[$0.name] }
                let hasNoMore = table.count == user.favorites.count + chosen.count && table.removedCount == 0
                let version = max(user.version, table.isEmpty ? 0 : 1)
                if !hasAll || !hasNoMore || table.version != version { wrong.append(user.name) }
            }
            #expect(wrong == [], "\(what)")
            for table in ["account", "device", "token"] {
                #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") == users.count, "\(what)")
            }
            #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM client") == 0, "\(what)")
        }
    }

    /// How long the migration takes here and now, so that the kill comes in the middle of it on a machine of any speed.
    private static func uninterrupted(of backup: String, in directory: String) async throws -> Duration {
        let data = directory + "/measured"
        try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: false)
        try copy(backup, to: DataDirectory.database(in: data))
        return try await ContinuousClock().measure {
            let run = try await CommandRun("tickwire-server", ["user", "list", "--data", data])
            #expect(run.status == 0)
        }
    }

    private static func listUsers(in data: String, killedAfter delay: Duration) async throws {
        let command = try [ServerBinary.program("tickwire-server").path, "user", "list", "--data", data]
        let process = try ChildProcess(command, output: .null, errors: .null)
        // This sleep is on purpose: the process is to die at a random moment, which the caller draws.
        try await ContinuousClock().sleep(for: delay)
        process.kill(SIGKILL)
        _ = await process.status()
    }
}
