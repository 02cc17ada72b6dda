#if FLEET
    import PostgresKit
    import Shared
    import TestSupport
    import Testing

    @testable import PushServer

    /// What several nodes on one PostgreSQL database must get right, and what happens when the database fails.
    @Suite(
        .timeLimit(.minutes(5)),
        .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed: apt-get install postgresql")
    )
    struct PostgresUserStoreTests {
        private func withNodes(
            patience: PostgresConnection.Patience = .init(),
            _ body: (PostgresUserStore, PostgresUserStore, AccountID, PostgresConnection) async throws -> Void
        ) async throws {
            try await withStore(.postgres) { store, account, open in
                let other = try await PostgresUserStore.open(
                    open.place,
                    limits: .test,
                    patience: patience,
                    now: { MarketTime(seconds: 1) }
                )
                let connection = try PostgresConnection(try PostgresAddress(open.place))
                try await body(try #require(store as? PostgresUserStore), other, account, connection)
                await other.close()
            }
        }

        /// Lets PostgreSQL run a statement of PL/pgSQL at each COMMIT that stores an outcome.
        private func onCommit(_ statement: String, _ connection: PostgresConnection) throws {
            try connection.transaction {
                try connection.run(
                    "CREATE FUNCTION on_commit() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN \(statement); RETURN NULL; END'"
                )
                try connection.run(
                    """
                    CREATE CONSTRAINT TRIGGER on_commit AFTER INSERT ON outcome DEFERRABLE INITIALLY DEFERRED
                    FOR EACH ROW EXECUTE FUNCTION on_commit()
                    """
                )
            }
        }

        private func commitAsUsual(_ connection: PostgresConnection) throws {
            try connection.transaction { try connection.run("DROP FUNCTION on_commit CASCADE") }
        }

        private func problem(_ work: () async throws -> Void) async -> String {
            do { try await work() } catch { return "\(error)" }
            return "none"
        }

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
                try connection.transaction { try connection.run("UPDATE presence SET lapses = clock_timestamp()") }
                answers = try await one.settle([.forget(account, identity)], keeping: [])
                #expect(answers.answers == [.forgotten(true)])
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
                async let first = one.claimPosts(9)
                async let second = two.claimPosts(9)
                let claimed = try await first.posts + second.posts
                #expect(claimed.count == 1)
                try await two.releasePosts()
                let again = try await two.claimPosts(9)
                #expect(again.posts.isEmpty, "a node that starts leaves other nodes' claims alone")
                try await one.close()
                try await two.close()
            }
        }

        // MARK: Failures

        @Test func aConnectionThatIsLostAtCommitLeavesTheAnswerToTheNumber() async throws {
            try await withNodes { one, _, account, connection in
                try onCommit("PERFORM pg_terminate_backend(pg_backend_pid())", connection)
                let words = await problem { _ = try await one.settle([.mutate(1, .add(5), account)]) }
                #expect(words.hasPrefix("the database has not confirmed a change: "))
                try commitAsUsual(connection)
                let answers = try await one.settle([.mutate(1, .add(5), account)])
                let result = try answers[0].result
                #expect(result.outcome == .applied && result.version == 1 && result.lastNumber == 1)
            }
        }

        @Test func aCommitThatWaitsTooLongIsAbandonedAndNotCancelled() async throws {
            try await withNodes(patience: .init(commit: .milliseconds(100))) { one, hurried, account, connection in
                try onCommit("PERFORM pg_sleep(1)", connection)
                let words = await problem { _ = try await hurried.settle([.mutate(1, .put(5, "V01"), account)]) }
                #expect(words.contains("it has not answered in time"))
                // It goes on: the next one waits for its lock, and finds what it did.
                let answers = try await one.settle([.mutate(1, .put(5, "V02"), account)])
                #expect(try answers[0].result.version == 1)
                let table = try #require(try await one.table(of: account))
                #expect(table.items().map(\.orderKey.text) == ["V01"])
            }
        }

        @Test func aNodeThatIsPausedLosesItsLocks() async throws {
            try await withStore(.postgres) { store, account, open in
                let paused = try PostgresConnection(
                    try PostgresAddress(open.place),
                    patience: .init(statement: .seconds(2))
                )
                try paused.run("BEGIN")
                _ = try paused.rows("SELECT id FROM account FOR NO KEY UPDATE")
                let answers = try await store.settle([.mutate(1, .add(5), account)])
                #expect(try answers[0].result.outcome == .applied)
            }
        }

        @Test func aFullDiskChangesNothingAndIsTold() async throws {
            try await withNodes { one, _, account, connection in
                try onCommit(
                    "RAISE EXCEPTION ''could not extend file: No space left on device'' USING ERRCODE = ''53100''",
                    connection
                )
                let words = await problem { _ = try await one.settle([.mutate(1, .add(5), account)]) }
                #expect(words.contains("No space left on device"))
                try commitAsUsual(connection)
                let answers = try await one.settle([.mutate(1, .add(5), account)])
                #expect(try answers[0].result.version == 1)
            }
        }

        @Test func connectionsThatWereLostAreReplaced() async throws {
            try await withNodes { one, _, account, connection in
                _ = try await one.settle([.mutate(1, .add(5), account)])
                try connection.transaction {
                    _ = try connection.rows(
                        """
                        SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
                        WHERE datname = current_database() AND pid <> pg_backend_pid()
                        """
                    )
                }
                let answers = try await one.settle([.mutate(2, .add(6), account)])
                let joined = try await one.join(account)
                #expect(try answers[0].result.version == 2 && joined?.table.version == 2)
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

        @Test func aNewerSchemaIsRefusedInWords() async throws {
            try await withStore(.postgres) { store, _, open in
                try await store.write { try $0.perform("INSERT INTO tickwire_migration VALUES ('99 more')", []) }
                let words = await problem { _ = try await open() }
                #expect(words == PostgresSchemaFault.newer(migration: "99 more").description)
            }
        }

        /// An older node goes on while a newer one adds a table, and passes on records of a kind that it does not know.
        @Test func anUpgradeNodeByNodeKeepsBothAtWork() async throws {
            try await withStore(.postgres) { older, account, open in
                let more = PostgresSchema.Migration(
                    name: "2 more",
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
            }
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
