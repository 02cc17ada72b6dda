import TestSupport
import Testing

@testable import Shared

/// Changes of users' tables, on both ends.
struct UserTableTests {
    private let rules = RecordRules.test

    // MARK: Changes

    @Test func aMutationRaisesTheVersionByOneAndStampsItsRecords() throws {
        var table = try UserTable.made(by: .put(1, "V01"), .put(2, "V02"))
        let effect = try table.apply(Mutation([.put(3, "V03"), .put(2, "V04"), .remove(1)]), within: rules)
        #expect(table.version == 3 && effect.version == 3)
        #expect(table[ListItem.key(of: CoinID(2))]?.version == 3)
        #expect(table.removed == [RemovedRecord(key: ListItem.key(of: CoinID(1)), version: 3)])
        #expect(
            effect.touched.mapValues(\.replaced) == [
                ListItem.key(of: CoinID(1)): 1, ListItem.key(of: CoinID(2)): 2, ListItem.key(of: CoinID(3)): 0,
            ]
        )
    }

    @Test func aMutationWithoutEffectKeepsTheVersion() throws {
        var table = try UserTable.made(by: .put(1, "V01"))
        let mutations: [Mutation] = [
            .put(1, "V01"), .remove([CoinID(9)]), Mutation(), Mutation([.move(9, "V01")]),
            Mutation([.remove(1), .put(1, "V01")]), Mutation([.put(7, "V01"), .remove(7)]),
        ]
        for mutation in mutations {
            let effect = try table.apply(mutation, within: rules)
            #expect(effect == MutationEffect(version: 1), "\(mutation)")
            #expect(table[ListItem.key(of: CoinID(1))]?.version == 1)
        }
    }

    @Test func aRecordThatOthersRemovedStaysRemoved() throws {
        var table = try UserTable.made(by: .put(1, "V01"), .put(2, "V02"), .remove([CoinID(1)]))
        try table.apply(Mutation([.move(1, "V09"), .move(2, "V08")]), within: rules)
        #expect(table.items().map(\.coin) == [CoinID(2)])
    }

    @Test func unknownFieldsSurviveChanges() throws {
        // The order key, and a field 9 that a newer terminal wrote after this one went offline.
        let newer: [UInt8] = [0x0a, 3, 0x56, 0x30, 0x31, 0x4a, 2, 0x68, 0x69]
        let key = ListItem.key(of: CoinID(1))
        let seen = try UserTable.made(by: .put(1, "V01"), .put(2, "V02"))
        var table = try UserTable.made(by: Mutation([Change(key, .put(newer))]), .put(2, "V02"))
        try table.apply(.move(CoinID(1), to: 1, of: seen), within: rules)
        let moved = try #require(table[key])
        #expect(table.items().map(\.coin) == [CoinID(2), CoinID(1)])
        #expect(moved.value.suffix(4) == [0x4a, 2, 0x68, 0x69])
        // This client does not even know of the coin.
        try table.apply(.add([CoinID(1)], of: UserTable()), within: rules)
        #expect(table[key]?.value.suffix(4) == [0x4a, 2, 0x68, 0x69])
        let setting = Settings.coinsOnly.described.key
        try table.apply(Mutation([Change(setting, .put([0x0a, 2, 0x6f, 0x6e, 0x4a, 1, 0x78]))]), within: rules)
        try table.apply(.set(Settings.coinsOnly, to: false), within: rules)
        #expect(table[setting]?.value == [0x0a, 3, 0x6f, 0x66, 0x66, 0x4a, 1, 0x78] && !table[Settings.coinsOnly])
    }

    @Test func anUpdateTouchesOnlyTheFieldsThatItNames() throws {
        func merged(_ value: [UInt8], _ stored: [UInt8], _ fields: [UInt32]) -> [UInt8]? {
            MessageFields.merging(value, into: stored, fields: fields)
        }
        let (one, two, three): ([UInt8], [UInt8], [UInt8]) = ([0x08, 1], [0x12, 1, 0x41], [0x1D, 1, 2, 3, 4])
        #expect(merged([0x08, 9], two + one + three, [1]) == [0x08, 9] + two + three)
        #expect(merged(one, two + one, [1]) == two + one, "nothing changes: it stays as it is written")
        #expect(merged([], one + two + three, [2]) == one + three, "cleared")
        #expect(merged(one + two, three, [2]) == two + three, "only what is named is taken")
        #expect(
            merged([0x08, 5, 0x08, 6], one + two, [1]) == [0x08, 5, 0x08, 6] + two,
            "repeated ones in their order"
        )
        let group: [UInt8] = [0x23, 0x08, 1, 0x2B, 0x2C, 0x24]
        #expect(merged([0x08, 9], one + group, [1]) == [0x08, 9] + group)
        for broken in [[0x08], [0x12, 2, 1], [0x00, 0], [0x0E, 0], [0x23, 0x2C], [0x1D, 1]] as [[UInt8]] {
            #expect(merged(one, broken, [1]) == nil && merged(broken, one, [1]) == nil, "\(broken)")
        }
        let deep = [UInt8](repeating: 0x23, count: 40) + [UInt8](repeating: 0x24, count: 40)
        #expect(merged(one, deep, [1]) == nil)
    }

    // MARK: Owners

    @Test func removingAnOwnerRemovesItsRecords() throws {
        let list = NamedList.test(7, "Old coins")
        let item = ListItem(list: ListID(rawValue: 7), coin: CoinID(1), orderKey: .test("V"))
        let put = Change(item.key, .put(item.value))
        #expect(throws: MutationRefusal.noOwner("list item", owner: "list")) { try UserTable.made(by: Mutation([put])) }
        var table = try UserTable.made(by: Mutation([put, list.put]), .put(1, "V01"))
        var history = MutationHistory()
        let removal = try table.apply(Mutation([Change(list.key, .remove)]), within: rules)
        history.append(removal, of: 1)
        #expect(table.count == 1 && removal.touched.count == 2)
        // After the undo, both are back.
        let undo = Mutation(
            [
                .restore(item.key, item.value, 1), .restore(list.key, list.value, 1),
            ],
            undoes: 1
        )
        var restored = table
        try restored.apply(undo, within: rules, after: history)
        #expect(restored.items(of: ListID(rawValue: 7)).map(\.coin) == [CoinID(1)])
        // If somebody else has made the list again and removed it, the item stays away, and nothing is refused.
        try table.apply(Mutation([list.put]), within: rules)
        try table.apply(Mutation([Change(list.key, .remove)]), within: rules)
        try table.apply(undo, within: rules, after: history)
        #expect(table.count == 1)
    }

    // MARK: Forgetting

    @Test func oldRemovalsAreForgottenAndDiffsBeginAtTheFloor() throws {
        var table = UserTable()
        for coin in 1...UInt32(rules.removedMax) + 5 {
            try table.apply(.put(coin, "V"), within: rules)
            try table.apply(.remove([CoinID(coin)]), within: rules)
        }
        #expect(table.removed.count == rules.removedMax)
        #expect(table.floor == 10, "of coin 5")
        #expect(table.diff(since: 9) == nil)
        #expect(table.diff(since: 10)?.removed.count == rules.removedMax)
        #expect(table.diff(since: table.version + 1) == nil)
        // All removals of one version are forgotten together.
        var other = UserTable()
        try other.apply(.put(1, "V"), within: rules)
        try other.apply(.remove([CoinID(1)]), within: rules)
        for half in 0..<2 {
            let coins = (0..<UInt32(600)).map { UInt32(half) * 600 + $0 + 10 }
            var wide = rules
            wide.limit(.listItem, toRecords: 600)
            try other.apply(Mutation(coins.map { .put($0, "V") }), within: wide)
            try other.apply(Mutation(coins.map { .remove($0) }), within: wide)
        }
        #expect(other.removed.count == 600 && other.floor == 4)
        var replica = UserTable()
        try replica.apply(
            try #require(
                other.diff(since: 4).map {
                    UserDiff(
                        from: 0,
                        to: $0.to,
                        hash: $0.hash,
                        records: $0.records,
                        removed: $0.removed,
                        floor: $0.floor
                    )
                }
            )
        )
        #expect(replica.floor == 4 && replica.removed == other.removed)
        // A key that is put again is no longer remembered as removed.
        try table.apply(.put(900, "V"), within: rules)
        #expect(table.removed.count == rules.removedMax - 1)
    }

    // MARK: Settings

    @Test func aValueThatIsNotOfferedIsKeptAndTheDefaultApplies() throws {
        let source = Settings.klineSource
        let table = try UserTable.made(by: .set(source, to: "nowhere"))
        #expect(table.klineSource == .huobi && table.storedText(of: source) == "nowhere")
        #expect(table.choice(of: source, .test)?.text == "huobi")
        let fewer = ServerOffers(klineSources: [.cryptoCompare])
        #expect(fewer.klineSource(of: table) == .cryptoCompare, "the first that is offered")
        #expect(ServerOffers().klineSource(of: table) == nil)
        #expect(fewer.title(ofKlineSource: "huobi") == "huobi", "what is not offered is shown by its name")
        #expect(UserTable()[Settings.keepFavorites] && UserTable().storedText(of: source) == nil)
        #expect(Set(Settings.all.map(\.name)).count == Settings.all.count)
        for setting in Settings.all { #expect(setting.choice(nil, .test)?.text == setting.standard(.test)) }
    }
}
