import Foundation
import GRDB
import Shared
import Testing

@testable import PushServer

/// Accounts and the devices that are signed in to them.
@Suite(.timeLimit(.minutes(5)))
struct StoredAccountTests {
    @Test func theFilesHoldNothingOfARemovedAccount() async throws {
        let directory = NSTemporaryDirectory() + "/tickwire-accounts-\(UUID().uuidString)"
        try SmallFile.makeFolder(directory)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let time = MarketTime(seconds: 1_700_000_000)
        let store = try SQLiteUserStore(path: directory + "/users.sqlite", limits: SessionLimits(), now: { time })
        let account = try await store.addAccount(named: "ada", password: PasswordHash(text: "x"))
        let (condition, secret) = (try AlertCondition(typed: ">5"), "nobody may read this again")
        for number in 1...50 as ClosedRange<UInt64> {
            let alert = Alert(
                id: AlertID(rawValue: number),
                coin: CoinID(UInt32(number)),
                condition: condition,
                note: "\(secret) \(number)"
            )
            _ = try await store.settle([.mutate(number, .add(alert), account.id)])
        }
        let names = ["users.sqlite", "users.sqlite-wal", "users.sqlite-shm"]
        let files = { names.compactMap { try? Data(contentsOf: URL(filePath: "\(directory)/\($0)")) } }
        #expect(files().contains { $0.firstRange(of: Data(secret.utf8)) != nil }, "the files can be searched")
        #expect(try await store.removeAccount(named: "ada"))
        #expect(files().allSatisfy { $0.firstRange(of: Data(secret.utf8)) == nil })
        try store.close()
    }

    @Test(arguments: StoreKind.all) func anAccountThatIsAddedAgainIsANewOne(_ kind: StoreKind) async throws {
        try await withStore(kind) { store, account, _ in
            let removed = try await store.removeAccount(named: "ada")
            let next = try await store.addAccount(named: "Eve", password: PasswordHash(text: "x"))
            #expect(removed)
            #expect(next.id != account)
            let answers = try await store.settle([.mutate(1, .test, account)])
            let joined = try await store.join(account)
            #expect(answers == [.noAccount] && joined == nil)
        }
    }

    /// Changes and the removal may share a commit.
    @Test(arguments: StoreKind.all) func aRemovedAccountTakesNoChangesThatComeAtTheSameTime(
        _ kind: StoreKind
    ) async throws {
        try await withStore(kind) { store, account, _ in
            _ = try await store.settle([.mutate(1, .test, account)])
            try await withThrowingTaskGroup { group in
                for number in 2...20 as ClosedRange<UInt64> {
                    group.addTask { _ = try await store.settle([.mutate(number, .test, account)]) }
                }
                group.addTask { _ = try await store.removeAccount(named: "ada") }
                try await group.waitForAll()
            }
            let answers = try await store.settle([
                .mutate(21, .test, account), .first(of: ClientID(high: 3, low: 3), account),
            ])
            let table = try await store.table(of: account)
            #expect(answers == [.noAccount, .noAccount] && table == nil)
        }
    }

    @Test(arguments: StoreKind.all) func namesAreUniqueWithoutRegardToCase(_ kind: StoreKind) async throws {
        try await withStore(kind) { store, _, _ in
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

    @Test(arguments: StoreKind.all) func aTokenThatWasRevokedMeanwhileDoesNotJoin(_ kind: StoreKind) async throws {
        try await withStore(kind) { store, account, _ in
            try await store.forget([.test])
            let joined = try await store.join(account)
            #expect(joined == nil)
        }
    }

    @Test(arguments: StoreKind.all) func anAccountKeepsTheDevicesThatWereUsedLast(_ kind: StoreKind) async throws {
        try await withStore(kind) { store, account, open in
            let later = try await open(at: MarketTime(seconds: 10_000))
            let tokens = (0..<DeviceRows.devicesMax).map { TokenHash(bytes: [9, UInt8($0)]) }
            for token in tokens { _ = try await store.addDevice("test", token, of: account) }
            // The oldest device is used again, so the next new one signs out another.
            try await later.touch([TokenUse(token: tokens[0], address: "192.0.2.1")])
            _ = try await later.addDevice("new", TokenHash(bytes: [7]), of: account)
            let kept = try await store.standing(of: tokens[0])
            let devices = try await store.devices(of: account)
            #expect(kept?.account.id == account)
            #expect(devices.count == DeviceRows.devicesMax)
            #expect(devices.map(\.name).prefix(2) == ["new", "test"])
            try await later.close()
        }
    }

    @Test(arguments: StoreKind.all) func devicesRevokedByAnotherProcessAreFound(_ kind: StoreKind) async throws {
        try await withStore(kind) { store, account, open in
            let own = try await store.devices(of: account)[0].id
            let unknown = DeviceID(rawValue: 99)
            // The first look does not know what happened before.
            var news = try await store.news(of: HeldState(devices: [own, unknown]))
            #expect(news.revoked == [unknown] && !news.isRestored && news.tables.isEmpty)
            let other = try await open()
            _ = try await other.removeAccount(named: "ada")
            news = try await store.news(of: HeldState(devices: [own]))
            #expect(news.revoked == [own])
            try await other.close()
        }
    }

    @Test func nothingIsLookedUpWhileNobodyElseWrites() async throws {
        try await withStore { store, account, _ in
            let held = HeldState(devices: [DeviceID(rawValue: 99)])
            _ = try await store.news(of: held)
            let news = try await store.news(of: held)
            #expect(news == StoreNews())
        }
    }

    /// A failed look must not count. Otherwise, nobody would ever find the news.
    @Test func aFailedLookIsRepeated() async throws {
        try await withStore { store, account, path in
            let own = try await store.devices(of: account)[0].id
            _ = try await store.news(of: HeldState(devices: [own]))
            let other = try SQLiteUserStore.test(path)
            _ = try await other.removeAccount(named: "ada")
            // The file is gone for new readers, and the writer has it open.
            store.pool.invalidateReadOnlyConnections()
            try FileManager.default.moveItem(atPath: path, toPath: path + "-away")
            await #expect(throws: (any Error).self) { _ = try await store.news(of: HeldState(devices: [own])) }
            try FileManager.default.moveItem(atPath: path + "-away", toPath: path)
            let news = try await store.news(of: HeldState(devices: [own]))
            #expect(news == StoreNews(revoked: [own]))
            try other.close()
        }
    }
}
