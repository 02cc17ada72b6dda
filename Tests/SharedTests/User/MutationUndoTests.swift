import TestSupport
import Testing

@testable import Shared

/// Undo, as `apply` performs it.
struct MutationUndoTests {
    /// One client's changes beside those of others.
    private struct World {
        var table = UserTable()
        var history = MutationHistory()
        var rules = RecordRules(keeping: .test)
        private var number: UInt64 = 0

        @discardableResult
        mutating func own(_ changes: Change..., undoes: UInt64 = 0) throws -> UInt64 {
            try own(changes, undoes: undoes)
        }

        @discardableResult
        mutating func own(_ changes: [Change], undoes: UInt64 = 0) throws -> UInt64 {
            number += 1
            let mutation = Mutation(changes, undoes: undoes)
            let effect = try table.apply(mutation, within: rules, after: history)
            history.append(effect, of: number)
            return number
        }

        mutating func others(_ changes: Change...) throws {
            try table.apply(Mutation(changes), within: rules)
        }

        var order: [String] { table.items().map { "\($0.coin.rawValue) \($0.orderKey.text)" } }
    }

    @Test func undoRestoresUntouchedRecords() throws {
        var world = World()
        try world.others(.put(1, "A"), .put(2, "B"))
        let number = try world.own(.put(1, "C"), .remove(2), .put(3, "D"))
        try world.own(
            .restore(1, "A", .version(1)),
            .restore(2, "B", .version(1)),
            .restore(3, nil, .version(0)),
            undoes: number
        )
        #expect(world.order == ["1 A", "2 B"])
    }

    @Test func changesOfOthersStay() throws {
        var world = World()
        try world.others(.put(1, "A"), .put(2, "B"))
        let number = try world.own(.remove(1), .remove(2))
        try world.others(.put(1, "Z"))
        try world.own(.restore(1, "A", .version(1)), .restore(2, "B", .version(1)), undoes: number)
        #expect(world.order == ["2 B", "1 Z"])
    }

    @Test func undoingAnAddWithoutEffectRemovesNothing() throws {
        var world = World()
        try world.others(.put(1, "A"))
        let number = try world.own(.put(1, "A"))
        try world.own(.restore(1, nil, .version(0)), undoes: number)
        #expect(world.order == ["1 A"])
    }

    @Test func anUndoDoesNotRemoveACoinThatAnotherAddedFirst() throws {
        var world = World()
        try world.others(.put(1, "A"))
        // This client has not seen the first record.
        let number = try world.own(.put(1, "B"))
        try world.own(.restore(1, nil, .version(0)), undoes: number)
        #expect(world.order == ["1 B"], "the coin was not its to take away")
    }

    @Test func changesOfOneKeyAreTakenBackOneAfterTheOther() throws {
        var world = World()
        let added = try world.own(.put(1, "A"))
        let moved = try world.own(.put(1, "B"))
        let removed = try world.own(.remove(1))
        let again = try world.own(.put(1, "C"))
        try world.own(.restore(1, nil, .version(0)), undoes: again)
        #expect(world.order == [])
        try world.own(.restore(1, "B", .mutation(moved)), undoes: removed)
        #expect(world.order == ["1 B"])
        try world.own(.restore(1, "A", .mutation(added)), undoes: moved)
        #expect(world.order == ["1 A"])
        try world.own(.restore(1, nil, .version(0)), undoes: added)
        #expect(world.order == [])
    }

    @Test func anUndoChangesNothingIfAnotherChangeCameBetween() throws {
        var world = World()
        let added = try world.own(.put(1, "A"))
        try world.others(.put(1, "X"))
        let moved = try world.own(.put(1, "B"))
        // Offline, it has seen only its own A.
        try world.own(.restore(1, "A", .mutation(added)), undoes: moved)
        #expect(world.order == ["1 B"])
    }

