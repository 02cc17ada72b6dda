internal import Foundation
internal import GRDB
internal import Shared

/// The tables, and the migrations between their versions.
enum UserSchema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { db in
            try db.execute(
                sql: """
                    CREATE TABLE account (
                        -- Never used twice: connections of an account that was removed still carry its number.
                        id INTEGER PRIMARY KEY AUTOINCREMENT,
                        name TEXT NOT NULL UNIQUE COLLATE NOCASE,
                        password TEXT NOT NULL,
                        created_ms INTEGER NOT NULL,
                        version INTEGER NOT NULL DEFAULT 0,
                        kline_source TEXT NOT NULL DEFAULT 'huobi',
                        coins_only INTEGER NOT NULL DEFAULT FALSE,
                        keep_favorites INTEGER NOT NULL DEFAULT TRUE
                    ) STRICT;
                    CREATE TABLE favorite (
                        account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                        coin_id INTEGER NOT NULL,
                        order_key TEXT NOT NULL,
                        PRIMARY KEY (account_id, coin_id)
                    ) STRICT, WITHOUT ROWID;
                    CREATE TABLE token (
                        hash BLOB NOT NULL PRIMARY KEY,
                        account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                        device TEXT NOT NULL,
                        created_ms INTEGER NOT NULL,
                        used_ms INTEGER NOT NULL
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX token_account ON token (account_id);
                    -- One row per client process that has changed something, and the results it has not confirmed yet.
                    CREATE TABLE client (
                        account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                        client_id BLOB NOT NULL,
                        last_number INTEGER NOT NULL,
                        seen_ms INTEGER NOT NULL,
                        PRIMARY KEY (account_id, client_id)
                    ) STRICT, WITHOUT ROWID;
                    CREATE TABLE result (
                        account_id INTEGER NOT NULL,
                        client_id BLOB NOT NULL,
                        number INTEGER NOT NULL,
                        refusal TEXT,
                        version INTEGER NOT NULL,
                        PRIMARY KEY (account_id, client_id, number),
                        FOREIGN KEY (account_id, client_id) REFERENCES client ON DELETE CASCADE
                    ) STRICT, WITHOUT ROWID;
                    """
            )
        }
        migrator.registerMigration("2") { db in
            // A token is renewed at times. The device stays, and it is what the user sees.
            try db.execute(
                sql: """
                    CREATE TABLE device (
                        -- Never used twice: a user who revokes number 7 means the 7 that was shown.
                        id INTEGER PRIMARY KEY AUTOINCREMENT,
                        account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                        name TEXT NOT NULL,
                        created_ms INTEGER NOT NULL,
                        used_ms INTEGER NOT NULL
                    ) STRICT;
                    CREATE INDEX device_account ON device (account_id);
                    ALTER TABLE token RENAME TO old_token;
                    DROP INDEX token_account;
                    CREATE TABLE token (
                        hash BLOB NOT NULL PRIMARY KEY,
                        device_id INTEGER NOT NULL REFERENCES device (id) ON DELETE CASCADE,
                        created_ms INTEGER NOT NULL,
                        used_ms INTEGER NOT NULL,
                        -- The token of the same device that this one takes the place of; NULL once it has been used.
                        replaces BLOB,
                        is_replaced INTEGER NOT NULL DEFAULT FALSE
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX token_device ON token (device_id);
                    -- One row. A database that is restored from a backup gets another identity.
                    CREATE TABLE store (identity INTEGER NOT NULL) STRICT;
                    """
            )
            let tokens = try Row.fetchAll(db, sql: "SELECT * FROM old_token ORDER BY created_ms, hash")
            for token in tokens {
                try db.execute(
                    sql: "INSERT INTO device (account_id, name, created_ms, used_ms) VALUES (?, ?, ?, ?)",
                    arguments: [token["account_id"], token["device"], token["created_ms"], token["used_ms"]]
                )
                try db.execute(
                    sql: "INSERT INTO token (hash, device_id, created_ms, used_ms) VALUES (?, ?, ?, ?)",
                    arguments: [token["hash"], db.lastInsertedRowID, token["created_ms"], token["used_ms"]]
                )
            }
            try db.execute(sql: "DROP TABLE old_token")
            try StoreIdentity.random().write(to: db)
        }
        migrator.registerMigration("3") { db in
            // The address at which a device was last seen, so that its user can tell it from a stranger's.
            try db.execute(sql: "ALTER TABLE device ADD COLUMN address TEXT NOT NULL DEFAULT ''")
        }
        migrator.registerMigration("4") { db in
            // The evidence that distinguishes a user who has forgotten the password from a stranger who guesses it.
            try db.execute(
                sql: """
                    -- IPv4 addresses and IPv6 networks of 64 bits from which an account has signed in.
                    CREATE TABLE sign_in_address (
                        account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                        address TEXT NOT NULL,
                        used_ms INTEGER NOT NULL,
                        PRIMARY KEY (account_id, address)
                    ) STRICT, WITHOUT ROWID;
                    -- The last tokens of devices that have expired. They sign nobody in.
                    CREATE TABLE former_token (
                        hash BLOB NOT NULL PRIMARY KEY,
                        account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                        expired_ms INTEGER NOT NULL
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX former_token_account ON former_token (account_id);
                    """
            )
            let devices = try Row.fetchAll(
                db,
                sql: "SELECT account_id, address, used_ms FROM device WHERE address <> '' ORDER BY used_ms"
            )
            for device in devices {
                try db.execute(
                    sql: "INSERT OR REPLACE INTO sign_in_address VALUES (?, ?, ?)",
                    arguments: [device["account_id"], HostAddress(device["address"]).text, device["used_ms"]]
                )
            }
        }
        migrator.registerMigration("5") { db in
            // All data of a user becomes one table of records.
            try db.execute(
                sql: """
                    CREATE TABLE record (
                        account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                        kind INTEGER NOT NULL,
                        key BLOB NOT NULL,
                        value BLOB NOT NULL,
                        -- Of the account, at which the record last changed.
                        version INTEGER NOT NULL,
                        PRIMARY KEY (account_id, kind, key)
                    ) STRICT, WITHOUT ROWID;
                    -- The keys that were removed last, so that a terminal that was away is told.
                    CREATE TABLE removed_record (
                        account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                        kind INTEGER NOT NULL,
                        key BLOB NOT NULL,
                        version INTEGER NOT NULL,
                        PRIMARY KEY (account_id, kind, key)
                    ) STRICT, WITHOUT ROWID;
                    -- The highest version at which something was removed that is forgotten.
                    ALTER TABLE account ADD COLUMN floor INTEGER NOT NULL DEFAULT 0;
                    -- What became of each client's newest mutations, and what they replaced.
                    CREATE TABLE outcome (
                        account_id INTEGER NOT NULL,
                        client_id BLOB NOT NULL,
                        number INTEGER NOT NULL,
                        refusal TEXT,
                        version INTEGER NOT NULL,
                        effect BLOB NOT NULL,
                        PRIMARY KEY (account_id, client_id, number),
                        FOREIGN KEY (account_id, client_id) REFERENCES client ON DELETE CASCADE
                    ) STRICT, WITHOUT ROWID;
                    """
            )
            try UserStateConversion(db: db).convertAll()
            // Changes of the earlier protocol are not sent again. Terminals set them aside.
            try db.execute(
                sql: """
                    DROP TABLE favorite;
                    DROP TABLE result;
                    DELETE FROM client;
                    ALTER TABLE account DROP COLUMN kline_source;
                    ALTER TABLE account DROP COLUMN coins_only;
                    ALTER TABLE account DROP COLUMN keep_favorites;
                    """
            )
        }
        migrator.registerMigration("6") { db in
            // The latest time at which a forgotten client process was connected; 0 if none was forgotten.
            try db.execute(sql: "ALTER TABLE account ADD COLUMN forgotten_ms INTEGER NOT NULL DEFAULT 0")
        }
        migrator.registerMigration("7") { db in
            // Outcomes are stored in the order in which they were settled, and each client's row says where its own
            // are.
            try db.execute(
                sql: """
                    ALTER TABLE outcome RENAME TO old_outcome;
                    CREATE TABLE outcome (
                        id INTEGER PRIMARY KEY,
                        refusal TEXT,
                        version INTEGER NOT NULL,
                        effect BLOB NOT NULL
                    ) STRICT;
                    -- The rows of `outcome` up to that of last_number, ascending, as `OutcomeLog` packs them.
                    ALTER TABLE client ADD COLUMN outcomes BLOB NOT NULL DEFAULT x'';
                    """
            )
            try OutcomeConversion(db: db).convertAll()
            try db.execute(sql: "DROP TABLE old_outcome")
        }
        migrator.registerMigration("8") { db in
            // Operators' invitations, by the hash of their secrets. Each account has at most one.
            try db.execute(
                sql: """
                    CREATE TABLE invitation (
                        hash BLOB PRIMARY KEY NOT NULL,
                        account_id INTEGER NOT NULL UNIQUE REFERENCES account (id) ON DELETE CASCADE,
                        created_ms INTEGER NOT NULL,
                        used_ms INTEGER
                    ) STRICT
                    """
            )
        }
        migrator.registerMigration("9") { db in
            // Messages to other hosts. A row is written together with its alert, and removed when it is delivered or
            // given up.
            try db.execute(
                sql: """
                    CREATE TABLE outgoing_post (
                        -- Never used twice: an outcome that comes late must not concern another message.
                        id INTEGER PRIMARY KEY AUTOINCREMENT,
                        account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                        -- The number of the way of delivery.
                        delivery INTEGER NOT NULL,
                        idempotency_key TEXT NOT NULL UNIQUE,
                        -- The alert event; NULL for a test message.
                        event_key BLOB,
                        event BLOB,
                        -- The number of the test; 0 for an alert.
                        test INTEGER NOT NULL,
                        -- When to post it next. A claim moves it to the time at which the claim ends.
                        due_ms INTEGER NOT NULL,
                        claimed INTEGER NOT NULL DEFAULT FALSE,
                        tries INTEGER NOT NULL DEFAULT 0,
                        first_ms INTEGER
                    ) STRICT;
                    CREATE INDEX outgoing_post_due ON outgoing_post (due_ms);
                    CREATE INDEX outgoing_post_delivery ON outgoing_post (account_id, delivery);
                    """
            )
        }
        return migrator
    }
}

