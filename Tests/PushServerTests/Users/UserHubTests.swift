import Logging
import NIOConcurrencyHelpers
import Shared
import Testing

@testable import PushServer

@Suite(.timeLimit(.minutes(1)))
struct UserHubTests {
    private let ada = Account(id: AccountID(rawValue: 1), name: "ada")
    private let change = NumberedMutation(number: 1, settled: 0, mutation: .setCoinsOnly(true))

    private func withHub(
        _ store: StubStore = StubStore(),
        terminalsMax: Int = 2,
        _ body: (Mailbox<UserHub.Event>) async throws -> Void
    ) async throws {
        let hub = UserHub(
            store: store,
            clock: ContinuousClock(),
            grace: .zero,
            terminalsMax: terminalsMax,
            counters: UserCounters(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        async let running: Void = hub.run()
        try await body(hub.mailbox)
        hub.mailbox.close()
        await running
    }

    @Test func whatCouldNotBeStoredIsToSendAgainAndNothingIsToldToOthers() async throws {
        let store = StubStore()
        try await withHub(store) { mailbox in
            let (one, other) = (StubTerminal(1, ada), StubTerminal(2, ada))
            mailbox.post(.joined(one.terminal))
            #expect(await one.next() == "joined")
            mailbox.post(.joined(other.terminal))
            #expect(await other.next() == "joined")
            store.fails.withLockedValue { $0 = true }
            mailbox.post(.mutated(one.terminal, change))
            #expect(await one.next() == "result 1 retryLater")
            store.fails.withLockedValue { $0 = false }
            mailbox.post(.mutated(one.terminal, change))
            #expect(await one.next() == "state 1")
            #expect(await one.next() == "result 1 applied")
            #expect(await other.next() == "state 1", "the first thing that it hears of")
        }
    }

    @Test func aTerminalThatComesWhileTheStoreFailsIsAskedToComeBack() async throws {
        let store = StubStore()
        store.fails.withLockedValue { $0 = true }
        try await withHub(store) { mailbox in
            let terminal = StubTerminal(1, ada)
            mailbox.post(.joined(terminal.terminal))
            #expect(await terminal.next() == "close 2002")
        }
    }

    @Test func aUserHasSoManyTerminalsAndNoMore() async throws {
        try await withHub(terminalsMax: 2) { mailbox in
            let terminals = (1...3).map { StubTerminal($0, ada) }
            for terminal in terminals { mailbox.post(.joined(terminal.terminal)) }
            #expect(await terminals[0].next() == "joined")
            #expect(await terminals[1].next() == "joined")
            #expect(await terminals[2].next() == "close 2000")
            let bob = StubTerminal(4, Account(id: AccountID(rawValue: 2), name: "bob"))
            mailbox.post(.joined(bob.terminal))
            #expect(await bob.next() == "joined")
            // One that goes makes room.
            mailbox.post(.left(terminals[0].terminal))
            let next = StubTerminal(5, ada)
            mailbox.post(.joined(next.terminal))
            #expect(await next.next() == "joined")
        }
    }

    @Test func whomAnOperatorSignsOutIsClosed() async throws {
        let store = StubStore()
        try await withHub(store) { mailbox in
            let (one, other) = (StubTerminal(1, ada), StubTerminal(2, ada))
            for terminal in [one, other] { mailbox.post(.joined(terminal.terminal)) }
            #expect(await one.next() == "joined")
            #expect(await other.next() == "joined")
            store.revoked.withLockedValue { $0 = [one.terminal.device] }
            mailbox.post(.lookDue)
            #expect(await one.next() == "close 3002")
            mailbox.post(.mutated(other.terminal, change))
            #expect(await other.next() == "state 1")
        }
    }

    @Test func afterARestoredBackupEverybodyConnectsAnew() async throws {
        let store = StubStore()
        try await withHub(store) { mailbox in
            let terminal = StubTerminal(1, ada)
            mailbox.post(.joined(terminal.terminal))
            #expect(await terminal.next() == "joined")
            store.isRestored.withLockedValue { $0 = true }
            mailbox.post(.lookDue)
            #expect(await terminal.next() == "close 1000")
        }
    }

    @Test func aTokenThatNobodyWasToldIsRevoked() async throws {
        let store = StubStore()
        try await withHub(store) { mailbox in
            mailbox.post(.tokenLost(TokenHash(bytes: [7])))
            let terminal = StubTerminal(1, ada)
            mailbox.post(.joined(terminal.terminal))
            #expect(await terminal.next() == "joined")
        }
        #expect(store.removed.withLockedValue { $0 } == [TokenHash(bytes: [7])])
    }
}

/// A connection that notes what it is told.
private struct StubTerminal {
    let terminal: Terminal
    private let told: AsyncStream<String>

    init(_ id: Int, _ account: Account) {
        let (told, tell) = AsyncStream.makeStream(of: String.self)
        self.told = told
        terminal = Terminal(
            id: TerminalID(rawValue: UInt64(id)),
            account: account,
            client: ClientID(high: 0, low: UInt64(id)),
            token: TokenHash(bytes: [UInt8(id)]),
            device: DeviceID(rawValue: UInt64(id)),
            address: "192.0.2.\(id)"
        ) { push in
            switch push {
            case .joined: tell.yield("joined")
            case .state(let news): tell.yield("state \(news.state.version)")
            case .result(let result):
                let outcome = "\(result.outcome)".prefix { $0 != "(" }
                tell.yield("result \(result.number) \(outcome)")
            case .close(let close): tell.yield("close \(close.code.rawValue)")
            }
        }
    }

    func next() async -> String? { await told.first { _ in true } }
}

/// A store that fails when it is told to; what it keeps is one version number.
private final class StubStore: UserStore {
    struct DiskFull: Error {}

    let fails = NIOLockedValueBox(false)
    let revoked = NIOLockedValueBox<Set<DeviceID>>([])
    let isRestored = NIOLockedValueBox(false)
    let removed = NIOLockedValueBox<[TokenHash]>([])
    private let version = NIOLockedValueBox<UInt64>(0)

    func accounts() async throws -> [Account] { [] }
    func account(named name: String) async throws -> (Account, PasswordHash)? { nil }
    func addAccount(named name: String, password: PasswordHash) async throws -> Account { throw DiskFull() }
    func removeAccount(named name: String) async throws -> Bool { false }
    func setPassword(
        _ password: PasswordHash,
        of account: AccountID,
        signingOut scope: SignOutScope
    ) async throws -> Set<DeviceID> { [] }
    func standing(of token: TokenHash) async throws -> TokenStanding? { nil }
    func addDevice(
        _ name: String,
        _ token: TokenHash,
        of account: AccountID
    ) async throws -> (device: DeviceID, evicted: Set<DeviceID>) { throw DiskFull() }
    func renew(_ old: TokenHash, as new: TokenHash) async throws {}
    func forget(_ token: TokenHash) async throws { removed.withLockedValue { $0.append(token) } }
    func touch(_ tokens: Set<TokenHash>) async throws {}
    func devices(of account: AccountID) async throws -> [Device] { [] }
    func revoke(_ device: DeviceID, of account: AccountID) async throws -> Bool { true }
    func accountsWithPassingFavorites() async throws -> [AccountID] { [] }

    func news(of devices: Set<DeviceID>) async throws -> StoreNews {
        StoreNews(
            revoked: revoked.withLockedValue { $0 }.intersection(devices),
            isRestored: isRestored.withLockedValue { $0 }
        )
    }

    func settle(_ requests: [UserRequest]) async throws -> [UserAnswer] {
        if fails.withLockedValue({ $0 }) { throw DiskFull() }
        return requests.map { request in
            switch request {
            case .join: return .joined(UserState(), lastMutation: 0, store: StoreIdentity(rawValue: 1))
            case .forget: return .forgotten(nil)
            case .mutate(_, _, let mutation):
                let version = version.withLockedValue { version in
                    version += 1
                    return version
                }
                let result = MutationResult(
                    number: mutation.number,
                    outcome: .applied,
                    version: version,
                    lastNumber: mutation.number
                )
                return .settled(result, UserState(version: version))
            }
        }
    }
}
