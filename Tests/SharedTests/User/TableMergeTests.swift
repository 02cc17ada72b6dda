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

    private func moved(_ merge: TableMerge) throws -> UserTable {
        var table = UserTable()
        for mutation in try merge.mutations(for: table, within: RecordRules()) {
            try table.apply(mutation, within: RecordRules())
        }
        return table
    }

    @Test func aMergeLargerThanAFrameGoesInParts() throws {
        let lists = (1...3).map { Mutation([NamedList.test(UInt64($0), "list \($0)", "V").put]) }
        var source = try lists.reduce(into: UserTable()) { try $0.apply($1, within: RecordRules()) }
        for list in 0...3 as ClosedRange<UInt64> {
            let coins = (1...450).map { CoinID(UInt32($0)) }
            try source.apply(.add(coins, to: ListID(rawValue: list), of: source), within: RecordRules())
        }
        let merge = TableMerge(of: source, into: UserTable(), within: RecordRules())
        let parts = try merge.mutations(for: UserTable(), within: RecordRules())
        #expect(parts.count > 1)
        #expect(try moved(TableMerge(of: source, into: UserTable(), within: RecordRules())).allItems == source.allItems)
    }

    @Test func aMergeThatDoesNotFitSaysSoFirst() throws {
        let source = try table(favorites([1, 2, 3]))
        var rules = RecordRules()
        rules.limit(.listItem, toRecords: 2)
        #expect(throws: MutationRefusal.self) {
            try TableMerge(of: source, into: UserTable(), within: rules).mutations(for: UserTable(), within: rules)
        }
    }

    @Test func anEmptyAccountGetsEverythingUnchanged() throws {
        let source = try table(favorites([1, 1027]), .set(Settings.coinsOnly, to: true))
        let merge = TableMerge(of: source, into: UserTable(), within: RecordRules())
        #expect(merge.counts.map(\.new) == [1, 2] || merge.counts.map(\.new) == [2, 1])
        let moved = try moved(merge)
        #expect(moved.items(of: .favorites) == source.items(of: .favorites))
        #expect(moved[Settings.coinsOnly])
    }

    @Test func countsComeByKindWithFavoritesBeforeCoinsInLists() throws {
        let list = NamedList.test(7, "DeFi")
        var source = try table(Mutation([list.put]))
        for mutation: Mutation in [
            .add([CoinID(3)], to: list.id, of: source), favorites([1, 2]), .set(Settings.coinsOnly, to: true),
        ] {
            try source.apply(mutation, within: RecordRules())
        }
        let counts = TableMerge(of: source, into: UserTable(), within: RecordRules()).counts
        #expect(counts.map(\.plural) == ["settings", "favorites", "coins in lists", "lists"])
        #expect(counts.map(\.new) == [1, 2, 1, 1])
    }

    @Test func existingRecordsStayUnchanged() throws {
        let source = try table(favorites([1, 1027]), .set(Settings.coinsOnly, to: true))
        let target = try table(favorites([1]), .set(Settings.coinsOnly, to: false))
        let merge = TableMerge(of: source, into: target, within: RecordRules())
        #expect(try merge.mutations(for: target, within: RecordRules()).flatMap(\.changes).count == 1)
        #expect(merge.counts.reduce(0) { $0 + $1.known } == 2)
        let again = TableMerge(of: source, into: source, within: RecordRules())
        #expect(again.isEmpty)
    }

    @Test func recordsThatTheOtherServerRefusesAreLeftOutAndReported() throws {
        var rules = RecordRules()
        rules.deliveryOrigins = ["https://ntfy.sh", "https://home.example"]
        var source = UserTable()
        for (id, url) in [(1, "https://ntfy.sh/a"), (2, "https://home.example/b")] as [(UInt64, String)] {
            let way = DeliveryWay(
                id: DeliveryID(rawValue: id),
                kind: .ntfy,
                name: url,
                address: try #require(DeliveryAddress(url))
            )
            try source.apply(.add(way), within: rules)
        }
        rules.deliveryOrigins = ["https://ntfy.sh"]
        let merge = TableMerge(of: source, into: UserTable(), within: rules)
        #expect(merge.counts == [TableMerge.Count(plural: "ways of delivery", new: 1, known: 0)])
        #expect(merge.refusals == [.hostNotAllowed("https://home.example", allowed: ["https://ntfy.sh"])])
        var target = UserTable()
        for part in try merge.mutations(for: target, within: rules) { try target.apply(part, within: rules) }
        #expect(target.deliveries.map(\.address.text) == ["https://ntfy.sh/a"])
    }

    @Test func anEqualAlertUnderAnotherNumberIsNotAddedAgain() throws {
        let limit = try ExactDecimal(parsing: "65000")
        let alert = { (id: UInt64) in
            Alert(id: AlertID(rawValue: id), coin: CoinID(1), condition: .priceAbove(limit))
        }
        let (source, target) = (try table(.add(alert(1))), try table(.add(alert(2))))
        let merge = TableMerge(of: source, into: target, within: RecordRules())
        #expect(merge.isEmpty && merge.counts == [TableMerge.Count(plural: "alerts", new: 0, known: 1)])
    }

    private func alert(_ id: UInt64, repeats: Bool = false) throws -> Alert {
        let limit = try ExactDecimal(parsing: "65000")
        return Alert(id: AlertID(rawValue: id), coin: CoinID(1), condition: .priceAbove(limit), repeats: repeats)
    }

    /// The server notes that the alert has fired.
    private func fire(_ alert: Alert, in table: inout UserTable) throws {
        let state = AlertState(
            alert: alert.id,
            arming: alert.arming,
            phase: .resting(at: try ExactDecimal(parsing: "65000")),
            since: MarketTime(seconds: 1)
        )
        try table.apply(Mutation([state.update]), within: RecordRules(), by: .server)
    }

    @Test func anAlertThatHasFiredForGoodStaysBehindAndANewEqualOneIsCopied() throws {
        var source = try table(.add(try alert(1)))
        try fire(try alert(1), in: &source)
        try source.apply(.add(try alert(2)), within: RecordRules())
        let merge = TableMerge(of: source, into: UserTable(), within: RecordRules())
        #expect(merge.counts == [TableMerge.Count(plural: "alerts", new: 1, known: 0, spent: 1)])
        #expect(try moved(merge).alerts == [try alert(2)])
        let again = TableMerge(of: source, into: try moved(merge), within: RecordRules())
        #expect(again.isEmpty && again.spentCount == 1)
    }

    @Test(arguments: [false, true]) func anAlertThatHasFiredIsCopiedOnlyIfItRepeats(repeats: Bool) throws {
        var source = try table(.add(try alert(1, repeats: repeats)))
        try fire(try alert(1), in: &source)
        let merge = TableMerge(of: source, into: UserTable(), within: RecordRules())
        #expect(merge.isEmpty == !repeats && merge.spentCount == (repeats ? 0 : 1))
    }

    /// An undo can leave two equal alerts that both wait, and a file can be edited.
    @Test func ofTwoEqualAlertsThatWaitOneIsCopied() throws {
        let records = try [alert(1), alert(2)].map { Record(key: $0.key, value: $0.value, version: 1) }
        let merge = TableMerge(of: UserTable(version: 1, records: records), into: UserTable(), within: RecordRules())
        #expect(merge.counts == [TableMerge.Count(plural: "alerts", new: 1, known: 1)])
        #expect(try moved(merge).alerts == [try alert(1)])
    }

    @Test func aCopiedWayOfDeliveryAsksForNoTestAndKeepsFieldsOfLaterVersions() throws {
        var rules = RecordRules()
        rules.deliveryOrigins = ["https://ntfy.sh"]
        let address = try #require(DeliveryAddress("https://ntfy.sh/a"))
        var way = DeliveryWay(id: DeliveryID(rawValue: 7), kind: .ntfy, name: "phone", address: address, test: 5)
        // Field 15, a number.
        let later: [UInt8] = [0x78, 0x01]
        let source = UserTable(version: 1, records: [Record(key: way.key, value: way.value + later, version: 1)])
        var target = UserTable()
        let merge = TableMerge(of: source, into: target, within: rules)
        for part in try merge.mutations(for: target, within: rules) { try target.apply(part, within: rules) }
        way.test = 0
        #expect(target[way.key]?.value == way.value + later)
    }

    @Test func favoritesAndCoinsInListsAreCountedApart() throws {
        let list = ListID(rawValue: 7)
        var source = try table(favorites([1, 1027]), Mutation([NamedList.test(7, "a", "V").put]))
        let target = source
        try source.apply(.add([1, 2, 3].map { CoinID($0) }, to: list, of: source), within: RecordRules())
        let counts = TableMerge(of: source, into: target, within: RecordRules()).counts
        #expect(
            counts.sorted { $0.plural < $1.plural } == [
                TableMerge.Count(plural: "coins in lists", new: 3, known: 0),
                TableMerge.Count(plural: "favorites", new: 0, known: 2),
                TableMerge.Count(plural: "lists", new: 0, known: 1),
            ]
        )
    }

    @Test func listsComeBeforeTheirCoins() throws {
        let item = ListItem(list: ListID(rawValue: 7), coin: CoinID(1), orderKey: .test("V"))
        let source = try table(Mutation([NamedList.test(7, "a", "V").put, Change(item.key, .put(item.value))]))
        let moved = try moved(TableMerge(of: source, into: UserTable(), within: RecordRules()))
        #expect(moved.items(of: ListID(rawValue: 7)) == [item])
    }

    private func merge(_ source: UserTable, into target: inout UserTable) throws {
        let merge = TableMerge(of: source, into: target, within: RecordRules())
        for part in try merge.mutations(for: target, within: RecordRules()) {
            try target.apply(part, within: RecordRules())
        }
    }

    private func create(_ number: UInt64, _ name: String, in table: inout UserTable) throws {
        let list = try Mutation.create(ListID(rawValue: number), named: ListName(typed: name), of: table)
        try table.apply(list, within: RecordRules())
    }

    @Test func newCoinsAndListsComeAfterTheOldOnesInTheirOwnOrder() throws {
        var source = try table(favorites([11, 1, 12, 13]))
        var target = try table(favorites([1, 2, 3]))
        for (number, name) in [(3, "CC"), (4, "DD")] as [(UInt64, String)] {
            try create(number, name, in: &source)
        }
        for (number, name) in [(2, "BB"), (1, "AA")] as [(UInt64, String)] {
            try create(number, name, in: &target)
        }
        try merge(source, into: &target)
        #expect(target.items().map(\.coin.rawValue) == [1, 2, 3, 11, 12, 13])
        #expect(target.lists.map(\.name) == ["BB", "AA", "CC", "DD"])
    }

    @Test func newCoinsOfAListThatBothHaveComeAfterItsOldOnes() throws {
        let list = NamedList.test(7, "DeFi")
        var (source, target) = (try table(Mutation([list.put])), try table(Mutation([list.put])))
        try source.apply(.add([CoinID(3), CoinID(4)], to: list.id, of: source), within: .test)
        try target.apply(.add([CoinID(2), CoinID(1)], to: list.id, of: target), within: .test)
        try merge(source, into: &target)
        #expect(target.items(of: list.id).map(\.coin.rawValue) == [2, 1, 3, 4])
    }

    @Test func aCoinThatGetsAnotherPlaceKeepsFieldsOfLaterVersions() throws {
        let item = ListItem(coin: CoinID(2), orderKey: .test("V01"))
        // Field 15, a number.
        let later: [UInt8] = [0x78, 0x01]
        let source = UserTable(version: 1, records: [Record(key: item.key, value: item.value + later, version: 1)])
        var target = try table(.put(1, "V05"))
        try merge(source, into: &target)
        #expect(target.items().map(\.coin.rawValue) == [1, 2])
        #expect(target[item.key]?.value.suffix(2) == later[...])
    }

    /// Behind the largest keys there is no room, so the last of the old coins get new keys.
    @Test func oldCoinsStayFirstEvenIfNoPlaceIsLeftAfterThem() throws {
        let last = String(repeating: "z", count: OrderKey.lengthMax)
        let source = try table(favorites([11, 12]))
        var target = try table(.put(2, "V01"), .put(1, last))
        try merge(source, into: &target)
        #expect(target.items().map(\.coin.rawValue) == [2, 1, 11, 12])
    }
}
