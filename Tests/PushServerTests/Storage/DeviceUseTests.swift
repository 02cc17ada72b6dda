import NIOConcurrencyHelpers
import Shared
import Testing

@testable import PushServer

/// What the store keeps of the time when a device was last used.
@Suite(.timeLimit(.minutes(5)))
struct DeviceUseTests {
    /// Once, the time was kept to the millisecond, while the documents said that only the hour is kept.
    @Test(arguments: StoreKind.all) func onlyTheHourOfALastUseIsKept(_ kind: StoreKind) async throws {
        try await withStore(kind) { _, _, open in
            let hour = MarketTime(seconds: 1_699_999_200)
            let now = NIOLockedValueBox(hour.adding(milliseconds: 923_456))
            let store = try await open(.test) { now.withLockedValue { $0 } }
            let account = try await store.addAccount(named: "lin", password: PasswordHash(text: "x")).id
            let token = TokenHash(bytes: [8])
            _ = try await store.addDevice("laptop", token, of: account)
            let use = TokenUse(token: token, address: "", client: .test)
            let joining = Joining(account: account, client: .test, use: use)
            #expect(try await store.devices(of: account).map(\.used) == [hour])

            now.withLockedValue { $0 = hour.adding(seconds: 3599) }
            var joined = try #require(try await store.join([joining])[0])
            #expect(!joined.isUseDue, "the hour is noted already")

            now.withLockedValue { $0 = hour.adding(seconds: 3600 + 1234) }
            joined = try #require(try await store.join([joining])[0])
            #expect(joined.isUseDue)
            try await store.touch([use])
            #expect(try await store.devices(of: account).map(\.used) == [hour.adding(seconds: 3600)])
            joined = try #require(try await store.join([joining])[0])
            #expect(!joined.isUseDue, "once for each hour")

            // The token's own time is cut, too.
            now.withLockedValue { $0 = hour.adding(seconds: 3600 + 90 * 86_400 - 1) }
            #expect(try await store.standing(of: token) != nil)
            now.withLockedValue { $0 = hour.adding(seconds: 3600 + 90 * 86_400) }
            #expect(try await store.standing(of: token) == nil)
            try await store.sweep(keeping: [])
            #expect(try await store.devices(of: account).isEmpty)
            try await store.close()
        }
    }

    /// A device that signs in again with a password is used, too.
    @Test(arguments: StoreKind.all) func signingInAgainKeepsTheHour(_ kind: StoreKind) async throws {
        try await withStore(kind) { _, _, open in
            let hour = MarketTime(seconds: 1_699_999_200)
            let store = try await open(.test) { hour.adding(milliseconds: 923_456) }
            let password = PasswordHash(text: "x")
            let account = try await store.addAccount(named: "lin", password: password).id
            let (old, new) = (TokenHash(bytes: [8]), TokenHash(bytes: [9]))
            _ = try await store.addDevice("laptop", old, of: account, provenBy: password)
            _ = try await store.addDevice("laptop", new, of: account, showing: old, provenBy: password)
            #expect(try await store.devices(of: account).map(\.used) == [hour])
            try await store.close()
        }
    }
}
