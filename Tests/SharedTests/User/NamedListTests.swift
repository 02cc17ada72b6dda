import TestSupport
import Testing

@testable import Shared

/// Lists besides Favorites: their names, their order, what they own, and how many there may be.
struct NamedListTests {
    private let rules = RecordRules()

    private func refusal(_ mutation: Mutation, of table: UserTable, _ rules: RecordRules? = nil) -> String? {
        var changed = table
        do throws(MutationRefusal) {
            try changed.apply(mutation, within: rules ?? self.rules)
            return nil
        } catch {
            #expect(changed == table, "a refusal changes nothing")
            return error.description
        }
    }

    private func fault(_ typed: String) -> String? {
        do throws(ListNameFault) {
            _ = try ListName(typed: typed)
            return nil
        } catch { return error.description }
    }

    private func put(_ list: UInt64, _ coin: UInt32, _ orderKey: String = "V") -> Change {
        let item = ListItem(list: ListID(rawValue: list), coin: CoinID(coin), orderKey: .test(orderKey))
        return Change(item.key, .put(item.value))
    }

    // MARK: Names

    @Test func aTypedNameIsTrimmedAndComposed() throws {
        #expect(try ListName(typed: "  Old coins ").text == "Old coins")
        let name = try ListName(typed: "Cafe\u{301}").text
        #expect(Array(name.utf8) == Array("Caf\u{E9}".utf8))
    }

    @Test func anInvalidNameIsRefusedWithAReason() {
        #expect(fault("   ") == "A list needs a name; type 1 to 40 characters.")
        #expect(fault(String(repeating: "x", count: 40)) == nil)
        let long = String(repeating: "x", count: 41)
        #expect(fault(long) == "This name has 41 characters; a list's name can have at most 40.")
        #expect(fault("a\u{1B}[31mb") == "This name has control characters; type it without them.")
        #expect(fault("a\u{85}b") == "This name has control characters; type it without them.")
        let families = String(repeating: "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", count: 9)
        #expect(fault(families) == "This name takes 162 bytes; a list's name can take at most 160.")
        #expect(fault(String(repeating: "\u{1F4B0}", count: 40)) == nil)
    }

