import Foundation
import Shared
import Testing

@testable import PushServer

@Suite(.timeLimit(.minutes(1)))
struct SQLiteUserStoreTests {
    private let client = ClientID(high: 1, low: 2)

    private func withStore(_ body: (SQLiteUserStore, AccountID, String) async throws -> Void) async throws {
        let path = NSTemporaryDirectory() + "/tickwire-store-\(UUID().uuidString).sqlite"
        defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) } }
        let store = try Self.open(path)
        let account = try await store.addAccount(named: "Ada", password: PasswordHash(password: "x", cost: .cheap))
        try await body(store, account.id, path)
        try store.close()
    }

    private static func open(_ path: String) throws -> SQLiteUserStore {
        try SQLiteUserStore(path: path, favoritesMax: 2, now: { MarketTime(seconds: 1) })
    }

    private func mutate(
        _ number: UInt64,
        _ mutation: Mutation?,
        settled: UInt64 = 0,
        _ account: AccountID
    ) -> UserRequest {
        .mutate(account, client, NumberedMutation(number: number, settled: settled, mutation: mutation))
    }

    private func result(_ answer: UserAnswer) throws -> MutationResult {
        guard case .settled(let result, _) = answer else { throw TestFailure.unexpected(answer) }
        return result
    }

    private enum TestFailure: Error { case unexpected(UserAnswer) }

    @Test func aNumberIsSettledOnceAndItsResultIsRepeated() async throws {
        try await withStore { store, account, _ in
            let first = try await store.settle([mutate(1, .addFavorite(CoinID(5)), account)])
            let again = try await store.settle([
                mutate(1, .addFavorite(CoinID(6)), account), mutate(1, .removeAllFavorites, account),
            ])
            #expect(try result(first[0]) == result(again[0]))
            #expect(try result(first[0]) == result(again[1]))
            let joined = try await store.settle([.join(account, client)])
            guard case .joined(let state, let last) = joined[0] else { throw TestFailure.unexpected(joined[0]) }
            #expect(state.favorites.map(\.coin) == [CoinID(5)])
            #expect(state.version == 1)
            #expect(last == 1)
        }
    }

    @Test func aGapIsOutOfOrder() async throws {
        try await withStore { store, account, _ in
            let answers = try await store.settle([mutate(2, .setCoinsOnly(true), account)])
            let outcome = try result(answers[0])
            #expect(outcome.outcome == .outOfOrder)
            #expect(outcome.lastNumber == 0)
        }
    }

    @Test func aRefusalUsesItsNumberUpAndIsRemembered() async throws {
        try await withStore { store, account, _ in
            let answers = try await store.settle([
                mutate(1, .addFavorite(CoinID(1)), account), mutate(2, .addFavorite(CoinID(2)), account),
                mutate(3, .addFavorite(CoinID(3)), account), mutate(4, nil, account),
                mutate(3, .addFavorite(CoinID(3)), account),
            ])
            let results = try answers.map(result)
            #expect(
                results[2].outcome == .refused(reason: "You have 2 favorites, which is the most; remove one first.")
            )
            #expect(results[4] == MutationResult(number: 3, outcome: results[2].outcome, version: 2, lastNumber: 4))
            #expect(results.map(\.version) == [1, 2, 2, 2, 2])
        }
    }

    @Test func clientsCountForThemselves() async throws {
        try await withStore { store, account, _ in
            let other = ClientID(high: 9, low: 9)
            let answers = try await store.settle([
                mutate(1, .addFavorite(CoinID(1)), account),
                .mutate(account, other, NumberedMutation(number: 1, settled: 0, mutation: .addFavorite(CoinID(2)))),
            ])
            let results = try answers.map(result)
            #expect(results.map(\.outcome) == [.applied, .applied])
        }
    }

    @Test func whatWasAnsweredIsThereAfterReopening() async throws {
        try await withStore { store, account, path in
            _ = try await store.settle([
                mutate(1, .addFavorite(CoinID(5)), account), mutate(2, .setKlineSource(.cryptoCompare), account),
                mutate(3, .setKeepFavorites(false), account),
            ])
            let reopened = try Self.open(path)
            let answers = try await reopened.settle([.join(account, client)])
            guard case .joined(let state, let last) = answers[0] else { throw TestFailure.unexpected(answers[0]) }
            #expect(state.settings == UserSettings(klineSource: .cryptoCompare, keepFavorites: false))
            #expect(last == 3)
            let passing = try await reopened.accountsWithPassingFavorites()
            #expect(passing == [account])
            try reopened.close()
        }
    }

    @Test func confirmedResultsAreForgotten() async throws {
        try await withStore { store, account, _ in
            _ = try await store.settle([mutate(1, .addFavorite(CoinID(1)), account), mutate(2, nil, account)])
            _ = try await store.settle([mutate(3, .setCoinsOnly(true), settled: 2, account)])
            // Number 2 was refused; forgotten, it is told as settled and nothing more.
            let answers = try await store.settle([mutate(2, nil, account)])
            let outcome = try result(answers[0])
            #expect(outcome.outcome == .applied)
        }
    }

    @Test func namesAreUniqueWithoutRegardToCase() async throws {
        try await withStore { store, _, _ in
            await #expect(throws: UserStoreError.nameTaken("ADA")) {
                _ = try await store.addAccount(named: "ADA", password: PasswordHash(text: "x"))
            }
        }
    }

    @Test func aFolderThatCannotBeWrittenIsOneClearLine() {
        #expect {
            _ = try Self.open("/proc/no-such-folder/users.sqlite")
        } throws: { error in
            "\(error)".hasPrefix("the database /proc/no-such-folder/users.sqlite cannot be used: ")
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
}
