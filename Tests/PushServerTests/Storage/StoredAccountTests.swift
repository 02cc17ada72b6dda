import Foundation
import GRDB
import Shared
import Testing

@testable import PushServer

/// Accounts and the devices that are signed in to them.
@Suite(.timeLimit(.minutes(5)))
struct StoredAccountTests {
    @Test func anAccountThatIsAddedAnewIsNobodyElsesOldOne() async throws {
        try await withStore { store, account, _ in
            let removed = try await store.removeAccount(named: "ada")
            let next = try await store.addAccount(named: "Eve", password: PasswordHash(text: "x"))
            #expect(removed)
            #expect(next.id != account)
            let answers = try await store.settle([.mutate(1, .test, account)])
            let joined = try await store.join(account)
            #expect(answers == [.noAccount] && joined == nil)
        }
    }

    @Test func namesAreUniqueWithoutRegardToCase() async throws {
        try await withStore { store, _, _ in
            await #expect(throws: UserStoreError.nameTaken("ADA")) {
                _ = try await store.addAccount(named: "ADA", password: PasswordHash(text: "x"))
            }
        }
    }

    @Test func thePasswordIsKeptAsAHashAndChecked() throws {
        let hash = try PasswordHash(password: "correct horse", cost: .cheap)
        #expect(hash.text.hasPrefix("scrypt$4$1$1$"))
        #expect(!hash.text.contains("horse"))
        let (right, wrong) = (try hash.matches("correct horse"), try hash.matches("correct horsf"))
        #expect(right)
        #expect(!wrong)
    }

    @Test func aTokenThatWasRevokedMeanwhileDoesNotJoin() async throws {
        try await withStore { store, account, _ in
            try await store.forget([.test])
            let joined = try await store.join(account)
            #expect(joined == nil)
        }
    }

    @Test func anAccountKeepsTheDevicesThatWereUsedLast() async throws {
        try await withStore { store, account, path in
            let later = try SQLiteUserStore.test(path, at: MarketTime(seconds: 10_000))
            let tokens = (0..<DeviceRows.devicesMax).map { TokenHash(bytes: [9, UInt8($0)]) }
            for token in tokens { _ = try await store.addDevice("test", token, of: account) }
            // The oldest one is used again; the next new one costs another.
            try await later.touch([TokenUse(token: tokens[0], address: "192.0.2.1")])
            _ = try await later.addDevice("new", TokenHash(bytes: [7]), of: account)
            let kept = try await store.standing(of: tokens[0])
            let devices = try await store.devices(of: account)
            #expect(kept?.account.id == account)
            #expect(devices.count == DeviceRows.devicesMax)
            #expect(devices.map(\.name).prefix(2) == ["new", "test"])
            try later.close()
        }
    }

    @Test func whatAnotherProcessRevokesIsFound() async throws {
        try await withStore { store, account, path in
            let own = try await store.devices(of: account)[0].id
            let unknown = DeviceID(rawValue: 99)
            // The first look knows nothing of before.
            var news = try await store.news(of: [own, unknown])
            #expect(news == StoreNews(revoked: [unknown]))
            news = try await store.news(of: [own, unknown])
            #expect(news == StoreNews(), "nothing has changed, so nothing is looked up")
            let other = try SQLiteUserStore.test(path)
            _ = try await other.removeAccount(named: "ada")
            news = try await store.news(of: [own])
            #expect(news == StoreNews(revoked: [own]))
            try other.close()
        }
    }

    /// The look that fails must not count as one: nobody would ever find what it was about.
    @Test func whatCouldNotBeReadIsLookedAtAgain() async throws {
        try await withStore { store, account, path in
            let own = try await store.devices(of: account)[0].id
            _ = try await store.news(of: [own])
            let other = try SQLiteUserStore.test(path)
            _ = try await other.removeAccount(named: "ada")
            // The file is away for a new reader; the writer has it open.
            store.pool.invalidateReadOnlyConnections()
            try FileManager.default.moveItem(atPath: path, toPath: path + "-away")
            await #expect(throws: (any Error).self) { _ = try await store.news(of: [own]) }
            try FileManager.default.moveItem(atPath: path + "-away", toPath: path)
            let news = try await store.news(of: [own])
            #expect(news == StoreNews(revoked: [own]))
            try other.close()
        }
    }
}
