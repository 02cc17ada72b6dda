#if FLEET
    import Foundation
    import NIOConcurrencyHelpers
    import PostgresKit
    import Shared
    import TerminalClient
    import TestSupport
    import Testing

    @testable import PushServer

    /// A whole installation moves from a data folder to PostgreSQL and back.
    @MainActor
    @Suite(
        .timeLimit(.minutes(5)),
        .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed: apt-get install postgresql")
    )
    struct MigrateCommandTests {
        /// Where an installation may be.
        struct Places {
            let directory: String
            let address: String

            var folder: String { directory + "/one" }
            var other: String { directory + "/two" }
        }

        private func withPlaces(_ body: @MainActor (Places) async throws -> Void) async throws {
            try await PostgresServer.running().withDatabase { address in
                try await withTemporaryDirectory { directory in
                    let places = Places(directory: directory, address: address)
                    try FileManager.default.createDirectory(atPath: places.folder, withIntermediateDirectories: true)
                    try await body(places)
                }
            }
        }

        private func migrate(from source: String, to target: String) async throws -> CommandRun {
            try await CommandRun("tickwire-server", ["migrate", "--from", source, "--to", target])
        }

        private func folderStore(_ folder: String) throws -> SQLiteUserStore {
            try SQLiteUserStore(path: DataDirectory.database(in: folder), limits: SessionLimits(), now: { .now })
        }

        private func sharedStore(_ places: Places) async throws -> PostgresUserStore {
            try await PostgresUserStore.open(
                places.address,
                program: "test",
                limits: SessionLimits(),
                now: { .now }
            )
        }

        private func connection(_ places: Places) throws -> PostgresConnection {
            try PostgresConnection(
                try PostgresAddress(places.address, program: "test"),
                patience: .init(statement: .seconds(600))
            )
        }

        /// Rows of every table, with all their values and without those that may be missing. The first account is gone.
        private func fill(_ folder: String) async throws {
            let administration = try UserAdministration(dataDirectory: folder, cost: .cheap)
            for name in ["carol", "ada", "Bob"] { try await administration.add(name: name, password: "secret of all") }
            try await administration.close()
            let store = try folderStore(folder)
            try await store.write { db in
                try db.perform("UPDATE account SET version = 9, floor = 2, forgotten_ms = 7 WHERE id = 2", [])
                for kind in RecordKind.all.map(\.number) + [4000] {
                    for account in 2...3 as ClosedRange<Int64> {
                        try db.perform(
                            "INSERT INTO record (account_id, kind, key, value, version) VALUES (?, ?, x'00FF', x'0102', 8)",
                            [.int(account), .kind(kind)]
                        )
                    }
                }
                let rows = [
                    "removed_record (account_id, kind, key, version) VALUES (2, 1, x'', 3), (2, 1, x'00', 4)",
                    "device (account_id, name, created_ms, used_ms, address) VALUES (2, 'Büro 🖥', 1, 2, '192.0.2.1')",
                    "token (hash, device_id, created_ms, used_ms) VALUES (x'01', 1, 1, 2)",
                    "token (hash, device_id, created_ms, used_ms, replaces, is_replaced) VALUES (x'02', 1, 1, 2, x'01', TRUE)",
                    "sign_in_address (account_id, address, used_ms) VALUES (2, '192.0.2.1', 3), (2, '2001:db8::', 4)",
                    "former_token (hash, account_id, expired_ms) VALUES (x'03', 3, 5)",
                    "outcome (id, refusal, version, effect) VALUES (70, NULL, 9, x'00'), (71, 'too many', 9, x'')",
                    "client (account_id, client_id, last_number, seen_ms, outcomes) VALUES (2, x'0A', 2, 6, x'4601')",
                    "invitation (hash, account_id, created_ms, used_ms) VALUES (x'04', 2, 1, NULL), (x'05', 3, 1, 2)",
                    """
                    outgoing_post (account_id, delivery, idempotency_key, event_key, event, test, due_ms, claimed, tries, first_ms)
                    VALUES (2, 1, 'one', x'06', x'07', 0, 8, TRUE, 2, 9), (2, -1, 'two', NULL, NULL, 1, 8, FALSE, 0, NULL)
                    """,
                ]
                for row in rows { try db.perform("INSERT INTO \(row)", []) }
                for number in 0..<1200 as Range<Int64> {
                    try db.perform(
                        "INSERT INTO record (account_id, kind, key, value, version) VALUES (3, 2, ?, x'', 1)",
                        [.bytes(withUnsafeBytes(of: number.bigEndian) { Array($0) })]
                    )
                }
                try db.perform("DELETE FROM account WHERE id = 1", [])
            }
            try store.close()
        }

        /// A column that somebody adds must not be forgotten.
        @Test func everyColumnIsMovedOrLeftOutOnPurpose() async throws {
            try await withPlaces { places in
                let moved = Set(MovedTable.all.flatMap { table in table.columns.map { "\(table.name).\($0.name)" } })
                let store = try folderStore(places.folder)
                let inFile = try await store.read { db in
                    try db.all(
                        """
                        SELECT t.name || '.' || c.name AS name FROM sqlite_master AS t, pragma_table_info(t.name) AS c
                        WHERE t.type = 'table' AND t.name NOT IN ('grdb_migrations', 'sqlite_sequence', 'store')
                        """,
                        []
                    ).compactMap { $0.text("name") }
                }
                #expect(Set(inFile) == moved)
                try store.close()
                let shared = try await sharedStore(places)
                let inDatabase = try await shared.read { db in
                    try db.all(
                        """
                        SELECT (table_name || '.' || column_name)::text AS name FROM information_schema.columns
                        WHERE table_schema = 'public' AND is_generated = 'NEVER' AND table_name NOT IN (
                            'tickwire_migration', 'store', 'alert_note', 'presence', 'lease', 'node_credential',
                            'login_failure', 'node')
                        """,
                        []
                    ).compactMap { $0.text("name") }
                }
                #expect(Set(inDatabase) == moved)
                await shared.close()
            }
        }

        @Test func everyRowArrivesInTheDatabaseAndComesBack() async throws {
            try await withPlaces { places in
                try await fill(places.folder)
                let there = try await migrate(from: places.folder, to: places.address)
                #expect(there.status == 0, "\(there.said)")
                #expect(there.said.hasPrefix("accounts: 2\nrecords: 1220\nremoved keys: 2\ndevices: 1\ntokens: 2\n"))
                let back = try await migrate(from: places.address, to: places.other)
                #expect(back.status == 0, "\(back.said)")
                let source = try folderStore(places.folder)
                let shared = try await sharedStore(places)
                let copy = try folderStore(places.other)
                let contents = try await [
                    source.read { try StoreContent(of: $0) }, shared.read { try StoreContent(of: $0) },
                    copy.read { try StoreContent(of: $0) },
                ]
                #expect(contents[0] == contents[1] && contents[1] == contents[2])
                #expect(contents[0].counts.allSatisfy { $0.rows > 0 })
                #expect(there.said.contains(contents[0].hash) && back.said.contains(contents[0].hash))
                // Each of the three goes on by itself, so no two may be taken for one.
                let identities = try await [
                    source.read { try StoreIdentity(from: $0) }, shared.read { try StoreIdentity(from: $0) },
                    copy.read { try StoreIdentity(from: $0) },
                ]
                #expect(Set(identities).count == 3)
                for store in [shared, copy] as [any SQLUserStore] {
                    let dave = try await store.addAccount(
                        named: UserName(stored: "dave"),
                        password: PasswordHash(text: "x")
                    )
                    #expect(dave.id == AccountID(rawValue: 4), "numbers go on")
                }
                let outcome = try await shared.write { try $0.one("SELECT nextval('outcome_id') AS id", [])?.int("id") }
                #expect(outcome == 72)
                try source.close()
                await shared.close()
                try copy.close()
            }
        }

        /// PostgreSQL ends a transaction in which no statement comes for too long, and hashing a large folder takes minutes.
        @Test func noTransactionIsOpenWhileAFolderIsHashed() async throws {
            try await withPlaces { places in
                try await fill(places.folder)
                let (address, hashes) = (places.address, NIOLockedValueBox(0))
                // Waits until no transaction is open. If the move keeps one open meanwhile, PostgreSQL ends it, and the move fails.
                let hash: @Sendable (any SQLSession) throws -> StoreContent = { folder in
                    let look = try PostgresConnection(
                        try PostgresAddress(address, program: "test"),
                        patience: .init(statement: .seconds(600))
                    )
                    var isOpen = true
                    while isOpen {
                        isOpen = try look.reading {
                            let rows = try look.rows(
                                """
                                SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
                                AND application_name = 'tickwire-migrate' AND xact_start IS NOT NULL
                                """
                            )
                            return rows.int(0, 0) != 0
                        }
                    }
                    hashes.withLockedValue { $0 += 1 }
                    return try StoreContent(of: folder)
                }
                func move(from source: String, to target: String) async throws -> StoreContent {
                    try await StoreMove(from: source, to: target, patience: .seconds(100), hashFolder: hash).run()
                }
                let there = try await move(from: places.folder, to: places.address)
                let back = try await move(from: places.address, to: places.other)
                #expect(there == back)
                let count = hashes.withLockedValue { $0 }
                #expect(count == 2)
            }
        }

        /// Over TLS, libpq looks for a certificate in the home of a user, and fails if it may not read that home.
        @Test(.enabled(if: geteuid() == 0, "only root can act as somebody else"))
        func rootMovesTheFolderOfAnotherUserOverTLS() async throws {
            try await withPlaces { places in
                try await fill(places.folder)
                let home = places.directory + "/home"
                try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: false)
                try #require(chmod(home, 0o700) == 0)
                let files = SmallFile.names(in: places.folder).filter { !$0.hasPrefix(".") }
                for path in [places.folder] + files.map({ places.folder + "/" + $0 }) {
                    try #require(chown(path, 65_534, 65_534) == 0)
                }
                let server = try PostgresServer.running()
                let name = try #require(places.address.split(separator: "?").first?.split(separator: "/").last)
                let address = "postgres://tickwire@localhost:\(server.port)/\(name)?sslrootcert=\(server.authority)"
                let run = try await CommandRun(
                    "tickwire-server",
                    ["migrate", "--from", places.folder, "--to", address],
                    environment: ["HOME": home]
                )
                #expect(run.status == 0, "\(run.said)")
            }
        }

        /// Its pending change is made once, and it takes the whole table, because the store is another one.
        @Test func aTerminalGoesOnWhereItsServerHasMoved() async throws {
            try await withPlaces { places in
                let proxy = try await TestProxy.start(upstreamPort: 1)
                let terminal = try await withServer(in: places.folder) { $0.terminal(port: proxy.port) }
                try await terminal.connected {
                    try await withServer(in: places.folder) { server in
                        proxy.plug(into: server.port)
                        await terminal.untilReady()
                        for coin in 1...3 as ClosedRange<UInt32> { terminal.add(CoinID(coin)) }
                        terminal.remove(CoinID(2))
                        await terminal.untilConfirmed()
                    }
                    #expect(try await migrate(from: places.folder, to: places.address).status == 0)
                    terminal.add(CoinID(4))
                    try await withServer(in: places.folder, configure: { $0.store = places.address }) { server in
                        terminal.forgetFrames()
                        proxy.plug(into: server.port)
                        await terminal.untilLive()
                        await terminal.untilConfirmed()
                        #expect(terminal.favorites == [CoinID(1), CoinID(3), CoinID(4)] && terminal.user.version == 5)
                    }
                }
                try await proxy.stop()
            }
        }

        @Test func aTargetThatIsNotEmptyIsRefused() async throws {
            try await withPlaces { places in
                try await fill(places.folder)
                #expect(try await migrate(from: places.folder, to: places.address).status == 0)
                try await migrate(from: places.folder, to: places.address)
                    .expectFailure("the database has 2 accounts of its own; create an empty database")
                try await migrate(from: places.address, to: places.folder)
                    .expectFailure("\(places.folder) has accounts of its own; give a folder without a database")
                try await migrate(from: places.folder, to: places.other)
                    .expectFailure("one of --from and --to must be a data folder, and the other one", status: 64)
                try await migrate(from: places.other, to: places.address)
                    .expectFailure("there are no users in \(places.other) yet")
            }
        }

        @Test func aSourceThatIsServedIsRefused() async throws {
            try await withPlaces { places in
                try await withServer(in: places.folder) { _ in
                    try await migrate(from: places.folder, to: places.address)
                        .expectFailure("another tickwire-server uses the data folder")
                }
                try await withServer(in: places.directory + "/node", configure: { $0.store = places.address }) { _ in
                    try await migrate(from: places.address, to: places.other)
                        .expectFailure("connections to the database, and changes made during the move would be lost")
                }
            }
        }

        @Test func aMoveThatIsKilledLeavesTheTargetEmpty() async throws {
            try await withPlaces { places in
                try await fill(places.folder)
                // The tables must be there to be locked.
                await (try await sharedStore(places)).close()
                try await killInTheMiddle(of: places, from: places.folder, to: places.address)
                let accounts = try connection(places).rows("SELECT count(*) FROM account").int(0, 0)
                #expect(accounts == 0)
                var again = try await migrate(from: places.folder, to: places.address)
                #expect(again.status == 0, "\(again.said)")
                try await killInTheMiddle(of: places, from: places.address, to: places.other)
                #expect(!DataDirectory.hasDatabase(places.other))
                again = try await migrate(from: places.address, to: places.other)
                #expect(again.status == 0, "\(again.said)")
            }
        }

        /// Ends the command with SIGKILL when it comes to the last table, which is locked.
        private func killInTheMiddle(of places: Places, from source: String, to target: String) async throws {
            let lock = try connection(places)
            let look = try connection(places)
            try lock.run("BEGIN")
            try lock.run("LOCK TABLE outgoing_post IN ACCESS EXCLUSIVE MODE")
            _ = try lock.rows("SELECT 1")
            let command = try ChildProcess(
                [ServerBinary.program("tickwire-server").path, "migrate", "--from", source, "--to", target]
            )
            var isWaiting = false
            while !isWaiting {
                isWaiting = try look.reading {
                    let rows = try look.rows(
                        """
                        SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
                        AND application_name = 'tickwire-migrate' AND wait_event_type = 'Lock'
                        """
                    )
                    return rows.int(0, 0) == 1
                }
                await Task.yield()
            }
            command.kill(SIGKILL)
            _ = await command.status()
            withExtendedLifetime(lock) {}
        }
    }
#endif
