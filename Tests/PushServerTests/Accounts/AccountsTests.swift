import Dispatch
import Foundation
import GRDB
import Logging
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import Shared
import TestSupport
import Testing

@testable import PushServer

/// The hub hears of each device that is signed out, whatever else fails.
@Suite(.timeLimit(.minutes(5)))
struct AccountsTests {
    let signedOut = NIOLockedValueBox<[Set<DeviceID>]>([])
    let visitor = Visitor(connection: ConnectionID(rawValue: 7), address: "192.0.2.1")

    struct Stage {
        let accounts: Accounts
        let store: SQLiteUserStore
        let ada: Account
        let path: String
        let clock: TestClock
        /// What was logged as an error.
        let errors: NIOLockedValueBox<[String]>

        func addDevice(_ number: UInt8) async throws -> DeviceID {
            try await store.addDevice("device \(number)", TokenHash(bytes: [number]), of: ada.id).device
        }

        /// The file is gone for new readers, and the writer has it open.
        func withoutReading<Value>(_ body: () async throws -> Value) async throws -> Value {
            store.pool.invalidateReadOnlyConnections()
            try FileManager.default.moveItem(atPath: path, toPath: path + "-away")
            defer { try? FileManager.default.moveItem(atPath: path + "-away", toPath: path) }
            return try await body()
        }
    }

