import Foundation
import GRDB
import NIOConcurrencyHelpers
import Shared
import Testing

@testable import PushServer

@Suite(.timeLimit(.minutes(5)))
struct TokenLifetimeTests {
    private let first = TokenHash(bytes: [1])
    private let second = TokenHash(bytes: [2])
    private let client = ClientID(high: 1, low: 1)
    private let seconds = NIOLockedValueBox<Int64>(0)

    private func withStore(_ body: (SQLiteUserStore, AccountID) async throws -> Void) async throws {
        let path = NSTemporaryDirectory() + "/tickwire-tokens-\(UUID().uuidString).sqlite"
        defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) } }
        let store = try SQLiteUserStore(path: path, limits: SessionLimits()) { [seconds] in
            MarketTime(seconds: seconds.withLockedValue { $0 })
        }
        let account = try await store.addAccount(named: "ada", password: PasswordHash(text: "x")).id
        _ = try await store.addDevice("laptop", first, of: account)
        try await body(store, account)
        try store.close()
    }

    private func day(_ day: Int64) { seconds.withLockedValue { $0 = day * 86_400 } }

    private func use(_ token: TokenHash) -> TokenUse { TokenUse(token: token, address: "192.0.2.1") }

    /// Joins as the hub does.
    private func join(_ token: TokenHash, _ account: AccountID, _ store: SQLiteUserStore) async throws -> Bool {
        let joined = try await store.join([Joining(account: account, client: client, use: use(token))])[0]
        if joined?.isUseDue == true { try await store.touch([use(token)]) }
        return joined != nil
    }

    @Test func anUnusedTokenExpires() async throws {
        try await withStore { store, account in
            day(89)
            let before = try await store.standing(of: first)
            #expect(before != nil)
            day(90)
            let (after, hasJoined) = (try await store.standing(of: first), try await join(first, account, store))
            #expect(after == nil)
            #expect(!hasJoined)
            try await store.sweep(keeping: [])
            let devices = try await store.devices(of: account)
            #expect(devices.isEmpty, "it is not listed any more either")
        }
    }

    @Test func aTerminalThatStaysConnectedKeepsItsToken() async throws {
        try await withStore { store, _ in
            for month in 1...12 as ClosedRange<Int64> {
                day(month * 30)
                try await store.touch([use(first)])
            }
            let standing = try await store.standing(of: first)
            #expect(standing != nil)
        }
    }

    /// It shows the new one only when it comes back.
    @Test func aTerminalThatStaysConnectedKeepsTheTokenThatItWasGivenAtItsStart() async throws {
        try await withStore { store, account in
            day(8)
            try await store.renew(first, as: second)
            for month in 1...12 as ClosedRange<Int64> {
                day(8 + month * 30)
                try await store.touch([use(first)])
            }
            let hasJoined = try await join(second, account, store)
            #expect(hasJoined)
            day(8 + 12 * 30 + 8)
            try await store.touch([use(first)])
            let old = try await store.standing(of: first)
            #expect(old == nil, "the new one has been used")
        }
    }

    @Test func theHourOfAConnectedDevicesUseIsNotedWithTheNextSweep() async throws {
        let sweep = (LookCount.interval * LookCount.looksPerSweep).components.seconds
        for lead in stride(from: 60, to: sweep, by: 300) {
            seconds.withLockedValue { $0 = 0 }
            try await withStore { store, account in
                // The device signed in this long before the first sweep.
                for time in [lead, lead + sweep, lead + 2 * sweep, lead + 3 * sweep] {
                    seconds.withLockedValue { $0 = time - 1 }
                    let device = try #require(try await store.devices(of: account).first)
                    let known = MarketTime(seconds: max(0, time - 1 - sweep))
                    #expect(device.used >= CandleInterval.hour.start(of: known), "signed in \(lead) s before a sweep")
                    seconds.withLockedValue { $0 = time }
                    try await store.touch([use(first)])
                }
            }
        }
    }

    @Test func aTokenIsRenewedWeeklyAndAtMostOnceADay() async throws {
        try await withStore { store, _ in
            day(7)
            var standing = try await store.standing(of: first)
            #expect(standing?.isRenewalDue == false)
            day(8)
            standing = try await store.standing(of: first)
            #expect(standing?.isRenewalDue == true)
            try await store.renew(first, as: second)
            standing = try await store.standing(of: first)
            #expect(standing?.isRenewalDue == false)
            day(10)
            standing = try await store.standing(of: first)
            #expect(standing?.isRenewalDue == true, "it did not keep the new one")
        }
    }

    @Test func theOldTokenGetsTheShorterLifetimeOnceTheNewOneIsUsed() async throws {
        try await withStore { store, account in
            day(8)
            _ = try await join(first, account, store)
            try await store.renew(first, as: second)
            let device = try await store.standing(of: second)?.device
            let oldDevice = try await store.standing(of: first)?.device
            #expect(device == oldDevice)
            day(20)
            let unused = try await store.standing(of: first)
            #expect(unused != nil, "its answer may have been lost")
            day(21)
            _ = try await join(second, account, store)
            let (old, new) = (try await store.standing(of: first), try await store.standing(of: second))
            #expect(old == nil)
            #expect(new != nil)
        }
    }

    @Test func anUndeliveredTokenIsRevokedAndTheDeviceStays() async throws {
        try await withStore { store, account in
            try await store.renew(first, as: second)
            try await store.forget([second])
            let devices = try await store.devices(of: account)
            #expect(devices.count == 1)
            try await store.forget([first])
            let rest = try await store.devices(of: account)
            #expect(rest.isEmpty)
        }
    }

    @Test func revokingADeviceEndsAllItsTokensAndNoOthers() async throws {
        try await withStore { store, account in
            try await store.renew(first, as: second)
            let other = TokenHash(bytes: [3])
            _ = try await store.addDevice("phone", other, of: account)
            let laptop = try #require(try await store.standing(of: first)?.device)
            let isFound = try await store.revoke(laptop, of: account)
            let isFoundAgain = try await store.revoke(laptop, of: account)
            #expect(isFound && !isFoundAgain)
            for token in [first, second] {
                let standing = try await store.standing(of: token)
                #expect(standing == nil)
            }
            let phone = try await store.standing(of: other)
            #expect(phone != nil)
            let strange = try await store.revoke(phone?.device ?? laptop, of: AccountID(rawValue: 99))
            #expect(!strange, "a device is revoked by its own user alone")
        }
    }
}
