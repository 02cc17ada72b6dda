internal import GRDB
internal import Shared

/// The hourly closes in an SQLite file of their own. So no user's change waits for them, and no backup of users
/// contains them. A file that is unreadable or of a newer version is replaced, because closes can be fetched again.
final class WeekStore: Sendable {
    private let queue: DatabaseQueue

    /// - Throws: `UserStoreError.unreadable`
    init(path: String) throws {
        do {
            queue = try Self.open(path)
        } catch {
            do {
                for suffix in ["", "-wal", "-shm", "-journal"] { SmallFile.remove(path + suffix) }
                queue = try Self.open(path)
            } catch {
                throw UserStoreError.unreadable(path: path, reason: "\(error)")
            }
        }
    }

    private static func open(_ path: String) throws -> DatabaseQueue {
        try SQLiteUserStore.makePrivateFile(path)
        var configuration = Configuration()
        configuration.journalMode = .wal
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.read { try schema.refuseNewer($0, at: path) }
        try schema.migrate(queue)
        return queue
    }

    /// The tables, and the migrations between their versions.
    private static var schema: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { db in
            try db.execute(
                sql: """
                    -- The providers that told a close.
                    CREATE TABLE source (
                        number INTEGER PRIMARY KEY,
                        name TEXT NOT NULL UNIQUE
                    ) STRICT;
                    -- By hour: each hour is written at the end, and the oldest is removed at the beginning.
                    CREATE TABLE close (
                        hour INTEGER NOT NULL,
                        coin_id INTEGER NOT NULL,
                        mantissa INTEGER NOT NULL,
                        exponent INTEGER NOT NULL,
                        source INTEGER NOT NULL REFERENCES source (number),
                        -- To the source of the coin's close before; NULL: not known, or the same source.
                        ratio REAL,
                        PRIMARY KEY (hour, coin_id)
                    ) STRICT, WITHOUT ROWID;
                    """
            )
        }
        return migrator
    }

    func closes() async throws -> KeptCloses {
        try await queue.read { db in
            let names = try String.fetchAll(db, sql: "SELECT name FROM source ORDER BY number")
            let rows = try Row.fetchCursor(db, sql: "SELECT * FROM close ORDER BY hour")
            var kept = KeptCloses(sources: names)
            while let row = try rows.next() {
                let price = try ExactDecimal(mantissa: row["mantissa"], exponent: row["exponent"])
                kept.closes.append(
                    StoredClose(
                        coin: CoinID(row["coin_id"]),
                        hour: MarketHour(row["hour"]),
                        price: price,
                        source: row["source"],
                        ratio: row["ratio"]
                    )
                )
            }
            return kept
        }
    }

    /// Saves the closes in one transaction.
    /// - Parameter hours: the hours to keep; all others are removed.
    func save(_ kept: KeptCloses, keeping hours: ClosedRange<MarketHour>) async throws {
        try await queue.write { db in
            let known = try String.fetchAll(db, sql: "SELECT name FROM source ORDER BY number")
            // The closes in the file use other source numbers, because the file could not be read when these were
            // assigned.
            if !kept.sources.starts(with: known) { try db.execute(sql: "DELETE FROM close; DELETE FROM source") }
            for (number, name) in kept.sources.enumerated() {
                try db.run("INSERT OR IGNORE INTO source VALUES (?, ?)", [number, name])
            }
            for close in kept.closes {
                try db.run(
                    "INSERT OR REPLACE INTO close VALUES (?, ?, ?, ?, ?, ?)",
                    [
                        close.hour.rawValue, close.coin.rawValue, close.price.mantissa, close.price.exponent,
                        close.source, close.ratio,
                    ]
                )
            }
            let bounds: StatementArguments = [hours.lowerBound.rawValue, hours.upperBound.rawValue]
            try db.run("DELETE FROM close WHERE hour < ?1 OR hour > ?2", bounds)
        }
    }

    func close() throws { try queue.close() }
}