    func withAccounts(_ body: (Stage) async throws -> Void) async throws {
        let path = NSTemporaryDirectory() + "/tickwire-accounts-\(UUID().uuidString).sqlite"
        defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) } }
        let store = try SQLiteUserStore(path: path, limits: SessionLimits()) { MarketTime(seconds: 1) }
        let hash = try PasswordHash(password: "secret", cost: .cheap)
        let ada = try await store.addAccount(named: "ada", password: hash)
        let clock = TestClock()
        let errors = NIOLockedValueBox<[String]>([])
        let accounts = Accounts(
            store: store,
            cost: .cheap,
            clock: clock,
            now: { MarketTime(seconds: 1) },
            logger: Logger(label: "test") { _ in LineLog(lines: errors, logLevel: .error) }
        ) { [signedOut] devices in
            signedOut.withLockedValue { $0.append(devices) }
        }
        try await body(
            Stage(accounts: accounts, store: store, ada: ada, path: path, clock: clock, errors: errors)
        )
        await accounts.shutdown()
        try store.close()
    }

    var told: [Set<DeviceID>] { signedOut.withLockedValue { $0 } }

    @Test func allTerminalsOfAPrivateServerShareOneDevice() async throws {
        try await withAccounts { stage in
            let local = Visitor(connection: ConnectionID(rawValue: 7), address: Visitor.localAddress)
            let signIns = try await withThrowingTaskGroup(of: Accounts.SignIn.self) { group in
                for _ in 0..<8 {
                    group.addTask { try await stage.accounts.signIn(.local, device: "laptop", from: local) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(signIns.map(\.device)).count == 1)
            #expect(signIns.allSatisfy { $0.account.name == .local && $0.newToken == nil })
            let again = try await stage.accounts.signIn(.local, device: "laptop", from: local)
            #expect(again.device == signIns[0].device)
            let devices = try await stage.store.devices(of: again.account.id).map(\.name)
            #expect(devices == ["laptop"])
        }
    }

    @Test func nobodySignsOutADeviceOfSomebodyElse() async throws {
        try await withAccounts { stage in
            let own = try await stage.addDevice(1)
            let hash = try PasswordHash(password: "secret of bob", cost: .cheap)
            let bob = try await stage.store.addAccount(named: "bob", password: hash)
            let other = try await stage.store.addDevice("phone", TokenHash(bytes: [2]), of: bob.id).device
            await #expect(throws: AccountProblem.noDevice(other)) {
                _ = try await stage.accounts.perform(.revoke(other), of: stage.ada, on: own, from: visitor)
            }
            #expect(try await stage.store.devices(of: bob.id).map(\.id) == [other])
            #expect(told.allSatisfy { !$0.contains(other) })
        }
    }

    /// Nobody signs in with what the files hold.
    @Test func theFilesHoldNeitherPasswordNorToken() async throws {
        try await withAccounts { stage in
            let password = "chosen by bob"
            let hash = try PasswordHash(password: password, cost: .cheap)
            _ = try await stage.store.addAccount(named: "bob", password: hash)
            let login = Hello.Credentials.password(name: "bob", password: password)
            let signIn = try await stage.accounts.signIn(login, device: "laptop", from: visitor)
            let token = try #require(signIn.newToken)
            let files = ["", "-wal"].compactMap { FileManager.default.contents(atPath: stage.path + $0) }
            let bytes = files.reduce(Data(), +)
            #expect(bytes.range(of: Data(token.hash.bytes)) != nil, "the files were read")
            #expect(bytes.range(of: Data(token.bytes)) == nil)
            #expect(bytes.range(of: Data(password.utf8)) == nil)
        }
    }

    @Test func deletingAnAccountSignsOutAllItsDevicesTheOwnOneLast() async throws {
        try await withAccounts { stage in
            let (own, other) = (try await stage.addDevice(1), try await stage.addDevice(2))
            await #expect(throws: AccountProblem.wrongPassword) {
                _ = try await stage.accounts.perform(
                    .delete(password: "a guess"),
                    of: stage.ada,
                    on: own,
                    from: visitor
                )
            }
            let answer = try await stage.accounts.perform(
                .delete(password: "secret"),
                of: stage.ada,
                on: own,
                from: visitor
            )
            #expect(answer.isOver && answer.devices.isEmpty)
            #expect(told == [[other]], "the own one is told by its connection, after the answer")
            let accounts = try await stage.store.accounts()
            #expect(accounts.isEmpty)
        }
    }

    @Test func nobodyElseSignsInWithoutProof() async throws {
        try await withAccounts { stage in
            await #expect(throws: Close.notLocal) {
                _ = try await stage.accounts.signIn(.local, device: "laptop", from: visitor)
            }
            let names = try await stage.store.accounts().map(\.name.text)
            #expect(names == ["ada"])
        }
    }

    @Test func theMachineSignsInAgainAfterItWasSignedOut() async throws {
        try await withAccounts { stage in
            let local = Visitor(connection: ConnectionID(rawValue: 7), address: Visitor.localAddress)
            let first = try await stage.accounts.signIn(.local, device: "laptop", from: local)
            #expect(try await stage.store.revoke(first.device, of: first.account.id))
            let second = try await stage.accounts.signIn(.local, device: "laptop", from: local)
            #expect(second.account == first.account)
            #expect(second.device != first.device)
        }
    }

    @Test func aDeviceThatShowsItsTokenWithThePasswordStaysTheSame() async throws {
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

    let login = Hello.Credentials.password(name: "ada", password: "secret")

    @Test func anUnreadableStoreDoesNotCountAsAWrongPassword() async throws {
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

    @Test func theSameFailureOfSignInsIsLoggedOnceUntilOneSucceeds() async throws {
        try await withAccounts { stage in
            for count in 1...2 {
                try await stage.withoutReading {
                    for _ in 0..<3 {
                        await #expect(throws: Close.unavailable) {
                            _ = try await stage.accounts.signIn(login, device: "laptop", from: visitor)
                        }
                    }
                }
                #expect(stage.errors.withLockedValue { $0 } == Array(repeating: "sign-in failed", count: count))
                _ = try await stage.accounts.signIn(login, device: "laptop", from: visitor)
            }
        }
    }

    @Test func aTokenThatCannotBeRenewedStillSignsIn() async throws {
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

    /// The commit may wait for a standby.
    @Test func aTerminalDoesNotWaitForATokenThatIsStoredLate() async throws {
        try await withAccounts { stage in
            let old = AccessToken.random()
            _ = try await stage.store.addDevice("laptop", old.hash, of: stage.ada.id)
            try await stage.store.pool.write { try $0.execute(sql: "UPDATE token SET created_ms = -1000000000") }
            let gate = DispatchSemaphore(value: 0)
            stage.store.pool.asyncWriteWithoutTransaction { _ in gate.wait() }
            defer { gate.signal() }
            async let signingIn = stage.accounts.signIn(.token(old.bytes), device: "laptop", from: visitor)
            _ = await stage.clock.sleeps.first { _ in true }
            stage.clock.advance(by: .seconds(1))
            let signIn = try await signingIn
            #expect(signIn.account == stage.ada && signIn.newToken == nil)
        }
    }

    // MARK: A new password

    /// The person to be shut out knows the old password, and may be logging in at that moment.
    @Test func aNewPasswordEndsALoginWithTheOldOne() async throws {
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

    @Test func ifTwoChangeThePasswordAtOnceTheSecondIsRefused() async throws {
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
}