/// Moves outcomes that were stored by client into a log, and notes in each client's row where its own outcomes are.
struct OutcomeConversion {
    let db: Database

    func convertAll() throws {
        let clients = try Row.fetchAll(db, sql: "SELECT account_id, client_id, last_number FROM client")
        for client in clients { try convert(client) }
    }

    private func convert(_ client: Row) throws {
        let key: StatementArguments = [client["account_id"], client["client_id"]]
        let rows = try db.rows(
            "SELECT number, refusal, version, effect FROM old_outcome WHERE account_id = ? AND client_id = ? ORDER BY number",
            key
        )
        var log = OutcomeLog()
        for row in rows {
            let number = UInt64(row["number"] as Int64)
            try db.run(
                "INSERT INTO outcome (refusal, version, effect) VALUES (?, ?, ?)",
                [row["refusal"] as String?, row["version"] as Int64, row["effect"] as Data]
            )
            log.append(db.lastInsertedRowID, number: number)
        }
        // The client's row counts back from its last number. Rows that end at another number would be mistaken for
        // other outcomes.
        if log.lastNumber != UInt64(client["last_number"] as Int64) { return }
        try db.run("UPDATE client SET outcomes = ? WHERE account_id = ? AND client_id = ?", [Data(log.bytes)] + key)
    }
}
