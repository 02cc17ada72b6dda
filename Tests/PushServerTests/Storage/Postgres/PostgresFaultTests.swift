#if FLEET
    import PostgresKit
    import Shared
    import TestSupport
    import Testing

    @testable import PushServer

    /// What happens when the database fails.
    @Suite(
        .timeLimit(.minutes(5)),
        .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed: apt-get install postgresql")
    )
    struct PostgresFaultTests {
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
                // This sleep of the database is the fault: the commit must outlast the patience above.
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

        /// Only changes wait for a standby that is away. The lease, joins, notes of presence and the leader's look for changed
        /// alerts go on, also those of a user whose change waits. Favorites of a user whose data is in use stay.
        @Test func withoutItsStandbyTheDatabaseConfirmsNoChangeAndKeepsTheLease() async throws {
            try await withStore(.postgres) { store, account, open in
                let (usual, alert) = (try #require(store as? PostgresUserStore), Alert.test(.priceAbove(100)))
                _ = try await usual.settle([
                    .mutate(1, .add(5), account), .mutate(2, .set(Settings.keepFavorites, to: false), account),
                    .mutate(3, .add(alert), account),
                ])
                let pin = try #require(PublicKeyPin("sha256/" + String(repeating: "A", count: 43) + "="))
                let holder = LeaseHolder(node: NodeID(high: 1, low: 1), address: "node1:7443", pin: pin)
                let lease = try await usual.takeLease(for: holder, lasting: .seconds(60), above: 0)
                let (away, connection) = try await withoutStandby(at: open.place, patience: .milliseconds(100))
                let words = await problem { _ = try await away.settle([.mutate(4, .remove([CoinID(5)]), account)]) }
                #expect(words.hasPrefix("the database has not confirmed a change: "))
                #expect(try await away.changedAlerts(in: lease.term)[account]?.kept.map(\.alert) == [alert])
                try await away.notePresence(of: [account])
                #expect(try await away.join(account)?.table.favoritesPass == true)
                let noted = try connection.transaction { try connection.rows("SELECT node FROM presence").count }
                #expect(noted == 1)
                try connection.transaction { try connection.run("DELETE FROM presence") }
                let identity = try await usual.read { try StoreIdentity(from: $0) }
                let answers = try await usual.settle([.forget(account, identity)], keeping: [])
                #expect(answers.answers == [.forgotten(false)], "the change still waits")
                try await away.addCredential(AccessToken.random().hash, of: holder.node)
                let kept = try await away.renewLease(of: holder, term: lease.term, lasting: .seconds(120))
                #expect(kept.map { $0.holder == holder && $0.left > .seconds(100) } == true)
                await away.close()
            }
        }

        /// Renewals keep all connections that they can have. Sign-ins only read, and the user hub has a connection of its own:
        /// for changes, and for upkeep, which waits for no standby.
        @Test func renewalsWithoutAStandbyHoldUpNeitherSignInsNorChanges() async throws {
            try await withStore(.postgres) { store, account, open in
                let password = try PasswordHash(password: "x", cost: .cheap)
                let tokens = (1...8).map { TokenHash(bytes: [9, $0]) }
                for (number, token) in tokens.enumerated() {
                    let name = try #require(UserName("user\(number)"))
                    let user = try await store.addAccount(named: name, password: password)
                    _ = try await store.addDevice("test", token, of: user.id)
                }
                let expired = TokenHash(bytes: [8])
                _ = try await store.addDevice("test", expired, of: account)
                try await store.write { db in
                    try db.perform("UPDATE token SET used_ms = -10000000000 WHERE hash = ?", [.token(expired)])
                }
                let (away, connection) = try await withoutStandby(at: open.place, patience: .seconds(600))
                // Unstructured, so that the test can give up these alone.
                let renewals = tokens.map { token in
                    Task { await problem { try await away.renew(token, as: TokenHash(bytes: token.bytes + [1])) } }
                }
                try await until { try connection.waitingCommits() >= 3 }
                #expect(try await away.standing(of: tokens[0]) != nil)
                #expect(try await away.join(account) != nil)
                #expect(try await !away.revoke(DeviceID(rawValue: 1), of: AccountID(rawValue: 99)))
                try await away.touch([TokenUse(token: .test, address: "192.0.2.1")])
                try await away.sweep(keeping: [])
                #expect(try connection.transaction { try connection.rows("SELECT hash FROM former_token").count } == 1)
                async let answer = problem { _ = try await away.settle([.mutate(1, .add(5), account)]) }
                try await until { try connection.isLocked(account) }
                try await until { try connection.waitingCommits() >= 4 }
                for renewal in renewals { renewal.cancel() }
                try connection.endWaitingCommits()
                let words = await answer
                #expect(words.hasPrefix("the database has not confirmed a change: "))
                for renewal in renewals { _ = await renewal.value }
                await away.close()
            }
        }

        /// Each commit that was given up holds a connection, of which PostgreSQL has few.
        @Test func fewCommitsThatWereGivenUpWaitForAStandby() async throws {
            try await withStore(.postgres) { store, account, open in
                let password = try PasswordHash(password: "x", cost: .cheap)
                var accounts = [account]
                for number in 1...4 {
                    let name = try #require(UserName("user\(number)"))
                    accounts.append(try await store.addAccount(named: name, password: password).id)
                }
                let (away, connection) = try await withoutStandby(at: open.place, patience: .milliseconds(100))
                var words: [String] = []
                for account in accounts {
                    words.append(await problem { _ = try await away.settle([.mutate(1, .add(5), account)]) })
                }
                let unconfirmed = "the database has not confirmed a change: "
                #expect(words.map { $0.hasPrefix(unconfirmed) } == [true, true, true, false, false])
                #expect(words[4].hasPrefix("the database has not confirmed 3 earlier changes"))
                #expect(try connection.waitingCommits() == 3)
                #expect(try await away.join(account) != nil, "reading goes on")
                try connection.endWaitingCommits()
                try await until { try connection.waitingCommits() == 0 }
                let last = await problem { _ = try await away.settle([.mutate(1, .add(5), accounts[4])]) }
                #expect(last.hasPrefix(unconfirmed), "there is room again")
                await away.close()
            }
        }

        /// Opens the store after its standby has gone: a node connects anew after each commit that it gives up.
        private func withoutStandby(
            at address: String,
            patience: Duration
        ) async throws -> (PostgresUserStore, PostgresConnection) {
            let connection = try PostgresConnection(try PostgresAddress(address))
            try connection.transaction { try connection.run(PostgresServer.withoutStandby) }
            let store = try await PostgresUserStore.open(
                address,
                limits: .test,
                patience: .init(commit: patience),
                now: { MarketTime(seconds: 1) }
            )
            return (store, connection)
        }

        private func until(_ isReached: () throws -> Bool) async throws {
            while try !isReached() {
                try Task.checkCancellation()
                await Task.yield()
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

        @Test func aFullDiskChangesNothingAndIsReported() async throws {
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
    }

    extension PostgresConnection {
        private static let waiting = """
            FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'SyncRep'
            """

        /// The commits that wait for a standby.
        fileprivate func waitingCommits() throws -> Int {
            try transaction { try rows("SELECT pid \(Self.waiting)").count }
        }

        /// Ends their connections.
        fileprivate func endWaitingCommits() throws {
            try transaction { _ = try rows("SELECT pg_terminate_backend(pid, 5000) \(Self.waiting)") }
        }

        /// Whether something is changing the user's data.
        fileprivate func isLocked(_ account: AccountID) throws -> Bool {
            try transaction {
                try rows(
                    "SELECT id FROM account WHERE id = $1 FOR NO KEY UPDATE SKIP LOCKED",
                    [.int(account.rawValue)]
                ).count == 0
            }
        }
    }
#endif
