import Foundation
import GRDB
import MockMarket
import Shared
import Testing

@testable import PushServer

/// The stored table of a user equals the result of `apply`.
@Suite(.timeLimit(.minutes(5)))
struct StoredTableTests {
    /// Passes the store, and the table that `apply` returns, each with its floor.
    private func withModel(
        _ kind: StoreKind,
        _ body: (_ change: ([Mutation]) async throws -> Void, _ model: () -> UserTable) async throws -> Void
    ) async throws {
        try await withStore(kind) { _, account, open in
            var limits = SessionLimits()
            limits.records.limit(.listItem, toRecords: 3000)
            var (model, number) = (UserTable(), UInt64(0))
            let store = try await open(limits)
            try await body(
                { mutations in
                    var requests: [UserRequest] = []
                    for mutation in mutations {
                        number += 1
                        try model.apply(mutation, within: limits.records)
                        requests.append(.mutate(number, mutation, account))
                    }
                    _ = try await store.settle(requests)
                    let reopened = try await open()
                    for stored in [try await store.table(of: account), try await reopened.table(of: account)] {
                        #expect(stored == model && stored?.floor == model.floor && stored?.removed == model.removed)
                    }
                    try await reopened.close()
                },
                { model }
            )
            try await store.close()
        }
    }

    @Test(arguments: StoreKind.all) func theFirstOfAThousandAndOneRemovalsIsForgotten(_ kind: StoreKind) async throws {
        try await withModel(kind) { change, model in
            let coins = (1...UInt32(UserTable.removedMax + 2)).map { CoinID($0) }
            try await change([.add(Array(coins.prefix(600)), of: model())])
            try await change([.add(Array(coins.dropFirst(600)), of: model())])
            let first = model().version + 1
            try await change(coins.prefix(UserTable.removedMax).map { .remove([$0]) })
            #expect(model().floor == 0 && model().removedCount == UserTable.removedMax)
            try await change([.remove([coins[UserTable.removedMax]])])
            #expect(model().floor == first && model().removedCount == UserTable.removedMax)
            #expect(model().diff(since: first - 1) == nil && model().diff(since: first) != nil)
            // A key that was put again is no longer removed, and makes room.
            try await change([.add(coins[5].rawValue), .remove([coins[UserTable.removedMax + 1]])])
            #expect(model().floor == first && model().removedCount == UserTable.removedMax)
        }
    }

    @Test(arguments: StoreKind.all) func moreThanAThousandRemovalsAtOnceAreNotRemembered(_ kind: StoreKind) async throws
    {
        try await withModel(kind) { change, model in
            let coins = (1...1200).map { CoinID($0) }
            try await change([.add(Array(coins.prefix(600)), of: model())])
            try await change([.add(Array(coins.dropFirst(600)), of: model())])
            try await change([.remove([coins[0]]), .add(7000)])
            let before = model().version
            try await change([.remove(coins)])
            #expect(model().version == before + 1 && model().floor == before + 1 && model().removedCount == 0)
            #expect(model().diff(since: before) == nil && model().diff(since: before + 1) != nil)
        }
    }

    /// Two processes change one user's table, some transactions fail, and now and then a backup replaces the database.
    /// A store must never mistake what it has cached for what is in the file.
    @Test func whatIsCachedEqualsTheFile() async throws {
        try await withStore { store, account, path in
            let seed = UInt64.random(in: 1...UInt64.max)
            var random = SeededGenerator(seed: seed)
            let other = try SQLiteUserStore.test(path)
            let copy = try DatabaseQueue(path: path + "-copy")
            defer { try? FileManager.default.removeItem(atPath: path + "-copy") }
            try Self.backUp(store, to: copy)
            for _ in 0..<300 {
                let writer = Bool.random(using: &random) ? store : other
                let client = ClientID(high: 1, low: UInt64.random(in: 1...2, using: &random))
                switch Int.random(in: 0..<12, using: &random) {
                case 0: try Self.backUp(store, to: copy)
                case 1:
                    try await copy.write { try StoreIdentity.random().write(to: $0) }
                    let target = try DatabaseQueue(path: path)
                    try copy.backup(to: target)
                    try target.close()
                case 2:
                    try await writer.pool.write { try $0.execute(sql: "PRAGMA query_only = TRUE") }
                    await #expect(throws: (any Error).self) {
                        _ = try await writer.settle([
                            .mutate(1000, .test, account), .first(of: .random(using: &random), account),
                        ])
                    }
                    try await writer.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA query_only = FALSE") }
                default:
                    let known = try await writer.pool.read { db in
                        let rows = SQLiteTransactionRows(db: db, identity: try StoreIdentity(from: db))
                        return try rows.log(of: client, account).lastNumber
                    }
                    let coin = UInt32.random(in: 1...3, using: &random)
                    let mutation: Mutation =
                        Bool.random(using: &random) ? .put(coin, "V\(coin)1") : .remove([CoinID(coin)])
                    let change = NumberedMutation(number: known + 1, mutation: mutation)
                    let identity = try await writer.pool.read(StoreIdentity.init(from:))
                    let answers = try await writer.settle([.mutate(account, client, identity, change)], keeping: [])
                    let last = try answers.answers[0].result.lastNumber
                    #expect(last == known + 1, "seed \(seed)")
                    let stored = try await writer.table(of: account)
                    if let told = answers.tables[account] {
                        #expect(told == stored && told.removed == stored?.removed, "seed \(seed)")
                    }
                }
            }
            try copy.close()
            try other.close()
        }
    }

    private static func backUp(_ store: SQLiteUserStore, to copy: DatabaseQueue) throws {
        try store.pool.backup(to: copy)
        // Otherwise the copy would need a WAL, as the database does.
        try copy.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
    }

    @Test func theStoredTableEqualsTheResultOfApply() async throws {
        try await withStore { store, account, path in
            var generator = SystemRandomNumberGenerator()
            let seed = generator.next()
            var random = SeededGenerator(seed: seed)
            var model = UserTable()
            var limits = SessionLimits()
            limits.records.limit(.listItem, toRecords: 2)
            for number in 1...400 as ClosedRange<UInt64> {
                let coin = UInt32.random(in: 1...6, using: &random)
                let mutation: Mutation =
                    Bool.random(using: &random) ? .add(coin) : .remove([CoinID(coin), CoinID(coin % 6 + 1)])
                _ = try? model.apply(mutation, within: limits.records)
                _ = try await store.settle([.mutate(number, mutation, account)])
            }
            let stored = try await store.table(of: account)
            #expect(stored == model && stored?.removed == model.removed, "seed \(seed)")
            let rows = try await DatabaseQueue(path: path).read { db in
                try Int.fetchOne(db, sql: "SELECT count(*) FROM removed_record")
            }
            #expect(rows == model.removedCount, "what is back is not among the removed, seed \(seed)")
        }
    }
}
