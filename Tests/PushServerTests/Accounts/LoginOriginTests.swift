import Foundation
import GRDB
import NIOConcurrencyHelpers
import Shared
import Testing

@testable import PushServer

/// The evidence for the origin of a login survives a restart of the server.
@Suite(.timeLimit(.minutes(5)))
struct LoginOriginTests {
    private let days = NIOLockedValueBox<Int64>(0)
    private let token = TokenHash(bytes: [1])
    private let elsewhere = HostAddress("198.51.100.1")

    /// The database of a test.
    private struct Stage {
        let database: StoreOpener
        let days: NIOLockedValueBox<Int64>
        let lin: AccountID
        let laptop: DeviceID

        /// Each call opens another store.
        func open() async throws -> any SQLUserStore { try await LoginOriginTests.open(database, days) }

        func expect(
            _ wanted: LoginOrigin?,
            _ name: UserName = "lin",
            from address: String,
            showing token: TokenHash? = nil,
            at location: SourceLocation = #_sourceLocation
        ) async throws {
            let store = try await open()
            let origin = try await store.login(to: name, from: HostAddress(address), showing: token)?.origin
            try await store.close()
            #expect(origin == wanted, sourceLocation: location)
        }
    }

    /// Lin's laptop is signed in from 192.0.2.1.
    private func withStage(_ kind: StoreKind, _ body: (Stage) async throws -> Void) async throws {
        try await withStore(kind) { _, _, database in
            let store = try await Self.open(database, days)
            let password = PasswordHash(text: "x")
            let lin = try await store.addAccount(named: "lin", password: password).id
            _ = try await store.addAccount(named: "bob", password: password)
            let laptop = try await store.addDevice("laptop", token, of: lin, provenBy: password, at: "192.0.2.1")
            try await store.close()
            try await body(Stage(database: database, days: days, lin: lin, laptop: laptop.device))
        }
    }

    private static func open(
        _ database: StoreOpener,
        _ days: NIOLockedValueBox<Int64>
    ) async throws -> any SQLUserStore {
        try await database(SessionLimits()) { MarketTime(seconds: days.withLockedValue { $0 } * 86_400) }
    }

    @Test(arguments: StoreKind.all) func anAddressIsFamiliarOnlyToTheUserWhoSignedInFromIt(
        _ kind: StoreKind
    ) async throws {
        try await withStage(kind) { stage in
            try await stage.expect(.familiar(HostAddress("192.0.2.1")), from: "192.0.2.1")
            try await stage.expect(.stranger(HostAddress("192.0.2.2")), from: "192.0.2.2")
            try await stage.expect(.stranger(HostAddress("192.0.2.1")), "bob", from: "192.0.2.1")
            try await stage.expect(nil, "nobody", from: "192.0.2.1")
        }
    }

    @Test(arguments: StoreKind.all) func theAddressOfATokensUseIsFamiliarAndItsWholeIPv6Network(
        _ kind: StoreKind
    ) async throws {
        try await withStage(kind) { stage in
            let store = try await stage.open()
            try await store.touch([TokenUse(token: token, address: "2001:db8:1:2:3:4:5:6")])
            try await store.close()
            try await stage.expect(.familiar(HostAddress("2001:db8:1:2::")), from: "2001:db8:1:2::9")
            try await stage.expect(.stranger(HostAddress("2001:db8:1:3::")), from: "2001:db8:1:3::9")
            try await stage.expect(.familiar(HostAddress("192.0.2.1")), from: "192.0.2.1")  // both are
        }
    }

    @Test(arguments: StoreKind.all) func theLastThirtyTwoAddressesAreRememberedForAYear(_ kind: StoreKind) async throws
    {
        try await withStage(kind) { stage in
            let store = try await stage.open()
            for number in 0..<40 {
                days.withLockedValue { $0 = Int64(number) }
                try await store.touch([TokenUse(token: token, address: "203.0.113.\(number)")])
            }
            if let store = store as? SQLiteUserStore {
                let count = try await store.pool.read {
                    try Int.fetchOne($0, sql: "SELECT count(*) FROM sign_in_address")
                }
                #expect(count == DeviceRows.addressesMax)
            }
            try await stage.expect(.stranger(HostAddress("203.0.113.7")), from: "203.0.113.7")
            try await stage.expect(.familiar(HostAddress("203.0.113.8")), from: "203.0.113.8")
            days.withLockedValue { $0 = 8 + 365 }
            try await store.sweep(keeping: [])
            try await stage.expect(.stranger(HostAddress("203.0.113.8")), from: "203.0.113.8")
            try await stage.expect(.familiar(HostAddress("203.0.113.9")), from: "203.0.113.9")
            try await store.close()
        }
    }

