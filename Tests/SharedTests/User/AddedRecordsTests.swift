import TestSupport
import Testing

@testable import Shared

/// What is removed of a merge that an undo has not taken back.
struct AddedRecordsTests {
    private let list = NamedList.test(7, "DeFi")

    private func key(_ coin: UInt32) -> RecordKey { ListItem.key(of: CoinID(coin)) }

    @Test func whatIsAsItWasAddedGoesAndWhatOthersHaveChangedSinceStays() throws {
        var table = try UserTable.made(by: .put(1, "V"), .put(2, "V1"), .put(3, "V2"))
        var added = AddedRecords()
        added.note([key(1)], in: table)
        added.note([key(2), key(3)], in: table)
        try table.apply(.put(2, "W"), within: .test)
        // Another device has removed it and added it again.
        try table.apply(Mutation([.remove(3)]), within: .test)
        try table.apply(.put(3, "V2"), within: .test)
        #expect(added.removal(from: table) == Mutation([.remove(1)]))
    }

    @Test func aListStaysIfOthersHavePutSomethingIntoIt() throws {
        var table = try UserTable.made(by: Mutation([list.put]))
        var added = AddedRecords()
        added.note([list.key], in: table)
        #expect(added.removal(from: table) == Mutation([Change(list.key, .remove)]))
        let item = ListItem(list: list.id, coin: CoinID(1), orderKey: .test("V"))
        try table.apply(Mutation([Change(item.key, .put(item.value))]), within: .test)
        #expect(added.removal(from: table) == Mutation())
        added.note([item.key], in: table)
        #expect(added.removal(from: table).changes.count == 2, "the merge has put it there itself")
    }

    @Test func anAlertGoesWithWhatTheServerHasNotedAboutIt() throws {
        let condition = AlertCondition.priceAbove(try ExactDecimal(parsing: "65000"))
        let alert = Alert(id: AlertID(rawValue: 7), coin: CoinID(1), condition: condition)
        var table = try UserTable.made(by: .add(alert))
        var added = AddedRecords()
        added.note([alert.key], in: table)
        let state = AlertState(alert: alert.id, arming: 1, phase: .armed, since: MarketTime(seconds: 1))
        try table.apply(Mutation([state.update]), within: .test, by: .server)
        try table.apply(added.removal(from: table), within: .test)
        #expect(table.isEmpty)
    }
}
