import Foundation
import GRDB
import Logging
import NIOConcurrencyHelpers
import Shared
import Testing

@testable import PushServer

/// What the accounts do to devices is told to the hub, whatever else goes wrong.
@Suite(.timeLimit(.minutes(1)))
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

    @Test func theDeviceThatMakesRoomForANewOneIsSignedOut() async throws {
        try await withAccounts { stage in
            let oldest = try await stage.addDevice(0)
            for number in 1..<UInt8(DeviceRows.devicesMax) { _ = try await stage.addDevice(number) }
            let login = Hello.Credentials.password(name: "ada", password: "secret")
            let signIn = try await stage.accounts.signIn(login, device: "one more", from: visitor)
            #expect(told == [[oldest]])
            let devices = try await stage.store.devices(of: stage.ada.id).map(\.id)
            #expect(devices.count == DeviceRows.devicesMax && devices.contains(signIn.device))
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

    /// A longer one would not fit into the Hello of the next login.
    @Test(arguments: [0, 1025, 60_000])
    func aPasswordThatCannotBeSentIsNotSet(bytes: Int) async throws {
        try await withAccounts { stage in
            let own = try await stage.addDevice(1)
            let new = String(repeating: "x", count: bytes)
            let order = AccountOrder.changePassword(current: "secret", new: new, revokesOthers: false)
            await #expect(throws: AccountProblem.self) {
                _ = try await stage.accounts.perform(order, of: stage.ada, on: own, from: visitor)
            }
            let administration = UserAdministration(store: stage.store, cost: .cheap)
            await #expect(throws: UserError.password(bytes == 0 ? .empty : .tooLong(bytes: bytes))) {
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
            let order = AccountOrder.changePassword(current: "secret", new: "other", revokesOthers: true)
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
                _ = try await stage.accounts.perform(order, of: stage.ada, on: own, from: visitor)
            }
            let kept = try await stage.store.devices(of: stage.ada.id)
            #expect(kept.count == 3 && told.isEmpty)
            try await stage.store.pool.write { try $0.execute(sql: "DROP TRIGGER fault") }
            let (devices, isOver) = try await stage.accounts.perform(order, of: stage.ada, on: own, from: visitor)
            #expect(devices.map(\.id) == [own] && !isOver)
            #expect(told == [others])
        }
    }
}