    @Test func aForgottenOrUnknownMutationIsNotUndone() throws {
        var world = World()
        let first = try world.own(.put(1, "A"))
        for move in 1...UInt32(MutationHistory.depth) { try world.own(.put(move + 1, "B")) }
        try world.own(.restore(1, nil, .version(0)), undoes: first)
        try world.own(.restore(2, nil, .version(0)), undoes: 9999)
        #expect(world.order.contains("1 A") && world.order.contains("2 B"))
    }

    /// Clients make changes, undo them and go offline. The server performs everything in some order. A client that
    /// undoes its newest changes one after another, undisturbed, returns to the state before them.
    @Test func undoingEverythingRestoresTheStart() throws {
        for seed in 1...200 as ClosedRange<UInt64> {
            var generator = SeededGenerator(seed: seed)
            var world = World()
            for coin in 1...4 as ClosedRange<UInt32> where Bool.random(using: &generator) {
                try world.others(.put(coin, "V\(coin)"))
            }
            let begin = world.order
            var undos: [(number: UInt64, changes: [Change])] = []
            for _ in 0..<Int.random(in: 1...20, using: &generator) {
                let before = world.table
                let coins = Set((0..<3).map { _ in UInt32.random(in: 1...5, using: &generator) })
                let changes = coins.map { coin -> Change in
                    Bool.random(using: &generator)
                        ? .remove(coin) : .put(coin, "V\(Int.random(in: 1...3, using: &generator))")
                }
                let number = try world.own(changes)
                let touched = world.history[number]?.touched.keys.sorted() ?? []
                undos.append(
                    (
                        number,
                        touched.map { key in
                            .restore(key, before[key]?.value, before[key]?.version ?? 0)
                        }
                    )
                )
            }
            for undo in undos.reversed() { try world.own(undo.changes, undoes: undo.number) }
            #expect(world.order == begin, "seed \(seed)")
        }
    }

    @Test func undoRestoresAServersRecordThatAUserRemoved() throws {
        let note = RecordKey(kind: RecordKind.serverNote.number, bytes: ListItem.key(of: CoinID(1)).bytes)
        var world = World()
        try world.others(.put(1, "A"))
        try world.table.apply(Mutation([Change(note, .put([]))]), within: RecordRules(keeping: .test), by: .server)
        let removal = try world.own(.remove(1), Change(note, .remove))
        try world.own(.restore(1, "A", .version(1)), .restore(note, [], 2), undoes: removal)
        #expect(world.order == ["1 A"] && world.table[note]?.value == [])
    }

    /// Each key is restored separately, so one that may not come back does not hinder the others.
    @Test func undoSkipsARecordThatIsTooLargeAndRestoresTheRest() throws {
        var world = World()
        try world.others(.put(1, "A"), .put(2, "BCDEFG"))
        let removal = try world.own(.remove(1), .remove(2))
        world.rules = RecordRules(
            offered: [.init(kind: 2, records: 5, bytes: 8, writer: .user)],
            knowing: .test
        )
        try world.own(.restore(1, "A", .version(1)), .restore(2, "BCDEFG", .version(1)), undoes: removal)
        #expect(world.order == ["1 A"])
    }

    /// A database that was copied back by hand has another value at the version that the client held.
    @Test func aValueThatItsVersionNoLongerNamesIsNotRestored() throws {
        var world = World()
        try world.others(.put(1, "theirs"))
        let number = try world.own(.put(1, "own"))
        try world.own(.restore(1, "lost", .version(1)), undoes: number)
        #expect(world.order == ["1 own"])
        try world.own(.restore(1, "theirs", .version(1)), undoes: number)
        #expect(world.order == ["1 theirs"])
    }

