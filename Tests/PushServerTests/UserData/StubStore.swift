import NIOConcurrencyHelpers
import NIOCore
import Shared

@testable import PushServer

/// A store that fails when it is told to. It keeps only a version number.
final class StubStore: UserStore {
    struct DiskFull: Error {}

    let fails = NIOLockedValueBox(false)
    let failsReading = NIOLockedValueBox(false)
    let failsLooking = NIOLockedValueBox(false)
    let failsChangedAlerts = NIOLockedValueBox(false)
    /// The uses of each call of `touch`.
    let touches: AsyncStream<[TokenUse]>
    private let touch: AsyncStream<[TokenUse]>.Continuation
    let revoked = NIOLockedValueBox<Set<DeviceID>>([])
    let isRestored = NIOLockedValueBox(false)
    let removed = NIOLockedValueBox<[TokenHash]>([])
    let passing = NIOLockedValueBox<[AccountID]>([])
    /// The account of each request to forget favorites.
    let forgotten: AsyncStream<AccountID>
    private let forget: AsyncStream<AccountID>.Continuation
    let sweeps = NIOLockedValueBox(0)
    /// An element for each batch that comes.
    let batches: AsyncStream<Void>
    private let batch: AsyncStream<Void>.Continuation
    /// A batch waits for this before it is stored; nil if it need not wait.
    let commit = NIOLockedValueBox<EventLoopFuture<Void>?>(nil)
    private let version = NIOLockedValueBox<UInt64>(0)

    init() {
        (batches, batch) = AsyncStream.makeStream(of: Void.self)
        (touches, touch) = AsyncStream.makeStream(of: [TokenUse].self)
        (forgotten, forget) = AsyncStream.makeStream(of: AccountID.self)
    }

    func accounts() async throws -> [Account] { [] }
    func account(named name: UserName) async throws -> (Account, PasswordHash)? { nil }
    func login(to name: UserName, from address: HostAddress, showing token: TokenHash?) async throws -> LoginRecord? {
        nil
    }
    func addAccount(named name: UserName, password: PasswordHash) async throws -> Account { throw DiskFull() }
    func removeAccount(named name: UserName) async throws -> Bool { false }
    func setPassword(
        _ password: PasswordHash,
        of account: AccountID,
        replacing current: PasswordHash?,
        signingOut scope: SignOutScope
    ) async throws -> Set<DeviceID> { [] }
    func standing(of token: TokenHash) async throws -> TokenStanding? { nil }
    func addDevice(
        _ name: String,
        _ token: TokenHash,
        of account: AccountID,
        showing shown: TokenHash?,
        provenBy password: PasswordHash,
        at address: String
    ) async throws -> (device: DeviceID, evicted: Set<DeviceID>, signedInBy: TokenHash) { throw DiskFull() }
    func invitation(_ secret: TokenHash) async throws -> Invitation? { nil }
    func redeem(
        _ secret: TokenHash,
        password: PasswordHash,
        device name: String,
        _ token: TokenHash,
        showing shown: TokenHash?,
        at address: String
    ) async throws -> (account: Account, device: DeviceID, signedInBy: TokenHash)? { nil }
    func renew(_ old: TokenHash, as new: TokenHash) async throws {}
    func forget(_ tokens: Set<TokenHash>) async throws { removed.withLockedValue { $0 += tokens } }
    func touch(_ uses: [TokenUse]) async throws { touch.yield(uses) }
    func sweep(keeping connected: Set<ClientID>) async throws {
        sweeps.withLockedValue { $0 += 1 }
        if fails.withLockedValue({ $0 }) { throw DiskFull() }
    }
    func devices(of account: AccountID) async throws -> [Device] { [] }
    func revoke(_ device: DeviceID, of account: AccountID) async throws -> Bool { true }
    func table(of account: AccountID) async throws -> UserTable? { nil }
    func alerts() async throws -> (alerts: [AccountID: StoredAlerts], store: StoreIdentity) { ([:], .test) }
    func changedAlerts(in term: UInt32) async throws -> [AccountID: StoredAlerts] {
        if failsChangedAlerts.withLockedValue({ $0 }) { throw DiskFull() }
        return [:]
    }
    func accountsWithPassingFavorites() async throws -> (accounts: [AccountID], store: StoreIdentity) {
        (passing.withLockedValue { $0 }, .test)
    }

    let lease = NIOLockedValueBox<Duration?>(nil)
    var presenceLease: Duration? { lease.withLockedValue { $0 } }
    /// What was asked at each look.
    let looks = NIOLockedValueBox<[HeldState]>([])

    func news(of held: HeldState) async throws -> StoreNews {
        looks.withLockedValue { $0.append(held) }
        if failsLooking.withLockedValue({ $0 }) { throw DiskFull() }
        return StoreNews(
            revoked: revoked.withLockedValue { $0 }.intersection(held.devices),
            isRestored: isRestored.withLockedValue { $0 }
        )
    }

    func join(_ joinings: [Joining]) async throws -> [Joined?] {
        if failsReading.withLockedValue({ $0 }) { throw DiskFull() }
        return joinings.map { _ in
            Joined(table: UserTable(), lastMutation: 0, store: StoreIdentity(rawValue: 1), isUseDue: true)
        }
    }

    func settle(_ requests: [UserRequest], keeping connected: Set<ClientID>) async throws -> UserAnswers {
        batch.yield()
        try await commit.withLockedValue { $0 }?.get()
        if fails.withLockedValue({ $0 }) { throw DiskFull() }
        var tables: [AccountID: UserTable] = [:]
        let answers = requests.map { request -> UserAnswer in
            switch request {
            case .forget(let account, _):
                forget.yield(account)
                return .forgotten(false)
            case .posted: return .posted
            case .alerts(_, _, let changes, _): return .alerts(changes.map { _ in true })
            case .mutate(let account, _, _, let mutation):
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
                tables[account] = UserTable(version: version)
                return .settled(result)
            }
        }
        return UserAnswers(answers, tables: tables, in: StoreIdentity(rawValue: 1))
    }
}
