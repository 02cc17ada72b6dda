#if FLEET
    import Shared
    import TerminalClient
    import TestSupport
    import Testing

    @testable import PushServer

    /// Two servers that know nothing of each other but the PostgreSQL database that they share.
    @MainActor
    @Suite(
        .timeLimit(.minutes(5)),
        .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed: apt-get install postgresql")
    )
    struct SharedStoreTests {
        private func withNodes(_ body: @MainActor (TestServer, TestServer, String) async throws -> Void) async throws {
            try await PostgresServer.running().withDatabase { address in
                try await withTemporaryDirectory { directory in
                    try await withServer(in: directory + "/one", configure: { $0.store = address }) { one in
                        try await withServer(in: directory + "/two", configure: { $0.store = address }) { two in
                            try await body(one, two, address)
                        }
                    }
                }
            }
        }

        @Test func aFavoriteThatIsToggledAtOneNodeShowsAtTheOther() async throws {
            try await withNodes { one, two, _ in
                let (here, there) = (one.terminal(), two.terminal())
                try await here.running {
                    try await there.running {
                        await here.untilReady()
                        await there.untilReady()
                        here.add(CoinID(1))
                        await there.until { $0.favorites == [CoinID(1)] }
                        there.add(CoinID(2))
                        await here.until { $0.favorites.count == 2 }
                        there.remove(CoinID(1))
                        await here.until { $0.favorites == [CoinID(2)] }
                        await there.untilConfirmed()
                        #expect(here.user.version == there.user.version)
                    }
                }
            }
        }

        @Test func aDeviceThatIsRevokedAtOneNodeIsClosedAtTheOther() async throws {
            try await withNodes { one, two, _ in
                let terminal = two.terminal()
                try await terminal.running {
                    await terminal.untilReady()
                    let store = one.server.resources.store
                    let ada = try #require(try await store.account(named: UserName(stored: "ada"))).0
                    let device = try #require(try await store.devices(of: ada.id).first)
                    #expect(try await store.revoke(device.id, of: ada.id))
                    let error = await terminal.untilStopped()
                    #expect(error.closeCode == .signedOut)
                }
            }
        }

        @Test func aNewPasswordAtOneNodeSignsOthersOutAtTheOther() async throws {
            try await withNodes { one, two, _ in
                let (own, other) = (one.terminal(), two.terminal())
                try await own.connected {
                    await own.untilReady()
                    try await other.running {
                        await other.untilReady()
                        let start = ContinuousClock.now
                        _ = try await own.link.account.changePassword(
                            from: "secret of ada",
                            to: "new of ada",
                            revokingOthers: true
                        )
                        #expect(await other.untilStopped().closeCode == .signedOut)
                        #expect(ContinuousClock.now - start < .seconds(5))
                    }
                }
                let old = two.terminal()
                try await old.running { #expect(await old.untilStopped().closeCode == .badLogin) }
                let late = TestTerminal(
                    target: two.target(credentials: .password(name: "ada", password: "new of ada"))
                )
                try await late.running { await late.untilReady() }
            }
        }

        @Test func wrongPasswordsAtOneNodeMakeTheOtherWait() async throws {
            try await withNodes { one, two, _ in
                @MainActor func guess(at node: TestServer) async throws -> CloseCode? {
                    let terminal = TestTerminal(
                        target: node.target(credentials: .password(name: "ada", password: "guess"))
                    )
                    return try await terminal.running {
                        while true {
                            switch terminal.link.state {
                            case .stopped(let error), .waiting(_, let error): return Optional(error).closeCode
                            default: await terminal.until { $0.link.state != .connecting }
                            }
                        }
                    }
                }
                for node in [one, two, one] { #expect(try await guess(at: node) == .badLogin) }
                try await one.server.resources.store.write { db in
                    try db.perform("UPDATE login_failure SET until_ms = until_ms + 600000 WHERE failures = 3", [])
                }
                for node in [one, two] { #expect(try await guess(at: node) == .tooManyLogins) }
            }
        }

        /// What a failover or a restore does: all terminals take the whole table once.
        @Test func whenTheStoreIsAnotherOneTerminalsComeBackToIt() async throws {
            try await withNodes { one, _, address in
                let terminal = one.terminal()
                try await terminal.running {
                    await terminal.untilReady()
                    terminal.add(CoinID(1))
                    await terminal.untilConfirmed()
                    let before = terminal.user.version
                    try await one.server.resources.store.write { db in
                        try db.perform("UPDATE store SET place = '7 00000001 16385'", [])
                    }
                    let other = try await UserAdministration(sharedStore: address)
                    try await other.close()
                    await terminal.until { $0.tablesSeen == 2 }
                    await terminal.untilLive()
                    #expect(terminal.favorites == [CoinID(1)] && terminal.user.version == before)
                }
            }
        }
    }

    extension TestTerminal {
        fileprivate var tablesSeen: Int { frames.count { if case .userTable = $0 { true } else { false } } }
    }
#endif
