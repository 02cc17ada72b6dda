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

/// The list of devices, and signing them out.
extension AccountsTests {
    /// Even expired tokens stay, because only the running server knows how long tokens are valid.
    @Test func listingDevicesSignsNobodyOut() async throws {
        let folder = NSTemporaryDirectory() + "/tickwire-accounts-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        do {
            let database = DataDirectory.database(in: folder)
            // This store's time is 1970.
            let store = try SQLiteUserStore(path: database, limits: SessionLimits()) { MarketTime(seconds: 1) }
            let ada = try await store.addAccount(named: "ada", password: PasswordHash(text: "x"))
            let device = try await store.addDevice("laptop", TokenHash(bytes: [1]), of: ada.id).device
            try store.close()
            let administration = try UserAdministration(dataDirectory: folder, creating: false)
            let devices = try await administration.devices(of: "ada").map(\.id)
            #expect(devices == [device])
            try await administration.close()
        }
    }

    @Test func aRevokedDeviceIsReportedEvenIfTheListCannotBeRead() async throws {
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

    /// A longer password would not fit into the next Hello. The present one has six characters, and stays valid.
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

    @Test func theCallersOwnDeviceIsReportedByTheCaller() async throws {
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

    @Test func aNewPasswordAndSigningOutTheOthersAreOneTransaction() async throws {
        try await withAccounts { stage in
            let own = try await stage.addDevice(1)
            let others: Set = [try await stage.addDevice(2), try await stage.addDevice(3)]
            let request = AccountRequest.changePassword(current: "secret", new: "another one", revokesOthers: true)
            // The write fails in the middle, as on a full disk.
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