    /// Offline, a client has moved a coin and undone that, while a newer client has written a field into it.
    @Test func fieldsThatTheClientHasNeverSeenComeBackWithTheValue() throws {
        let field: [UInt8] = [0x4A, 1, 0x78]
        var world = World()
        try world.others(.put(1, "A"))
        try world.others(
            Change(ListItem.key(of: CoinID(1)), .update(field, fields: [9], creates: false))
        )
        let moved = try world.own(.move(1, "B"))
        let removed = try world.own(.remove(1))
        try world.own(.restore(1, nil, .mutation(moved)), undoes: removed)
        #expect(world.order == ["1 B"])
        #expect(world.table[ListItem.key(of: CoinID(1))]?.value.suffix(3) == field[...])
    }

    // MARK: Owners

    private let owner = NamedList.test(7, "Old coins")
    private var list: RecordKey { owner.key }

    private func item(_ coin: UInt32, _ orderKey: String = "V") -> ListItem {
        ListItem(list: ListID(rawValue: 7), coin: CoinID(coin), orderKey: .test(orderKey))
    }

    private func put(_ item: ListItem) -> Change { Change(item.key, .put(item.value)) }

    /// The client knows the list and one item. While it was offline, another item and a note on the first came, and the
    /// first item was moved.
    @Test func undoRestoresAllThatAnOwnerOwned() throws {
        let note = RecordKey(kind: RecordKind.note.number, bytes: item(1).key.bytes)
        var world = World()
        try world.others(owner.put, put(item(1)))
        try world.others(put(item(2)), Change(note, .put([])), put(item(1, "W")))
        let before = world.table
        let removed = try world.own(Change(list, .remove))
        #expect(world.table.isEmpty)
        try world.own(.restore(list, owner.value, 1), undoes: removed)
        #expect(world.table.records.map(\.key) == before.records.map(\.key))
        #expect(world.table.records.map(\.value) == before.records.map(\.value))
        // The client undoes it a second time.
        let again = try world.own(Change(list, .remove))
        let held = Change.HeldValue.version(4, hash: Record.hash(of: owner.value, at: list))
        try world.own(Change(list, .restore(held: held)), undoes: again)
        #expect(world.table.count == 4)
    }

    @Test func recordsThatOthersRestoredStayWhenAnOwnerIsRestored() throws {
        var world = World()
        try world.others(owner.put, put(item(1)), put(item(2)))
        let removed = try world.own(Change(list, .remove))
        try world.others(owner.put, put(item(1, "Z")))
        try world.own(.restore(list, owner.value, 1), undoes: removed)
        #expect(world.table.items(of: ListID(rawValue: 7)).map(\.orderKey.text) == ["Z"], "the list is theirs now")
    }

    /// One change adds the list and its first item. Others have moved the item since.
    @Test func undoKeepsAnOwnerWithItemsThatOthersChanged() throws {
        var world = World()
        let made = try world.own(owner.put, put(item(1)), put(item(2)))
        try world.others(put(item(1, "Z")))
        let undo: [Change] = [
            .restore(list, nil, 0), .restore(item(1).key, nil, 0), .restore(item(2).key, nil, 0),
        ]
        try world.own(undo, undoes: made)
        #expect(world.table.items(of: ListID(rawValue: 7)).map(\.coin) == [CoinID(1)])
        #expect(world.table[list] != nil)
    }

    @Test func undoRemovesAnOwnerWithItsOwnItems() throws {
        var world = World()
        let made = try world.own(owner.put, put(item(1)))
        try world.own(.restore(list, nil, 0), .restore(item(1).key, nil, 0), undoes: made)
        #expect(world.table.isEmpty)
    }

    @Test func undoKeepsAnOwnerOfItemsThatOthersAdded() throws {
        let item = item(1)
        var world = World()
        let made = try world.own(owner.put)
        try world.others(Change(item.key, .put(item.value)))
        try world.own(.restore(list, nil, 0), undoes: made)
        #expect(world.table.count == 2)
        try world.others(Change(item.key, .remove))
        try world.own(.restore(list, nil, 0), undoes: made)
        #expect(world.table.isEmpty)
    }
}
