import Dispatch
import Foundation
import GRDB
import Logging
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import Shared
import Testing

@testable import PushServer

/// What the accounts do to devices is told to the hub, whatever else goes wrong.
@Suite(.timeLimit(.minutes(5)))
struct AccountsTests {
    private let signedOut = NIOLockedValueBox<[Set<DeviceID>]>([])
    private let visitor = Visitor(connection: TerminalID(rawValue: 7), address: "192.0.2.1")

    private struct Stage {
        let accounts: Accounts
        let store: SQLiteUserStore
        let ada: Account
        let path: String

        func addDevice(_ number: UInt8) async throws -> DeviceID {
            try await store.addDevice("device \(number)", TokenHash(bytes: [number]), of: ada.id).device
        }

        /// The file is away for a new reader; the writer has it open.
        func withoutReading<Value>(_ body: () async throws -> Value) async throws -> Value {
            store.pool.invalidateReadOnlyConnections()
            try FileManager.default.moveItem(atPath: path, toPath: path + "-away")
            defer { try? FileManager.default.moveItem(atPath: path + "-away", toPath: path) }
            return try await body()
        }
    }

    private func withAccounts(_ body: (Stage) async throws -> Void) async throws {
        let path = NSTemporaryDirectory() + "/tickwire-accounts-\(UUID().uuidString).sqlite"
        defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) } }
        let store = try SQLiteUserStore(path: path, limits: SessionLimits()) { MarketTime(seconds: 1) }
        let hash = try PasswordHash(password: "secret", cost: .cheap)
        let ada = try await store.addAccount(named: "ada", password: hash)
        let accounts = Accounts(
            store: store,
            cost: .cheap,
            now: { MarketTime(seconds: 1) },
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        ) { [signedOut] devices in
            signedOut.withLockedValue { $0.append(devices) }
        }
        try await body(Stage(accounts: accounts, store: store, ada: ada, path: path))
        await accounts.shutdown()
        try store.close()
    }

    private var told: [Set<DeviceID>] { signedOut.withLockedValue { $0 } }

    @Test func aDeviceThatShowsItsTokenBesideThePasswordStaysTheSameOne() async throws {
        try await withAccounts { stage in
            func signIn(showing token: [UInt8]?) async throws -> Accounts.SignIn {
                let credentials = Hello.Credentials.password(name: "ada", password: "secret", formerToken: token)
                return try await stage.accounts.signIn(credentials, device: "laptop", from: visitor)
            }
            let first = try await signIn(showing: nil)
            let again = try await signIn(showing: first.newToken?.bytes)
            #expect(again.device == first.device)
            #expect(again.newToken?.bytes != first.newToken?.bytes)
            let shown = try #require(first.newToken?.hash)
            #expect(again.tokenHash == shown, "the old token fades once the new one is used, as after a renewal")
            for _ in 1...20 { _ = try await signIn(showing: first.newToken?.bytes) }
            let tokens = try await stage.store.pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM token") }
            #expect(tokens == DeviceRows.tokensMax + 1)
            #expect(try await stage.store.standing(of: shown)?.device == first.device)
            let stranger = try await signIn(showing: [1, 2, 3])
            #expect(stranger.device != first.device)
            #expect(try await stage.store.revoke(first.device, of: stage.ada.id))
            let late = try await signIn(showing: again.newToken?.bytes)
            #expect(late.device != first.device, "a token that was revoked proves nothing")
        }
    }

    @Test func theDeviceThatMakesRoomForANewOneIsSignedOut() async throws {
        try await withAccounts { stage in
            let oldest = try await stage.addDevice(0)
            for number in 1..<UInt8(DeviceRows.devicesMax) { _ = try await stage.addDevice(number) }
            let signIn = try await stage.accounts.signIn(login, device: "one more", from: visitor)
            #expect(told == [[oldest]])
            let devices = try await stage.store.devices(of: stage.ada.id).map(\.id)
            #expect(devices.count == DeviceRows.devicesMax && devices.contains(signIn.device))
        }
    }

    // MARK: While the store fails

    private let login = Hello.Credentials.password(name: "ada", password: "secret")

    @Test func aStoreThatCannotBeReadIsNoWrongPassword() async throws {
        try await withAccounts { stage in
            try await stage.withoutReading {
                for _ in 0..<5 {
                    await #expect(throws: Close.unavailable) {
                        _ = try await stage.accounts.signIn(login, device: "laptop", from: visitor)
                    }
                }
            }
            let signIn = try await stage.accounts.signIn(login, device: "laptop", from: visitor)
            #expect(signIn.account == stage.ada)
        }
    }

    @Test func aTokenThatCannotBeRenewedSignsInAllTheSame() async throws {
        try await withAccounts { stage in
            let old = AccessToken.random()
            _ = try await stage.store.addDevice("laptop", old.hash, of: stage.ada.id)
            try await stage.store.pool.write { db in
                try db.execute(
                    sql: """
                        UPDATE token SET created_ms = -1000000000;
                        CREATE TRIGGER fault BEFORE INSERT ON token BEGIN SELECT RAISE(ABORT, 'disk full'); END
                        """
                )
            }
            var signIn = try await stage.accounts.signIn(.token(old.bytes), device: "laptop", from: visitor)
            #expect(signIn.account == stage.ada && signIn.newToken == nil)
            try await stage.store.pool.write { try $0.execute(sql: "DROP TRIGGER fault") }
            signIn = try await stage.accounts.signIn(.token(old.bytes), device: "laptop", from: visitor)
            let new = try #require(signIn.newToken, "tried again")
            let standing = try await stage.store.standing(of: new.hash)
            #expect(standing?.device == signIn.device)
        }
    }

    // MARK: Guessers

    private func refusal(
        _ name: String,
        password: String = "?",
        _ number: Int,
        _ accounts: Accounts
    ) async -> CloseCode? {
        let visitor = Visitor(connection: TerminalID(rawValue: 8), address: "198.51.100.\(number)")
        do throws(Close) {
            _ = try await accounts.signIn(.password(name: name, password: password), device: "", from: visitor)
            return nil
        } catch {
            return error.code
        }
    }

    /// SQLite reads a name up to its first NUL.
    @Test(arguments: ["ada\u{0}", "ada\u{0}1", "ada\n", "\u{200B}ada", "\u{212A}"])
    func whatCannotBeANameIsNobodysAndIsRefusedBeforeItsPasswordIsCompared(name: String) async throws {
        try await withAccounts { stage in
            for number in 0..<30 {
                let code = await refusal(name, password: "secret", number, stage.accounts)
                #expect(code == .badLogin)
            }
            // Nothing was counted against the name.
            #expect(await refusal("ada", password: "secret", 31, stage.accounts) == nil)
        }
    }

    @Test func manyAddressesAreAnsweredAlikeWhetherThereIsTheNameOrNot() async throws {
        try await withAccounts { stage in
            var answers: [String: [CloseCode?]] = [:]
            for name in ["ada", "nobody"] {
                for number in 0..<30 { answers[name, default: []].append(await refusal(name, number, stage.accounts)) }
            }
            #expect(answers["ada"]?.prefix(20).allSatisfy { $0 == .badLogin } == true)
            #expect(answers["ada"]?.last == .tooManyLogins)
            #expect(answers["ada"] == answers["nobody"])
        }
    }

    @Test func aTokenSignsInWhileStrangersGuessAndSoDoesThePasswordFromItsAddress() async throws {
        try await withAccounts { stage in
            let token = try #require(
                try await stage.accounts.signIn(login, device: "laptop", from: visitor).newToken
            )
            for number in 0..<30 { _ = await refusal("ada", number, stage.accounts) }
            _ = try await stage.accounts.signIn(.token(token.bytes), device: "laptop", from: visitor)
            _ = try await stage.accounts.signIn(login, device: "phone", from: visitor)
        }
    }

    @Test func aDecoyCostsWhatAPasswordCostsAndMatchesNothing() throws {
        let decoy = PasswordHash.decoy(cost: .cheap)
        let real = try PasswordHash(password: "", cost: .cheap)
        #expect(decoy.text.split(separator: "$").prefix(4) == real.text.split(separator: "$").prefix(4))
        #expect(decoy.text.utf8.count == real.text.utf8.count)
        let isRight = try decoy.matches("")
        #expect(!isRight)
    }

    /// All threads that hash are busy until the body calls `release`.
    private func withoutHashing(_ body: (Accounts, _ release: () -> Void) async -> Void) async throws {
        let (hashing, gate, held) = (HashingThreads(), DispatchSemaphore(value: 0), NIOLockedValueBox(0))
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let accounts = Accounts(
            store: StubStore(),
            cost: .cheap,
            now: { MarketTime(seconds: 1) },
            logger: logger,
            hashing: hashing
        ) { _ in }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<HashingThreads.count {
                group.addTask {
                    try await hashing.run {
                        held.withLockedValue { $0 += 1 }
                        gate.wait()
                    }
                }
            }
            while held.withLockedValue({ $0 }) < HashingThreads.count { await Task.yield() }
            await body(accounts) { for _ in 0..<HashingThreads.count { gate.signal() } }
            try await group.waitForAll()
        }
        await accounts.shutdown()
    }

    @Test func moreLoginsThanCanBeCheckedSoonAreTurnedAway() async throws {
        try await withoutHashing { accounts, release in
            let codes = await withTaskGroup(of: CloseCode?.self) { group in
                for number in 0..<64 { group.addTask { await refusal("user\(number)", number, accounts) } }
                while await accounts.checksUnderWay < 64 { await Task.yield() }
                let one = await refusal("another", 64, accounts)
                #expect(one == Close.busy.code)
                release()
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(codes == [CloseCode?](repeating: .badLogin, count: 64))
            let later = await refusal("later", 65, accounts)
            #expect(later == .badLogin)
        }
    }

    /// Else guesses that nobody looks at would keep everybody out.
    @Test func aGuessThatComesTooEarlyTakesNoPlace() async throws {
        try await withoutHashing { accounts, release in
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<64 {
                    let isGuess = number < 3
                    group.addTask {
                        _ = await refusal(isGuess ? "ada" : "user\(number)", isGuess ? 0 : number, accounts)
                    }
                }
                while await accounts.checksUnderWay < 64 { await Task.yield() }
                let early = await refusal("ada", 0, accounts)
                #expect(early == .tooManyLogins)
                release()
            }
        }
    }

    // MARK: A new password

    /// Whoever is to be shut out by it knows the old one, and may be logging in at that moment.
    @Test func aLoginWithTheOldPasswordEndsWithIt() async throws {
        try await withAccounts { stage in
            let own = try await stage.addDevice(1)
            let new = try PasswordHash(password: "new", cost: .cheap)
            let gate = DispatchSemaphore(value: 0)
            stage.store.pool.asyncWriteWithoutTransaction { _ in gate.wait() }
            async let revoked = stage.store.setPassword(
                new,
                of: stage.ada.id,
                replacing: nil,
                signingOut: .others(than: own)
            )
            while stage.store.writer.waitingCount < 1 { await Task.yield() }
            async let code = refusal("ada", password: "secret", 1, stage.accounts)
            while stage.store.writer.waitingCount < 2 { await Task.yield() }
            gate.signal()
            #expect(try await revoked.isEmpty)
            #expect(await code == .badLogin)
            let devices = try await stage.store.devices(of: stage.ada.id).map(\.id)
            #expect(devices == [own])
        }
    }

    @Test func ofTwoWhoChangeThePasswordAtOnceTheSecondIsRefused() async throws {
        try await withAccounts { stage in
            let old = try #require(try await stage.store.account(named: "ada")).1
            let (one, other) = (PasswordHash(text: "one"), PasswordHash(text: "other"))
            _ = try await stage.store.setPassword(one, of: stage.ada.id, replacing: old, signingOut: .nobody)
            await #expect(throws: UserStoreError.passwordChanged) {
                _ = try await stage.store.setPassword(other, of: stage.ada.id, replacing: old, signingOut: .nobody)
            }
            let kept = try await stage.store.account(named: "ada")?.1
            #expect(kept == one)
        }
    }

    // MARK: Devices

    /// Not even with what has expired: how long tokens live is the running server's to say.
    @Test func anOperatorWhoLooksSignsNobodyOut() async throws {
        let folder = NSTemporaryDirectory() + "/tickwire-accounts-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        do {
            let database = DataDirectory.database(in: folder)
            // In 1970.
            let store = try SQLiteUserStore(path: database, limits: SessionLimits()) { MarketTime(seconds: 1) }
            let ada = try await store.addAccount(named: "ada", password: PasswordHash(text: "x"))
            let device = try await store.addDevice("laptop", TokenHash(bytes: [1]), of: ada.id).device
            try store.close()
            let administration = try UserAdministration(dataDirectory: folder, creating: false)
            let devices = try await administration.devices(of: "ada").map(\.id)
            #expect(devices == [device])
            try administration.close()
        }
    }

    @Test func aRevokedDeviceIsToldAlsoWhereTheListCannotBeRead() async throws {
        try await withAccounts { stage in
            let (own, other) = (try await stage.addDevice(1), try await stage.addDevice(2))
            await #expect(throws: AccountProblem.self) {
                try await stage.withoutReading {
                    _ = try await stage.accounts.perform(.revoke(other), of: stage.ada, on: own, from: visitor)
                }
            }
            #expect(told == [[other]])
        }
    }

    /// A longer one would not fit into the Hello of the next login. The present one has six characters, and stays good.
    @Test(
        arguments: [(0, .empty), (7, .tooShort(characters: 7)), (1025, .tooLong(bytes: 1025))] as [(Int, PasswordFault)]
    )
    func aPasswordThatIsTooShortOrCannotBeSentIsNotSet(bytes: Int, fault: PasswordFault) async throws {
        try await withAccounts { stage in
            let own = try await stage.addDevice(1)
            let new = String(repeating: "x", count: bytes)
            let request = AccountRequest.changePassword(current: "secret", new: new, revokesOthers: false)
            await #expect(throws: AccountProblem.self) {
                _ = try await stage.accounts.perform(request, of: stage.ada, on: own, from: visitor)
            }
            let administration = UserAdministration(store: stage.store, cost: .cheap)
            await #expect(throws: UserError.password(fault)) {
                try await administration.setPassword(new, of: "ada", signingOut: false)
            }
            let login = Hello.Credentials.password(name: "ada", password: "secret")
            _ = try await stage.accounts.signIn(login, device: "again", from: visitor)
        }
    }

    @Test func theOwnDeviceIsToldByWhoAsked() async throws {
        try await withAccounts { stage in
            let own = try await stage.addDevice(1)
            let (devices, isOver) = try await stage.accounts.perform(
                .revoke(own),
                of: stage.ada,
                on: own,
                from: visitor
            )
            #expect(devices.isEmpty && isOver)
            #expect(told.isEmpty, "its answer comes first")
        }
    }

    @Test func aNewPasswordAndTheOthersSignOutAreOneStep() async throws {
        try await withAccounts { stage in
            let own = try await stage.addDevice(1)
            let others: Set = [try await stage.addDevice(2), try await stage.addDevice(3)]
            let request = AccountRequest.changePassword(current: "secret", new: "another one", revokesOthers: true)
            // As a disk does that is full in the middle of it.
            try await stage.store.pool.write { db in
                try db.execute(
                    sql: """
                        CREATE TRIGGER fault BEFORE DELETE ON device WHEN OLD.id = 3
                        BEGIN SELECT RAISE(ABORT, 'disk full'); END
                        """
                )
            }
            await #expect(throws: AccountProblem.self) {
                _ = try await stage.accounts.perform(request, of: stage.ada, on: own, from: visitor)
            }
            let kept = try await stage.store.devices(of: stage.ada.id)
            #expect(kept.count == 3 && told.isEmpty)
            try await stage.store.pool.write { try $0.execute(sql: "DROP TRIGGER fault") }
            let (devices, isOver) = try await stage.accounts.perform(request, of: stage.ada, on: own, from: visitor)
            #expect(devices.map(\.id) == [own] && !isOver)
            #expect(told == [others])
        }
    }
}
