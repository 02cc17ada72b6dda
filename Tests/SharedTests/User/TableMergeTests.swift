import TestSupport
import Testing

@testable import Shared

struct TableMergeTests {
    private func table(_ mutations: Mutation...) throws -> UserTable {
        var table = UserTable()
        for mutation in mutations { try table.apply(mutation, within: RecordRules()) }
        return table
    }

    private func favorites(_ coins: [UInt32], of table: UserTable = UserTable()) -> Mutation {
        .add(coins.map { CoinID($0) }, of: table)
    }

    @Test func anEmptyAccountGetsEverythingAsItWas() throws {
        let source = try table(favorites([1, 1027]), .set(Settings.coinsOnly, to: true))
        let merge = TableMerge(of: source, into: UserTable())
        #expect(merge.counts.map(\.new) == [1, 2] || merge.counts.map(\.new) == [2, 1])
        let moved = try table(merge.mutation)
        #expect(moved.items(of: .favorites) == source.items(of: .favorites))
        #expect(moved[Settings.coinsOnly])
    }

    @Test func whatIsThereAlreadyStaysAsItIs() throws {
        let source = try table(favorites([1, 1027]), .set(Settings.coinsOnly, to: true))
        let target = try table(favorites([1]), .set(Settings.coinsOnly, to: false))
        let merge = TableMerge(of: source, into: target)
        #expect(merge.mutation.changes.count == 1)
        #expect(merge.counts.reduce(0) { $0 + $1.known } == 2)
        let again = TableMerge(of: source, into: source)
        #expect(again.isEmpty)
    }

    @Test func listsComeBeforeTheirCoins() throws {
        let item = ListItem(list: ListID(rawValue: 7), coin: CoinID(1), orderKey: .test("V"))
        let source = try table(Mutation([NamedList.test(7, "a", "V").put, Change(item.key, .put(item.value))]))
        let moved = try table(TableMerge(of: source, into: UserTable()).mutation)
        #expect(moved.items(of: ListID(rawValue: 7)) == [item])
    }
}
