import Foundation
import GRDB
import NIOConcurrencyHelpers
import Shared
import Testing

@testable import PushServer

/// The evidence for the origin of a login survives a restart of the server.
@Suite(.timeLimit(.minutes(5)))
struct LoginOriginTests {
    private let path = NSTemporaryDirectory() + "/tickwire-origins-\(UUID().uuidString).sqlite"
    private let days = NIOLockedValueBox<Int64>(0)
    private let token = TokenHash(bytes: [1])
    private let elsewhere = HostAddress("198.51.100.1")

    /// Ada's laptop is signed in from 192.0.2.1. Each call opens another store.
    private func withStores(_ body: (AccountID, () throws -> SQLiteUserStore) async throws -> Void) async throws {
        defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) } }
        let store = try open()
        let ada = try await store.addAccount(named: "ada", password: PasswordHash(text: "x")).id
        _ = try await store.addAccount(named: "bob", password: PasswordHash(text: "x"))
        let password = PasswordHash(text: "x")
        _ = try await store.addDevice("laptop", token, of: ada, provenBy: password, at: "192.0.2.1")
        try store.close()
        try await body(ada, open)
    }

    private func open() throws -> SQLiteUserStore {
        try SQLiteUserStore(path: path, limits: SessionLimits()) { [days] in
            MarketTime(seconds: days.withLockedValue { $0 } * 86_400)
        }
    }

    private func expect(
        _ wanted: LoginOrigin?,
        _ name: UserName = "ada",
        from address: String,
        showing token: TokenHash? = nil,
        at location: SourceLocation = #_sourceLocation
    ) async throws {
        let store = try open()
        let origin = try await store.login(to: name, from: HostAddress(address), showing: token)?.origin
        try store.close()
        #expect(origin == wanted, sourceLocation: location)
    }

    @Test func anAddressIsFamiliarOnlyToTheUserWhoSignedInFromIt() async throws {
        try await withStores { _, _ in
            try await expect(.familiar(HostAddress("192.0.2.1")), from: "192.0.2.1")
            try await expect(.stranger(HostAddress("192.0.2.2")), from: "192.0.2.2")
            try await expect(.stranger(HostAddress("192.0.2.1")), "bob", from: "192.0.2.1")
            try await expect(nil, "nobody", from: "192.0.2.1")
        }
    }

    @Test func theAddressOfATokensUseIsFamiliarAndItsWholeIPv6Network() async throws {
        try await withStores { _, open in
            let store = try open()
            try await store.touch([TokenUse(token: token, address: "2001:db8:1:2:3:4:5:6")])
            try store.close()
            try await expect(.familiar(HostAddress("2001:db8:1:2::")), from: "2001:db8:1:2::9")
            try await expect(.stranger(HostAddress("2001:db8:1:3::")), from: "2001:db8:1:3::9")
            try await expect(.familiar(HostAddress("192.0.2.1")), from: "192.0.2.1")  // both are
        }
    }

    @Test func theLastThirtyTwoAddressesAreRememberedForAYear() async throws {
        try await withStores { _, open in
            let store = try open()
            for number in 0..<40 {
                days.withLockedValue { $0 = Int64(number) }
                try await store.touch([TokenUse(token: token, address: "203.0.113.\(number)")])
            }
            let count = try await store.pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sign_in_address") }
            #expect(count == DeviceRows.addressesMax)
            try await expect(.stranger(HostAddress("203.0.113.7")), from: "203.0.113.7")
            try await expect(.familiar(HostAddress("203.0.113.8")), from: "203.0.113.8")
            days.withLockedValue { $0 = 8 + 365 }
            try await store.sweep(keeping: [])
            try await expect(.stranger(HostAddress("203.0.113.8")), from: "203.0.113.8")
            try await expect(.familiar(HostAddress("203.0.113.9")), from: "203.0.113.9")
            try store.close()
        }
    }

    @Test func theAddressesOfARevokedDeviceAreNoLongerFamiliar() async throws {
        try await withStores { ada, open in
            let (store, password) = (try open(), PasswordHash(text: "x"))
            func intrude(_ number: UInt8) async throws -> DeviceID {
                let token = TokenHash(bytes: [number])
                let device = try await store.addDevice(
                    "intruder",
                    token,
                    of: ada,
                    provenBy: password,
                    at: "203.0.113.1"
                )
                try await store.touch([TokenUse(token: token, address: "203.0.113.2")])
                return device.device
            }
            func expectOnlyTheLaptops() async throws {
                for address in ["203.0.113.1", "203.0.113.2"] {
                    try await expect(.stranger(HostAddress(address)), from: address)
                }
                try await expect(.familiar(HostAddress("192.0.2.1")), from: "192.0.2.1")
            }
            let isGone = try await store.revoke(try await intrude(2), of: ada)
            #expect(isGone)
            try await expectOnlyTheLaptops()
            _ = try await intrude(3)
            try await expect(.familiar(HostAddress("203.0.113.1")), from: "203.0.113.1")
            let laptop = DeviceID(rawValue: 1)
            _ = try await store.setPassword(password, of: ada, replacing: nil, signingOut: .others(than: laptop))
            try await expectOnlyTheLaptops()
            _ = try await store.setPassword(password, of: ada, replacing: nil, signingOut: .all)
            try await expect(.stranger(HostAddress("192.0.2.1")), from: "192.0.2.1")
            try store.close()
        }
    }

    @Test func anExpiredTokenStillShowsItsDevice() async throws {
        try await withStores { _, open in
            try await expect(.device(DeviceID(rawValue: 1)), from: elsewhere.text, showing: token)
            try await expect(.stranger(elsewhere), "bob", from: elsewhere.text, showing: token)
            let store = try open()
            days.withLockedValue { $0 = 90 }
            try await store.sweep(keeping: [])
            let standing = try await store.standing(of: token)
            #expect(standing == nil)
            try await expect(.formerDevice(token), from: elsewhere.text, showing: token)
            try await expect(.stranger(elsewhere), "bob", from: elsewhere.text, showing: token)
            days.withLockedValue { $0 = 90 + 365 }
            try await store.sweep(keeping: [])
            try await expect(.stranger(elsewhere), from: elsewhere.text, showing: token)
            try store.close()
        }
    }

    @Test func aRevokedTokenShowsNothing() async throws {
        try await withStores { ada, open in
            let store = try open()
            _ = try await store.revoke(DeviceID(rawValue: 1), of: ada)
            try await expect(.stranger(elsewhere), from: elsewhere.text, showing: token)
            try store.close()
        }
    }

    @Test func anExpiredTokenShowsNothingAfterAllDevicesWereSignedOut() async throws {
        try await withStores { ada, open in
            let store = try open()
            days.withLockedValue { $0 = 90 }
            try await store.sweep(keeping: [])
            _ = try await store.setPassword(PasswordHash(text: "y"), of: ada, replacing: nil, signingOut: .all)
            try await expect(.stranger(elsewhere), from: elsewhere.text, showing: token)
            try store.close()
        }
    }
}
