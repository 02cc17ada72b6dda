#if FLEET
    import Logging
    import PostgresKit
    import Shared
    import TestSupport
    import Testing

    @testable import PushServer

    /// Wrong passwords at one node count at all of them.
    @Suite(
        .timeLimit(.minutes(5)),
        .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed: apt-get install postgresql")
    )
    struct PostgresFailureTests {
        /// Two nodes, whose clocks are a day apart.
        private func withNodes(_ body: (Accounts, Accounts, PostgresUserStore) async throws -> Void) async throws {
            try await withStore(.postgres) { store, _, open in
                let other = try await open()
                let (here, there) = (accounts(store, at: 1), accounts(other, at: 86_401))
                try await body(here, there, try #require(store as? PostgresUserStore))
                await here.shutdown()
                await there.shutdown()
                try await other.close()
            }
        }

        private func accounts(_ store: any SQLUserStore, at seconds: Int64) -> Accounts {
            Accounts(
                store: store,
                cost: .cheap,
                clock: TestClock(),
                now: { MarketTime(seconds: seconds) },
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
                failures: store as? any FailureStore
            ) { _ in }
        }

        private func login(
            _ password: String,
            as name: String = "Ada",
            from address: Int = 1,
            at accounts: Accounts
        ) async -> CloseCode? {
            let visitor = Visitor(connection: ConnectionID(rawValue: 8), address: "198.51.100.\(address)")
            do throws(Close) {
                _ = try await accounts.signIn(.password(name: name, password: password), device: "", from: visitor)
                return nil
            } catch {
                return error.code
            }
        }

        @Test func wrongPasswordsAtOneNodeMakeTheOtherWait() async throws {
            try await withNodes { here, there, store in
                for accounts in [here, there, here] { #expect(await login("?", at: accounts) == .badLogin) }
                // The wait of one second may be over by now.
                try await store.write {
                    try $0.perform("UPDATE login_failure SET until_ms = until_ms + 600000 WHERE failures = 3", [])
                }
                for accounts in [here, there] { #expect(await login("?", at: accounts) == .tooManyLogins) }
                #expect(await login("x", from: 2, at: there) == nil, "another address of the same user")
            }
        }

        @Test(arguments: ["ada", "nobody"])
        func manyAddressesAtTwoNodesTryOneNameNoOftenerThanAtOne(name: String) async throws {
            try await withNodes { here, there, _ in
                let start = ContinuousClock.now
                let codes = await withTaskGroup(of: CloseCode?.self) { group in
                    for number in 1...60 {
                        group.addTask {
                            await login("?", as: name, from: number, at: number.isMultiple(of: 2) ? here : there)
                        }
                    }
                    return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
                }
                // A slow disk makes some of them wait too long for the row of the name.
                let refusals: [CloseCode] = [.badLogin, .tooManyLogins, .unavailable]
                #expect(refusals.reduce(0) { $0 + (codes[$1] ?? 0) } == 60, "\(codes)")
                #expect((1...20 + more(each: .seconds(120), since: start)).contains(codes[.badLogin] ?? 0), "\(codes)")
            }
        }

        @Test func oneAddressTriesNoMoreNamesAtTwoNodesThanAtOne() async throws {
            try await withNodes { here, there, _ in
                let start = ContinuousClock.now
                var codes: [CloseCode?: Int] = [:]
                for number in 1...30 {
                    let code = await login("?", as: "user\(number)", at: number.isMultiple(of: 2) ? here : there)
                    codes[code, default: 0] += 1
                }
                #expect((20...20 + more(each: .seconds(60), since: start)).contains(codes[.badLogin] ?? 0))
                #expect((codes[.badLogin] ?? 0) + (codes[.tooManyLogins] ?? 0) == 30)
            }
        }

        /// How many more guesses a slow machine has had, by the clock of the database.
        private func more(each interval: Duration, since start: ContinuousClock.Instant) -> Int {
            Int((ContinuousClock.now - start) / interval)
        }

        @Test func theRightPasswordClearsTheCountEverywhere() async throws {
            try await withNodes { here, there, store in
                for _ in 0..<3 {
                    #expect(await login("?", at: here) == .badLogin)
                    #expect(await login("x", at: there) == nil)
                }
                let counted = try await store.read { db in
                    try db.one("SELECT COUNT(*) AS count FROM login_failure WHERE failures > 0", [])?.number("count")
                }
                #expect(counted == 0)
            }
        }

        /// People type passwords where names belong.
        @Test func neitherNamesNorAddressesAreStored() async throws {
            try await withNodes { here, _, store in
                #expect(await login("?", as: "my-password", at: here) == .badLogin)
                let text = try await store.read { db in
                    try db.all("SELECT login_failure::text AS row FROM login_failure", []).compactMap { $0.text("row") }
                }
                let hash = #/\("\\\\x[0-9a-f]{64}",[0-9]+,[0-9]+\)/#
                #expect(text.count == 3 && text.allSatisfy { $0.wholeMatch(of: hash) != nil }, "\(text)")
            }
        }

        @Test func aSweepForgetsWhatBlocksNobodyAnyMore() async throws {
            try await withNodes { here, _, store in
                #expect(await login("?", at: here) == .badLogin)
                try await store.sweep(keeping: [])
                func count() async throws -> Int64? {
                    try await store.read { db in
                        try db.one("SELECT COUNT(*) AS count FROM login_failure", [])?.number("count")
                    }
                }
                #expect(try await count() == 3)
                try await store.write { try $0.perform("UPDATE login_failure SET until_ms = until_ms - 3600000", []) }
                try await store.sweep(keeping: [])
                #expect(try await count() == 0)
            }
        }
    }
#endif