    /// Of addresses, too, only the hour of the last use is kept.
    @Test(arguments: StoreKind.all) func theNewestAddressIsKnownHoweverManyWereUsedInItsHour(
        _ kind: StoreKind
    ) async throws {
        try await withStage(kind) { stage in
            let store = try await stage.open()
            for number in 10..<50 {
                try await store.touch([TokenUse(token: token, address: "203.0.113.\(number)")])
            }
            try await store.close()
            try await stage.expect(.familiar(HostAddress("203.0.113.49")), from: "203.0.113.49")
        }
    }

    @Test(arguments: StoreKind.all) func theAddressesOfARevokedDeviceAreNoLongerFamiliar(_ kind: StoreKind) async throws
    {
        try await withStage(kind) { stage in
            let (store, password) = (try await stage.open(), PasswordHash(text: "x"))
            func intrude(_ number: UInt8) async throws -> DeviceID {
                let token = TokenHash(bytes: [number])
                let device = try await store.addDevice(
                    "intruder",
                    token,
                    of: stage.lin,
                    provenBy: password,
                    at: "203.0.113.1"
                )
                try await store.touch([TokenUse(token: token, address: "203.0.113.2")])
                return device.device
            }
            func expectOnlyTheLaptops() async throws {
                for address in ["203.0.113.1", "203.0.113.2"] {
                    try await stage.expect(.stranger(HostAddress(address)), from: address)
                }
                try await stage.expect(.familiar(HostAddress("192.0.2.1")), from: "192.0.2.1")
            }
            let isGone = try await store.revoke(try await intrude(2), of: stage.lin)
            #expect(isGone)
            try await expectOnlyTheLaptops()
            _ = try await intrude(3)
            try await stage.expect(.familiar(HostAddress("203.0.113.1")), from: "203.0.113.1")
            _ = try await store.setPassword(
                password,
                of: stage.lin,
                replacing: nil,
                signingOut: .others(than: stage.laptop)
            )
            try await expectOnlyTheLaptops()
            _ = try await store.setPassword(password, of: stage.lin, replacing: nil, signingOut: .all)
            try await stage.expect(.stranger(HostAddress("192.0.2.1")), from: "192.0.2.1")
            try await store.close()
        }
    }

    @Test(arguments: StoreKind.all) func anExpiredTokenStillShowsItsDevice(_ kind: StoreKind) async throws {
        try await withStage(kind) { stage in
            try await stage.expect(.device(stage.laptop), from: elsewhere.text, showing: token)
            try await stage.expect(.stranger(elsewhere), "bob", from: elsewhere.text, showing: token)
            let store = try await stage.open()
            days.withLockedValue { $0 = 90 }
            try await store.sweep(keeping: [])
            let standing = try await store.standing(of: token)
            #expect(standing == nil)
            try await stage.expect(.formerDevice(token), from: elsewhere.text, showing: token)
            try await stage.expect(.stranger(elsewhere), "bob", from: elsewhere.text, showing: token)
            days.withLockedValue { $0 = 90 + 365 }
            try await store.sweep(keeping: [])
            try await stage.expect(.stranger(elsewhere), from: elsewhere.text, showing: token)
            try await store.close()
        }
    }

    @Test(arguments: StoreKind.all) func aRevokedTokenShowsNothing(_ kind: StoreKind) async throws {
        try await withStage(kind) { stage in
            let store = try await stage.open()
            _ = try await store.revoke(stage.laptop, of: stage.lin)
            try await stage.expect(.stranger(elsewhere), from: elsewhere.text, showing: token)
            try await store.close()
        }
    }

    @Test(arguments: StoreKind.all) func anExpiredTokenShowsNothingAfterAllDevicesWereSignedOut(
        _ kind: StoreKind
    ) async throws {
        try await withStage(kind) { stage in
            let store = try await stage.open()
            days.withLockedValue { $0 = 90 }
            try await store.sweep(keeping: [])
            _ = try await store.setPassword(PasswordHash(text: "y"), of: stage.lin, replacing: nil, signingOut: .all)
            try await stage.expect(.stranger(elsewhere), from: elsewhere.text, showing: token)
            try await store.close()
        }
    }
}
