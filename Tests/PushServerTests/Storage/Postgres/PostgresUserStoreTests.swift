#if FLEET
    import PostgresKit
    import Shared
    import TestSupport
    import Testing

    @testable import PushServer

    /// What several nodes on one PostgreSQL database must get right.
    @Suite(
        .timeLimit(.minutes(5)),
        .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed: apt-get install postgresql")
    )
    struct PostgresUserStoreTests {
        // MARK: Two nodes

        /// The client has moved while its old node still works on the same mutations.
        @Test func whatTwoNodesSettleAtOnceIsDoneOnce() async throws {
            try await withNodes { one, two, account, _ in
                for number in 1...30 as ClosedRange<UInt64> {
                    let mutation = number.isMultiple(of: 2) ? Mutation.remove([CoinID(1)]) : .put(1, "V0\(number)1")
                    let other = UserRequest.mutate(
                        account,
                        ClientID(high: 7, low: 7),
                        .test,
                        NumberedMutation(number: number, mutation: .set(Settings.klineSource, to: "source\(number)"))
                    )
                    async let first = one.settle([.mutate(number, mutation, account)])
                    async let second = two.settle([other, .mutate(number, mutation, account)])
                    let (here, there) = try await (first[0].result, second[1].result)
                    #expect(here == there && here.outcome == .applied && here.isChange)
                }
                let table = try #require(try await one.table(of: account))
                #expect(table.version == 60)
            }
        }

        @Test func aTableThatAnotherNodeHasChangedIsNotTakenFromMemory() async throws {
            try await withNodes { one, two, account, _ in
                for number in 1...20 as ClosedRange<UInt64> {
                    let node = number.isMultiple(of: 2) ? one : two
                    let mutation: Mutation = number.isMultiple(of: 3) ? .remove([CoinID(1)]) : .put(1, "V\(number)1")
                    _ = try await node.settle([.mutate(number, mutation, account)])
                    let (here, there) = try await (one.table(of: account), two.table(of: account))
                    #expect(here == there && here?.version == number)
                }
            }
        }

        @Test func aNodeHearsOfTablesThatAreNewerThanItsOwn() async throws {
            try await withNodes { one, two, account, _ in
                let bob = try await one.addAccount(named: "bob", password: PasswordHash(text: "x"))
                _ = try await two.settle([.mutate(1, .add(5), account)])
                var news = try await one.news(of: HeldState(versions: [account: 0, bob.id: 0]))
                #expect(news.tables.keys.sorted { $0.rawValue < $1.rawValue } == [account])
                #expect(news.tables[account]?.coins == [CoinID(5)] && !news.isRestored)
                news = try await one.news(of: HeldState(versions: [account: 1, bob.id: 0]))
                #expect(news.tables.isEmpty)
                let hinted = Set([account, bob.id])
                news = try await one.news(of: HeldState(versions: [account: 0, bob.id: 0], hinted: hinted))
                #expect(news.tables.mapValues(\.coins) == [account: [CoinID(5)]])
                _ = try await two.settle([.mutate(1, .add(6), bob.id)])
                news = try await one.news(of: HeldState(versions: [account: 0, bob.id: 0], hinted: [account]))
                #expect(news.tables.mapValues(\.coins) == [account: [CoinID(5)], bob.id: [CoinID(6)]])
            }
        }

        @Test func favoritesStayWhileAnotherNodeSaysThatTheirUserIsThere() async throws {
            try await withNodes { one, two, account, connection in
                _ = try await one.settle([
                    .mutate(1, .add(5), account), .mutate(2, .set(Settings.keepFavorites, to: false), account),
                ])
                _ = try await two.join(account)
                let identity = try await one.read { try StoreIdentity(from: $0) }
                var answers = try await one.settle([.forget(account, identity)], keeping: [])
                #expect(answers.answers == [.forgotten(false)])
                // That node may be cut off from the database for a while, and the user is still there.
                for (seconds, isForgotten) in [(30, false), (61, true)] {
                    let lapse = "UPDATE presence SET lapses = clock_timestamp() - interval '\(seconds) seconds'"
                    try connection.transaction { try connection.run(lapse) }
                    answers = try await one.settle([.forget(account, identity)], keeping: [])
                    #expect(answers.answers == [.forgotten(isForgotten)])
                }
            }
        }

        /// The client has been away for long, and has just connected to the other node.
        @Test func aSweepKeepsAClientWhoseUseAnotherNodeNotesMeanwhile() async throws {
            try await withStore(.postgres) { store, account, open in
                _ = try await store.settle([.mutate(1, .test, account)])
                let later = try await open(at: MarketTime(seconds: ClientRows.memory + 2))
                let address = try PostgresAddress(open.place)
                let (other, look) = (try PostgresConnection(address), try PostgresConnection(address))
                try other.run("BEGIN")
                try other.run("SELECT id FROM account FOR NO KEY UPDATE")
                _ = try other.rows("UPDATE client SET seen_ms = \((ClientRows.memory + 1) * 1000) RETURNING seen_ms")
                async let sweep: Void = later.sweep(keeping: [])
                var isWaiting = false
                while !isWaiting {
                    isWaiting = try look.reading {
                        let rows = try look.rows(
                            """
                            SELECT count(*) FROM pg_stat_activity
                            WHERE datname = current_database() AND wait_event_type = 'Lock'
                            """
                        )
                        return rows.int(0, 0) == 1
                    }
                    await Task.yield()
                }
                try other.run("COMMIT")
                _ = try other.rows("SELECT 1")
                try await sweep
                _ = try await later.addDevice("test", .test, of: account)
                let joined = try #require(try await later.join(account))
                #expect(joined.lastMutation == 1)
                try await later.close()
            }
        }

        @Test func aPostIsClaimedByOneNode() async throws {
            try await withStore(.postgres) { _, account, open in
                let (one, two) = (
                    try await open(at: MarketTime(seconds: 9)), try await open(at: MarketTime(seconds: 9))
                )
                let address = try #require(DeliveryAddress("https://ntfy.sh/topic"))
                var way = DeliveryWay(
                    id: DeliveryID(rawValue: 1),
                    kind: .ntfy,
                    name: "way",
                    address: address,
                    secret: ""
                )
                way.test = 1
                _ = try await one.settle([.mutate(1, .add(way), account)])
                async let first = one.claimPosts(for: PostPlaces(), among: .all)
                async let second = two.claimPosts(for: PostPlaces(), among: .all)
                let claimed = try await first.posts + second.posts
                #expect(claimed.count == 1)
                try await two.releasePosts()
                let again = try await two.claimPosts(for: PostPlaces(), among: .all)
                #expect(again.posts.isEmpty, "a node that starts leaves other nodes' claims alone")
                try await one.close()
                try await two.close()
            }
        }

        // MARK: Another database

        @Test func aDatabaseThatWasMovedGetsAnotherIdentity() async throws {
            try await withStore(.postgres) { store, account, open in
                let before = try await store.read { try StoreIdentity(from: $0) }
                let same = try await open()
                let unchanged = try await same.read { try StoreIdentity(from: $0) }
                #expect(unchanged == before)
                try await same.close()
                // What a promoted standby or a restored dump finds.
                try await store.write { try $0.perform("UPDATE store SET place = '7 00000001 16385'", []) }
                let moved = try await open()
                let after = try await moved.read { try StoreIdentity(from: $0) }
                #expect(after != before && after.rawValue != 0)
                let news = try await store.news(of: HeldState(versions: [account: 0]))
                #expect(news.isRestored)
                let answers = try await store.settle(
                    [.mutate(account, .test, before, NumberedMutation(number: 1, mutation: .test))],
                    keeping: []
                )
                #expect(answers.answers == [.otherStore])
                try await moved.close()
            }
        }

        @Test func aRestoredDumpHasTheUsersAndAnotherIdentity() async throws {
            try await withStore(.postgres) { store, account, open in
                _ = try await store.settle([.mutate(1, .add(5), account)])
                let (before, table) = try await (store.read { try StoreIdentity(from: $0) }, store.table(of: account))
                try await PostgresServer.running().withRestoredDump(of: open.place) { place in
                    let restored = try await StoreOpener(kind: .postgres, place: place)()
                    let after = try await restored.read { try StoreIdentity(from: $0) }
                    #expect(after != before && after.rawValue != 0)
                    #expect(try await restored.table(of: account) == table)
                    #expect(try await restored.join(account) != nil, "a device that had signed in still may")
                    try await restored.close()
                }
            }
        }

        @Test func aNewerSchemaIsRefusedInWords() async throws {
            try await withStore(.postgres) { store, _, open in
                try await store.write { try $0.perform("INSERT INTO tickwire_migration VALUES ('99 more')", []) }
                let words = await problem { _ = try await open() }
                #expect(words == PostgresSchemaError.newer(migration: "99 more").description)
            }
        }

        /// A large table may take long to rewrite, longer than a node may hold users' locks.
        @Test func aMigrationMayTakeLongerThanOtherStatements() async throws {
            try await PostgresServer.running().withDatabase { address in
                // The database's sleep stands for the long rewrite.
                let slow = PostgresSchema.Migration(name: "4 slow", statements: ["SELECT pg_sleep(1)"])
                let store = try await PostgresUserStore.open(
                    address,
                    limits: .test,
                    patience: .init(statement: .milliseconds(500)),
                    schema: PostgresSchema(migrations: PostgresTables.schema.migrations + [slow]),
                    now: { MarketTime(seconds: 1) }
                )
                let done = try await store.read { db in
                    try db.one("SELECT count(*) AS count FROM tickwire_migration", [])?.int("count")
                }
                #expect(done == Int64(PostgresTables.schema.migrations.count) + 1)
                await store.close()
            }
        }

        /// An older node goes on while a newer one adds a table, and passes on records of a kind that it does not know.
        @Test func anUpgradeNodeByNodeKeepsBothAtWork() async throws {
            try await withStore(.postgres) { older, account, open in
                let more = PostgresSchema.Migration(
                    name: "4 more",
                    statements: ["CREATE TABLE more (id BIGINT)", "ALTER TABLE account ADD COLUMN more BIGINT"]
                )
                let connection = try PostgresConnection(try PostgresAddress(open.place))
                try PostgresSchema(migrations: PostgresTables.schema.migrations + [more]).migrate(connection)
                _ = try await older.settle([.mutate(1, .add(5), account)])
                // As the newer node stores it.
                try connection.transaction {
                    try connection.run(
                        "INSERT INTO record (account_id, kind, key, value, version) VALUES ($1, 4000, '\\x01', '\\x02', 2)",
                        [.int(account.rawValue)]
                    )
                    try connection.run("UPDATE account SET version = 2")
                }
                _ = try await older.settle([.mutate(2, .remove([CoinID(5)]), account)])
                let table = try #require(try await older.table(of: account))
                let key = RecordKey(kind: 4000, bytes: [1])
                #expect(table[key]?.value == [2] && table.version == 3 && table.coins.isEmpty)
                // It runs on, but its version does not start again.
                let refusal = await problem { _ = try await open() }
                #expect(refusal.contains("'4 more'") && refusal.contains("install the newer version"))
            }
        }

        /// A terminal may move to any node, so it is offered what all of them know.
        @Test func aKindIsOfferedOnceAllNodesKnowIt() async throws {
            try await withStore(.postgres) { store, account, open in
                let newer = try #require(store as? PostgresUserStore)
                var limits = SessionLimits.test
                limits.records.offer(only: [RecordKind.setting.number, RecordKind.listItem.number])
                let older = try #require(try await open(limits) as? PostgresUserStore)
                let all = Set(RecordKind.all.map(\.number))
                try await newer.notePresence(of: [])
                #expect(try await newer.join(account)?.kinds == all)
                try await older.notePresence(of: [])
                try await newer.notePresence(of: [])
                for node in [newer, older] { #expect(try await node.join(account)?.kinds?.count == 2) }
                try await older.removeCredentials(of: NodeID(high: 1, low: 1))
                try await newer.notePresence(of: [])
                #expect(try await newer.join(account)?.kinds == all)
                // A node that has ended without a word is forgotten once its note has lapsed.
                try await older.notePresence(of: [])
                let connection = try PostgresConnection(try PostgresAddress(open.place))
                try connection.transaction {
                    try connection.run("UPDATE node SET lapses = clock_timestamp() WHERE cardinality(kinds) = 2")
                }
                try await newer.notePresence(of: [])
                #expect(try await newer.join(account)?.kinds == all)
                await older.close()
            }
        }

        @Test func aNodeWaitsForAnotherOneThatChangesTheTablesAndSaysSoOnce() async throws {
            try await withStore(.postgres) { _, _, open in
                let (waits, began) = AsyncStream.makeStream(of: Void.self)
                let other = try PostgresConnection(try PostgresAddress(open.place))
                let opened = try await migrating(on: other) {
                    async let opened = PostgresUserStore.open(
                        open.place,
                        limits: .test,
                        patience: .init(statement: .milliseconds(50)),
                        wait: .init(limit: .seconds(60)) { began.yield() },
                        now: { MarketTime(seconds: 1) }
                    )
                    // The first line comes once the node waits; a second one would come after the end.
                    _ = await waits.first { true }
                    try other.transaction { _ = try other.rows("SELECT pg_advisory_unlock(8388345094170309221)") }
                    return try await opened
                }
                await opened.close()
                began.finish()
                #expect(await waits.reduce(0) { count, _ in count + 1 } == 0)
            }
        }

        @Test func aNodeDoesNotWaitForEver() async throws {
            try await withStore(.postgres) { _, _, open in
                let other = try PostgresConnection(try PostgresAddress(open.place))
                try await migrating(on: other) {
                    let words = await problem {
                        _ = try await PostgresUserStore.open(
                            open.place,
                            limits: .test,
                            patience: .init(statement: .milliseconds(20)),
                            wait: .init(limit: .milliseconds(100)),
                            now: { MarketTime(seconds: 1) }
                        )
                    }
                    #expect(words == PostgresSchemaError.busy.description)
                }
            }
        }

        /// Holds the lock of migrations as a node does whose migration goes on.
        private func migrating<Value>(
            on other: PostgresConnection,
            _ body: () async throws -> Value
        ) async throws -> Value {
            try other.transaction { _ = try other.rows("SELECT pg_advisory_lock(8388345094170309221)") }
            return try await body()
        }

        @Test(arguments: [
            ("/nowhere", "the database cannot be reached: "),
            ("postgres://tickwire:secret@/x?host=/tmp", "the address of the database contains a password"),
            ("postgres:///x?host=/nonexistent", "the database cannot be reached: "),
        ])
        func aWrongAddressIsOneClearLine(_ address: String, _ start: String) async throws {
            let words = await problem {
                _ = try await PostgresUserStore.open(address, limits: .test, now: { MarketTime(seconds: 1) })
            }
            let scheme = "the address of a database begins with postgres://"
            #expect(words.hasPrefix(address.hasPrefix("/") ? scheme : start) && !words.contains("secret"))
        }

        @Test func aDatabaseThatOnlyReadsOrIsMissingIsOneClearLine() async throws {
            try await withStore(.postgres) { store, _, open in
                let missing = await problem {
                    let place = open.place.replacing("/test_", with: "/none_")
                    _ = try await StoreOpener(kind: .postgres, place: place)()
                }
                #expect(missing.hasPrefix("the database cannot be reached: ") && missing.contains("does not exist"))
                try await store.write {
                    try $0.perform(
                        """
                        DO $$ BEGIN
                            EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = on', current_database());
                        END $$
                        """,
                        []
                    )
                }
                let readOnly = await problem { _ = try await open() }
                #expect(readOnly.contains("read-only"))
            }
        }
    }
#endif
