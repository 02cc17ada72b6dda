#if FLEET
    import PostgresKit
    import Shared
    import TestSupport
    import Testing

    @testable import PushServer

    /// A PostgreSQL database of each earlier version is brought to this version without a loss.
    @Suite(
        .timeLimit(.minutes(5)),
        .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed: apt-get install postgresql")
    )
    struct PostgresTablesTests {
        private let migrations = PostgresTables.schema.migrations

        /// At least one row for each table, in the order of the migrations that make the tables. Each new migration needs
        /// the rows of the one before it.
        private let rows = [
            [
                "UPDATE store SET identity = 99, place = 'elsewhere'",
                """
                INSERT INTO account (id, name, password, created_ms, version, floor, forgotten_ms)
                VALUES (7, 'Ada', 'scrypt', 1, 42, 3, 8000), (9, 'bob', 'scrypt', 2, 0, 0, 0)
                """,
                "INSERT INTO record VALUES (7, 77, '\\x01', '\\x02', 40)",
                "INSERT INTO removed_record VALUES (7, 77, '\\x03', 41)",
                """
                INSERT INTO device (id, account_id, name, created_ms, used_ms, address)
                VALUES (3, 7, 'laptop', 1000, 5000, '192.0.2.1')
                """,
                "INSERT INTO token VALUES ('\\x0a', 3, 1000, 5000, NULL, TRUE), ('\\x0b', 3, 2000, 5000, '\\x0a', FALSE)",
                "INSERT INTO sign_in_address VALUES (7, '192.0.2.1', 5000)",
                "INSERT INTO former_token VALUES ('\\x0c', 7, 500)",
                "INSERT INTO client VALUES (7, '\\x00000000000000010000000000000002', 12, 4000, '\\x05')",
                "INSERT INTO outcome VALUES (5, 'no', 41, '')",
                "INSERT INTO invitation VALUES ('\\x0d', 9, 3000, NULL)",
                """
                INSERT INTO outgoing_post (id, account_id, delivery, idempotency_key, event_key, event, test, due_ms)
                VALUES (2, 7, 1, 'key', '\\x01', '\\x02', 0, 9000)
                """,
                "INSERT INTO alert_note VALUES (7)",
                "INSERT INTO presence VALUES (7, '\\x01', '2026-01-02 03:04:05Z')",
                "INSERT INTO lease VALUES (TRUE, '\\x01', '192.0.2.2:7777', 'pin', 6, '2026-01-02 03:04:05Z')",
                "INSERT INTO node_credential VALUES ('\\x0e', '\\x01', '2026-01-02 03:04:05Z')",
            ],
            ["INSERT INTO login_failure VALUES ('\\x0f', 2, 9000)"],
        ]

        @Test(arguments: 1..<PostgresTables.schema.migrations.count)
        func eachEarlierVersionKeepsItsRows(version: Int) async throws {
            try #require(rows.count >= version, "the tables of migration \(version) have rows")
            try await PostgresServer.running().withDatabase { place in
                let connection = try PostgresConnection(try PostgresAddress(place))
                try PostgresSchema(migrations: Array(migrations.prefix(version))).migrate(connection)
                try connection.transaction {
                    for statement in rows.prefix(version).joined() { try connection.run(statement) }
                }
                let queries = try queriesOfAllTables(connection)
                let before = try answers(to: queries, connection)
                #expect(before.allSatisfy { !$0.isEmpty }, "each table has a row")
                try PostgresTables.schema.migrate(connection)
                let after = try answers(to: queries, connection)
                #expect(after == before)
                try await readAsAStore(at: place)
            }
        }

        /// The columns that each table has now.
        private func queriesOfAllTables(_ connection: PostgresConnection) throws -> [String] {
            try texts(
                """
                SELECT format('SELECT ROW(%s)::text FROM %I ORDER BY 1',
                    string_agg(quote_ident(column_name), ', ' ORDER BY ordinal_position), table_name)
                FROM information_schema.columns
                WHERE table_schema = current_schema() AND table_name <> 'tickwire_migration'
                GROUP BY table_name ORDER BY table_name
                """,
                connection
            )
        }

        private func answers(to queries: [String], _ connection: PostgresConnection) throws -> [[String]] {
            try queries.map { try texts($0, connection) }
        }

        private func texts(_ sql: String, _ connection: PostgresConnection) throws -> [String] {
            let rows = try connection.reading { try connection.rows(sql) }
            return (0..<rows.count).compactMap { rows.text($0, 0) }
        }

        private func readAsAStore(at place: String) async throws {
            let store = try await PostgresUserStore.open(place, limits: .test, now: { MarketTime(seconds: 8) })
            let names = try await store.accounts().map(\.name)
            let standing = try await store.standing(of: TokenHash(bytes: [0x0b]))
            let table = try #require(try await store.table(of: AccountID(rawValue: 7)))
            #expect(Set(names) == ["Ada", "bob"] && standing?.account.name == "Ada")
            #expect(table.version == 42 && table.floor == 3 && table.count == 1)
            await store.close()
        }

        /// A released migration must never change, because databases have run it.
        @Test func releasedMigrationsStayAsTheyAre() {
            let digests = migrations.map { migration in
                let text = ([migration.name] + migration.statements).joined(separator: ";")
                return SHA256.hash(Array(text.utf8)).prefix(4).map { String($0, radix: 16) }.joined(separator: " ")
            }
            #expect(digests == ["aa bf 87 b3", "58 6e 9b e", "18 11 96 73"])
        }
    }
#endif
