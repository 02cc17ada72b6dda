import Shared
import Testing

@testable import PushServer

/// The store's answers to requests, in each database.
@Suite(.timeLimit(.minutes(5)))
struct SettlingTests {
    @Test(arguments: StoreKind.all) func aNumberIsSettledOnceAndItsResultIsRepeated(_ kind: StoreKind) async throws {
        try await withStore(kind) { store, account, _ in
            let first = try await store.settle([.mutate(1, .add(5), account)])
            let again = try await store.settle([
                .mutate(1, .add(6), account), .mutate(1, .remove([CoinID(5)]), account),
            ])
            #expect(try first[0].result == again[0].result)
            #expect(try first[0].result == again[1].result)
            let joined = try #require(try await store.join(account))
            #expect(joined.table.coins == [CoinID(5)])
            #expect(joined.table.version == 1)
            #expect(joined.lastMutation == 1)
        }
    }

    @Test(arguments: StoreKind.all) func aGapIsOutOfOrder(_ kind: StoreKind) async throws {
        try await withStore(kind) { store, account, _ in
            let answers = try await store.settle([.mutate(2, .test, account)])
            let outcome = try answers[0].result
            #expect(outcome.outcome == .outOfOrder)
            #expect(outcome.lastNumber == 0)
        }
    }

    @Test(arguments: StoreKind.all) func aRefusalUsesItsNumberUpAndIsRemembered(_ kind: StoreKind) async throws {
        try await withStore(kind) { store, account, _ in
            let answers = try await store.settle([
                .mutate(1, .add(1), account), .mutate(2, .add(2), account),
                .mutate(3, .add(3), account), .mutate(4, .unknown, account),
                .mutate(3, .add(3), account),
            ])
            let results = try answers.map { try $0.result }
            #expect(
                results[2].outcome == .refused(reason: "You can have at most 2 favorites; remove one first.")
            )
            #expect(results[4] == MutationResult(number: 3, outcome: results[2].outcome, version: 2, lastNumber: 4))
            #expect(results.map(\.version) == [1, 2, 2, 2, 2])
        }
    }

    @Test(arguments: StoreKind.all) func eachClientHasItsOwnNumbers(_ kind: StoreKind) async throws {
        try await withStore(kind) { store, account, _ in
            let other = ClientID(high: 9, low: 9)
            let answers = try await store.settle([
                .mutate(1, .add(1), account),
                .mutate(account, other, .test, NumberedMutation(number: 1, mutation: .add(2))),
            ])
            let results = try answers.map { try $0.result }
            #expect(results.map(\.outcome) == [.applied, .applied])
        }
    }

    @Test(arguments: StoreKind.all) func answeredChangesSurviveReopening(_ kind: StoreKind) async throws {
        try await withStore(kind) { store, account, open in
            _ = try await store.settle([
                .mutate(1, .add(5), account),
                .mutate(2, .set(Settings.klineSource, to: "cryptocompare"), account),
                .mutate(3, .set(Settings.keepFavorites, to: false), account),
            ])
            let reopened = try await open()
            let joined = try #require(try await reopened.join(account))
            #expect(
                joined.table.storedText(of: Settings.klineSource) == "cryptocompare"
                    && !joined.table[Settings.keepFavorites]
            )
            #expect(joined.lastMutation == 3)
            let passing = try await reopened.accountsWithPassingFavorites()
            #expect(passing.accounts == [account])
            try await reopened.close()
        }
    }

    @Test(arguments: StoreKind.all) func theNewestOutcomesOfAClientAreKept(_ kind: StoreKind) async throws {
        try await withStore(kind) { store, account, _ in
            // Outcomes are removed sixteen at a time.
            let last = UInt64(MutationHistory.depth) + 16
            _ = try await store.settle((1...last).map { .mutate($0, .unknown, account) })
            let answers = try await store.settle([.mutate(16, .unknown, account), .mutate(17, .unknown, account)])
            let outcomes = try answers.map { try $0.result.outcome }
            #expect(outcomes[0] == .applied, "forgotten: it was settled, and that is all")
            #expect(outcomes[1] == .refused(reason: MutationRefusal.unknownChange.description), "still known")
        }
    }

    @Test(arguments: StoreKind.all) func aStoreSettlesNothingForAnotherOne(
        _ kind: StoreKind
    ) async throws {
        try await withStore(kind) { store, account, _ in
            let answers = try await store.settle([.mutate(1, .test, account), .forget(account, .test)], keeping: [])
            #expect(answers.answers == [.otherStore, .otherStore] && answers.tables.isEmpty)
            let joined = try #require(try await store.join(account))
            #expect(joined.table.version == 0 && joined.lastMutation == 0)
        }
    }

    @Test(arguments: StoreKind.all) func anUndoReadsWhatItsMutationReplacedAlsoInAReopenedStore(
        _ kind: StoreKind
    ) async throws {
        try await withStore(kind) { store, account, open in
            _ = try await store.settle([.mutate(1, .put(5, "V01"), account), .mutate(2, .put(5, "V02"), account)])
            let item = ListItem(coin: CoinID(5), orderKey: try #require(OrderKey("V01")))
            let undo = Mutation([Change(item.key, .restore(held: .mutation(1)))], undoes: 2)
            let reopened = try await open()
            _ = try await reopened.settle([.mutate(3, undo, account)])
            let joined = try #require(try await reopened.join(account))
            #expect(joined.table.items().map(\.orderKey.text) == ["V01"] && joined.table.version == 3)
            try await reopened.close()
        }
    }
}