    @Test func theSameRulesApplyToStoredNames() {
        let long = NamedList.test(7, String(repeating: "x", count: 41))
        let words = refusal(Mutation([long.put]), of: UserTable())
        #expect(words == "This list has a name of 41 characters, of 40 at most.")
        let families = String(repeating: "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", count: 9)
        let names = ["", families, "a\u{9B}b", "Cafe\u{301}"]
        for name in names {
            let words = refusal(Mutation([NamedList.test(7, name).put]), of: UserTable())
            #expect(words?.hasPrefix("This list has a name that is none. ") == true, "\(name.debugDescription)")
            #expect(words?.hasSuffix("..") == false)
        }
        #expect(refusal(Mutation([NamedList.test(7, "a", "V").put]), of: UserTable()) == nil)
        let zero = Change(NamedList.key(of: .favorites), .put(NamedList.test(7, "a").value))
        #expect(
            refusal(Mutation([zero]), of: UserTable())
                == "This list has the number 0, which only the favorites have."
        )
    }

    @Test func aSecondListWithTheSameNameIsRefusedWithAReason() throws {
        let table = try UserTable.made(by: Mutation([NamedList.test(7, "DeFi").put]))
        for typed in ["DeFi", "defi", " DEFI "] {
            #expect(throws: ListNameFault.taken("DeFi")) {
                try Mutation.create(ListID(rawValue: 8), named: ListName(typed: typed), of: table)
            }
        }
        #expect(throws: ListNameFault.taken("Favorites")) {
            try Mutation.rename(ListID(rawValue: 7), to: ListName(typed: "favorites"), of: table)
        }
        let other = try Mutation.rename(ListID(rawValue: 7), to: ListName(typed: "defi"), of: table)
        #expect(refusal(other, of: table) == nil, "its own name in another case")
        #expect(
            ListNameFault.taken("DeFi").description == "There is already a list 'DeFi'; choose another name."
        )
    }

    /// Two terminals made them offline, so neither knew of the other.
    @Test func theLaterListOfTwoWithOneNameGetsANumber() throws {
        var table = try UserTable.made(by: Mutation([NamedList.test(9, "DeFi").put]))
        try table.apply(Mutation([NamedList.test(8, "DeFi").put]), within: rules)
        try table.apply(Mutation([NamedList.test(7, "defi").put]), within: rules)
        try table.apply(Mutation([NamedList.test(6, "Favorites").put]), within: rules)
        #expect(table.name(of: ListID(rawValue: 9)) == "DeFi", "what was there keeps its name, whatever its number")
        #expect(table.name(of: ListID(rawValue: 8)) == "DeFi (2)")
        #expect(table.name(of: ListID(rawValue: 7)) == "defi (3)")
        #expect(table.name(of: ListID(rawValue: 6)) == "Favorites (2)")
    }

    @Test func aRenamedListGetsANumberTooAndKeepsUnknownFields() throws {
        let field: [UInt8] = [0x4A, 1, 0x78]
        var table = try UserTable.made(by: Mutation([NamedList.test(7, "A").put, NamedList.test(8, "B").put]))
        let later = Change(NamedList.key(of: ListID(rawValue: 8)), .update(field, fields: [9], creates: false))
        try table.apply(Mutation([later]), within: rules)
        let rename = NamedList.renaming(ListID(rawValue: 8), to: try ListName(typed: "A"))
        try table.apply(Mutation([rename]), within: rules)
        #expect(table.name(of: ListID(rawValue: 8)) == "A (2)")
        #expect(table[NamedList.key(of: ListID(rawValue: 8))]?.value.suffix(3) == field[...])
        let before = table
        try table.apply(Mutation([rename]), within: rules)
        #expect(table == before, "asked for once more, nothing changes")
    }

    @Test func theNumberFitsAfterTheLongestName() throws {
        let long = String(repeating: "x", count: 40)
        var table = try UserTable.made(by: Mutation([NamedList.test(7, long).put]))
        try table.apply(Mutation([NamedList.test(8, long).put]), within: rules)
        #expect(table.name(of: ListID(rawValue: 8)) == String(repeating: "x", count: 36) + " (2)")
        let wide = String(repeating: "\u{1F4B0}", count: 40)
        for number in 10...21 as ClosedRange<UInt64> {
            try table.apply(Mutation([NamedList.test(number, wide).put]), within: rules)
        }
        let name = try #require(table.name(of: ListID(rawValue: 21)))
        #expect(name.hasSuffix(" (12)") && name.count == 40 && name.utf8.count <= 160)
    }

    @Test func twoNamesChangePlacesInOneMutation() throws {
        var table = try UserTable.made(by: Mutation([NamedList.test(7, "A").put, NamedList.test(8, "B").put]))
        try table.apply(Mutation([NamedList.test(7, "B").put, NamedList.test(8, "A").put]), within: rules)
        #expect(table.lists.map(\.name) == ["B", "A"])
    }

    /// For any order of changes, both ends get the same names, all of them distinct.
    @Test func namesStayDistinctInRandomHistories() throws {
        var random = SeededGenerator(seed: 19)
        var table = UserTable()
        var history = MutationHistory()
        let names = ["A", "a", "B", "B (2)", "Favorites"]
        for number in 1...400 as ClosedRange<UInt64> {
            let list = NamedList.test(.random(in: 1...6, using: &random), names.randomElement(using: &random) ?? "A")
            let mutation: Mutation =
                switch Int.random(in: 0..<4, using: &random) {
                case 0: .delete(list.id)
                case 1: Mutation([NamedList.renaming(list.id, to: try ListName(typed: list.name))])
                case 2 where number > 1:
                    Mutation([Change(list.key, .restore(held: .nothing))], undoes: number - 1)
                default: Mutation([list.put])
                }
            var other = table
            let effect = try table.apply(mutation, within: rules, after: history)
            try other.apply(mutation, within: rules, after: history)
            history.append(effect, of: number)
            #expect(table == other)
            let folded = table.lists.map { $0.name.lowercased() } + ["favorites"]
            #expect(Set(folded).count == folded.count, "seed 19, change \(number): \(folded)")
        }
    }

    // MARK: What a list owns

    @Test func aCoinMayBeInManyListsEachWithItsOwnOrder() throws {
        var table = try UserTable.made(by: Mutation([NamedList.test(7, "A").put, NamedList.test(8, "B").put]))
        for list in [ListID.favorites, ListID(rawValue: 7), ListID(rawValue: 8)] {
            try table.apply(.add([CoinID(1), CoinID(2)], to: list, of: table), within: rules)
        }
        try table.apply(.move(CoinID(2), to: 0, in: ListID(rawValue: 7), of: table), within: rules)
        #expect(table.items(of: ListID(rawValue: 7)).map(\.coin.rawValue) == [2, 1])
        #expect(table.items(of: ListID(rawValue: 8)).map(\.coin.rawValue) == [1, 2])
        #expect(table.allItems.mapValues(\.count) == [.favorites: 2, ListID(rawValue: 7): 2, ListID(rawValue: 8): 2])
    }

    @Test func addingToADeletedListIsRefusedWithAReason() throws {
        #expect(
            refusal(Mutation([put(7, 1)]), of: UserTable())
                == "This list item belongs to a list that no longer exists; choose another list."
        )
        let renaming = NamedList.renaming(ListID(rawValue: 7), to: try ListName(typed: "A"))
        var table = UserTable()
        try table.apply(Mutation([renaming]), within: rules)
        #expect(table.isEmpty && table.version == 0, "what others deleted does not rise from the dead")
    }

    @Test func aRestoredListHasItsCoinsAndANumberIfItsNameIsTaken() throws {
        var table = try UserTable.made(by: Mutation([NamedList.test(7, "A").put, put(7, 1), put(7, 2, "W")]))
        let value = try #require(table[NamedList.key(of: ListID(rawValue: 7))]?.value)
        var history = MutationHistory()
        history.append(try table.apply(.delete(ListID(rawValue: 7)), within: rules), of: 1)
        #expect(table.isEmpty)
        try table.apply(Mutation([NamedList.test(8, "a").put]), within: rules)
        let undo = Mutation([.restore(NamedList.key(of: ListID(rawValue: 7)), value, 1)], undoes: 1)
        try table.apply(undo, within: rules, after: history)
        #expect(table.items(of: ListID(rawValue: 7)).count == 2)
        #expect(table.name(of: ListID(rawValue: 7)) == "A (2)")
    }

    // MARK: Order

    @Test func movingListsDoesNotTouchTheirNames() throws {
        var table = UserTable()
        for (number, name) in [(5, "A"), (6, "B"), (7, "C")] as [(UInt64, String)] {
            let create = try Mutation.create(ListID(rawValue: number), named: ListName(typed: name), of: table)
            try table.apply(create, within: rules)
        }
        #expect(table.lists.map(\.name) == ["A", "B", "C"])
        let move = Mutation.move(ListID(rawValue: 7), to: 0, of: table)
        // Another terminal renames it meanwhile.
        let rename = try Mutation.rename(ListID(rawValue: 7), to: ListName(typed: "New"), of: table)
        try table.apply(rename, within: rules)
        try table.apply(move, within: rules)
        #expect(table.lists.map(\.name) == ["New", "A", "B"])
        #expect(Mutation.move(ListID(rawValue: 7), to: 0, of: table).changes.isEmpty, "where it stands it stays")
    }

    @Test func aListIsFoundByItsNameInAnyCase() throws {
        let table = try UserTable.made(by: Mutation([NamedList.test(7, "DeFi").put]))
        #expect(table.list(named: "defi") == ListID(rawValue: 7))
        #expect(table.list(named: "FAVORITES") == .favorites)
        #expect(table.list(named: "other") == nil)
    }

    // MARK: Limits

    @Test func eachListHasItsOwnLimit() throws {
        var rules = rules
        rules.limit(.listItem, toRecords: 2)
        var table = try UserTable.made(by: Mutation([NamedList.test(7, "A").put, NamedList.test(8, "B").put]))
        for list in [0, 7, 8] as [UInt64] {
            try table.apply(Mutation([put(list, 1), put(list, 2)]), within: rules)
        }
        #expect(
            refusal(Mutation([put(7, 3)]), of: table, rules)
                == "You can have at most 2 coins in a list; remove one first."
        )
        #expect(
            refusal(Mutation([put(0, 3)]), of: table, rules)
                == "You can have at most 2 favorites; remove one first."
        )
        let exchange = Mutation([put(7, 3), Change(ListItem.key(of: CoinID(1), in: ListID(rawValue: 7)), .remove)])
        #expect(refusal(exchange, of: table, rules) == nil, "it does not grow")
        let elsewhere = Mutation([put(7, 3), Change(ListItem.key(of: CoinID(1), in: ListID(rawValue: 8)), .remove)])
        #expect(refusal(elsewhere, of: table, rules) != nil, "room in one list is no room in another")
    }

    @Test func aUserAboveALoweredLimitMayStillMoveAndRemove() throws {
        let list = ListID(rawValue: 7)
        let table = try UserTable.made(
            by: Mutation([NamedList.test(7, "A").put, put(7, 1, "A"), put(7, 2, "B"), put(7, 3, "C")])
        )
        var lower = rules
        lower.limit(.listItem, toRecords: 1)
        #expect(refusal(.move(CoinID(3), to: 0, in: list, of: table), of: table, lower) == nil)
        #expect(refusal(.remove([CoinID(3)], from: list), of: table, lower) == nil)
        #expect(refusal(.add([CoinID(9)], to: list, of: table), of: table, lower) != nil)
        #expect(refusal(.add([CoinID(9)], of: table), of: table, lower) == nil)
    }

    @Test func aUserMayHaveFiftyLists() throws {
        var table = UserTable()
        for number in 1...50 as ClosedRange<UInt64> {
            try table.apply(Mutation([NamedList.test(number, "list \(number)").put]), within: rules)
        }
        #expect(
            refusal(Mutation([NamedList.test(51, "one more").put]), of: table)
                == "You can have at most 50 lists; remove one first."
        )
    }

    @Test func limitsPerOwnerTravelInWelcome() {
        var limits = SessionLimits()
        limits.records.limit(.listItem, toRecords: 7)
        let heard = SessionLimits(wire: limits.wire)
        #expect(heard.records == limits.records)
        #expect(heard.records.limits(of: RecordKind.listItem.number)?.recordsPerOwner == 7)
        #expect(heard.records.limits(of: RecordKind.list.number)?.recordsPerOwner == nil)
    }
}
