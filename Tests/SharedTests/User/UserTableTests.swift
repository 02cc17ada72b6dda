import NIOCore
import TestSupport
import Testing

@testable import Shared

/// What users' tables are changed by, on both ends.
struct UserTableTests {
    private let rules = RecordRules(keeping: .test)

    private func table(_ mutations: Mutation..., rules: RecordRules? = nil) throws -> UserTable {
        var table = UserTable()
        for mutation in mutations { try table.apply(mutation, within: rules ?? self.rules) }
        return table
    }

    private func refusal(_ mutation: Mutation, of table: UserTable, _ rules: RecordRules? = nil) -> String? {
        var changed = table
        do throws(MutationRefusal) {
            try changed.apply(mutation, within: rules ?? self.rules)
            return nil
        } catch {
            #expect(changed == table && changed.removed == table.removed, "a refusal changes nothing")
            return error.description
        }
    }

    // MARK: Changes

    @Test func aMutationRaisesTheVersionByOneAndStampsWhatItTouches() throws {
        var table = try table(.put(1, "V01"), .put(2, "V02"))
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

    @Test func whatChangesNothingKeepsTheVersion() throws {
        var table = try table(.put(1, "V01"))
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

    @Test func whatOthersRemovedDoesNotRiseFromTheDead() throws {
        var table = try table(.put(1, "V01"), .put(2, "V02"), .remove([CoinID(1)]))
        try table.apply(Mutation([.move(1, "V09"), .move(2, "V08")]), within: rules)
        #expect(table.items().map(\.coin) == [CoinID(2)])
    }

    @Test func fieldsThatThisProgramDoesNotKnowSurviveItsChanges() throws {
        // The order key, and a field 9 that a newer terminal wrote after this one went off the line.
        let newer: [UInt8] = [0x0a, 3, 0x56, 0x30, 0x31, 0x4a, 2, 0x68, 0x69]
        let key = ListItem.key(of: CoinID(1))
        let seen = try table(.put(1, "V01"), .put(2, "V02"))
        var table = try table(Mutation([Change(key, .put(newer))]), .put(2, "V02"))
        try table.apply(.move(CoinID(1), to: 1, of: seen), within: rules)
        let moved = try #require(table[key])
        #expect(table.items().map(\.coin) == [CoinID(2), CoinID(1)])
        #expect(moved.value.suffix(4) == [0x4a, 2, 0x68, 0x69])
        // Nor does it know that there is the coin.
        try table.apply(.add([CoinID(1)], of: UserTable()), within: rules)
        #expect(table[key]?.value.suffix(4) == [0x4a, 2, 0x68, 0x69])
        let setting = Settings.coinsOnly.described.key
        try table.apply(Mutation([Change(setting, .put([0x0a, 2, 0x6f, 0x6e, 0x4a, 1, 0x78]))]), within: rules)
        try table.apply(.set(Settings.coinsOnly, to: false), within: rules)
        #expect(table[setting]?.value == [0x0a, 3, 0x6f, 0x66, 0x66, 0x4a, 1, 0x78] && !table[Settings.coinsOnly])
    }

    @Test func anUpdateTouchesTheFieldsThatItNamesAndNoOther() throws {
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

    // MARK: Refusals

    @Test func onlyGrowthBeyondALimitIsRefused() throws {
        var lower = rules
        lower.limit(.listItem, toRecords: 1)
        var table = try table(.put(1, "V01"), .put(2, "V02"), .put(3, "V03"))
        #expect(refusal(.put(4, "V04"), of: table, lower) == "There may be 1 favorites at most; remove one first.")
        #expect(refusal(.move(CoinID(1), to: 2, of: table), of: table, lower) == nil)
        #expect(refusal(Mutation([.put(4, "V04"), .remove(1)]), of: table, lower) == nil, "it does not grow")
        try table.apply(.remove([CoinID(1)]), within: lower)
        #expect(table.count == 2)
    }

    @Test func whatIsNoRecordIsRefused() throws {
        let item = ListItem.key(of: CoinID(1))
        let table = try table()
        let withZero = RecordKey(kind: 2, bytes: [0x10, 0])
        let backwards = RecordKey(kind: 2, bytes: [0x10, 1, 0x09, 1, 0, 0, 0, 0, 0, 0, 0])
        let unknownField = RecordKey(kind: 2, bytes: [0x10, 1, 0x78, 1])
        let value = ListItem(coin: CoinID(1), orderKey: .test("V")).value
        for key in [withZero, backwards, unknownField] {
            #expect(
                refusal(Mutation([Change(key, .put(value))]), of: table)
                    == "This list item has a key that is not written as it must be."
            )
        }
        #expect(
            refusal(Mutation([Change(item, .put([0x0a, 9]))]), of: table)
                == "This list item has a value that cannot be read."
        )
        #expect(refusal(Mutation([Change(item, .put([0x0a, 2, 0x56, 0x30]))]), of: table)?.contains("'V0'") == true)
        #expect(
            refusal(Mutation([Change(RecordKey(kind: 99, bytes: [1]), .put([]))]), of: table)
                == "The server keeps no records of kind 99; it may be older than this client."
        )
        #expect(refusal(Mutation([Change(item, .unknown)]), of: table) == MutationRefusal.unknownChange.description)
        let long = RecordKey(kind: 1, bytes: [0x0a, 70] + [UInt8](repeating: 0x61, count: 70))
        #expect(
            refusal(Mutation([Change(long, .put([]))]), of: table)
                == "A setting's key may have 64 bytes; this one has 72."
        )
    }

    @Test func aKindThatIsNotOfferedIsRefusedAndStaysWhereItIs() throws {
        let table = try table(.put(1, "V01"))
        let without = RecordRules(keeping: [.setting])
        #expect(refusal(.put(2, "V02"), of: table, without)?.hasPrefix("The server keeps no records of kind 2") == true)
        #expect(refusal(.remove([CoinID(1)]), of: table, without) == nil)
    }

    @Test func whatTheServerWritesAUserMayRemoveAndNotPut() throws {
        let key = RecordKey(kind: RecordKind.serverNote.number, bytes: ListItem.key(of: CoinID(1)).bytes)
        let put = Mutation([Change(key, .put([]))])
        #expect(refusal(put, of: UserTable()) == "Only the server writes a server's note.")
        var table = UserTable()
        try table.apply(put, within: rules, by: .server)
        try table.apply(Mutation([Change(key, .remove)]), within: rules)
        #expect(table.isEmpty && table.version == 2)
    }

    @Test func theServersKindsHaveTheirRoomToThemselves() throws {
        var rules = rules
        rules.tableRecords = 12  // of which 10 are the server's
        var table = try table(.put(1, "V01"), .put(2, "V02"), rules: rules)
        #expect(refusal(.put(3, "V03"), of: table, rules) == MutationRefusal.tableFull.description)
        for coin in 1...10 as ClosedRange<UInt32> {
            let key = RecordKey(kind: RecordKind.serverNote.number, bytes: ListItem.key(of: CoinID(coin)).bytes)
            try table.apply(Mutation([Change(key, .put([]))]), within: rules, by: .server)
        }
        #expect(table.count == 12)
    }

    @Test func aMutationAndATableHaveSizesThatAFrameTakes() throws {
        var rules = rules
        rules.mutationBytes = 50
        #expect(refusal(Mutation([.put(1, "V01")]), of: UserTable(), rules) == nil)
        #expect(
            refusal(Mutation([.put(1, "V01"), .remove(2)]), of: UserTable(), rules)?.hasPrefix(
                "This is too much at once"
            )
                == true
        )
        #expect(refusal(Mutation([.remove(1), .remove(2), .remove(3)]), of: UserTable(), rules) == nil)
        rules = self.rules
        rules.tableBytes = 1000
        var table = UserTable()
        var coin: UInt32 = 0
        while refusal(.put(coin + 1, "V01"), of: table, rules) == nil {
            coin += 1
            try table.apply(.put(coin, "V01"), within: rules)
        }
        #expect(table.count > 5)
        #expect(refusal(.put(1, "V"), of: table, rules) == nil, "smaller")
    }

    @Test(arguments: [500, 1000, 5000])
    func allOfTheLargestListGoAtOnceAndComeBackAtOnce(count: Int) throws {
        var limits = SessionLimits()
        limits.clientFrameBytes = SessionLimits.clientFrameBytes(forListsOf: count)
        limits.fitMutations()
        limits.records.limit(.listItem, toRecords: count)
        var table = UserTable(version: 1 << 60)
        // As long as keys can be, and with values that only a newer terminal reads.
        let items = (0..<count).map { index in
            let key = ListItem.key(of: CoinID(.max - UInt32(index)))
            return Record(key: key, value: [0x0A, 1, 0x56, 0x4A, 60] + [UInt8](repeating: 7, count: 60), version: 1)
        }
        table = UserTable(version: 1 << 60, records: items)
        let before = table
        let removal = Mutation.removeAll(of: table)
        var history = MutationHistory()
        history.append(try table.apply(removal, within: limits.records), of: 1)
        #expect(table.isEmpty)
        let undo = Mutation(items.map { .restore($0.key, $0.value, 1) }, undoes: 1)
        try table.apply(undo, within: limits.records, after: history)
        #expect(table.records.map(\.value) == before.records.map(\.value))
        for mutation in [removal, undo] {
            var frame = ByteBuffer()
            ClientFrame.mutation(NumberedMutation(number: 1 << 60, mutation: mutation)).write(into: &frame)
            #expect(frame.readableBytes <= min(mutation.size + 100, limits.clientFrameBytes))
        }
    }

    // MARK: Owners

    @Test func whoRemovesAnOwnerRemovesWhatItOwns() throws {
        let list = RecordKey(kind: RecordKind.list.number, bytes: [0x09, 7, 0, 0, 0, 0, 0, 0, 0])
        let item = ListItem(list: ListID(rawValue: 7), coin: CoinID(1), orderKey: .test("V"))
        let put = Change(item.key, .put(item.value))
        #expect(refusal(Mutation([put]), of: UserTable()) == MutationRefusal.noOwner("list item").description)
        var table = try table(Mutation([put, Change(list, .put([]))]), .put(1, "V01"))
        var history = MutationHistory()
        let removal = try table.apply(Mutation([Change(list, .remove)]), within: rules)
        history.append(removal, of: 1)
        #expect(table.count == 1 && removal.touched.count == 2)
        // Taken back, both are there again.
        let undo = Mutation(
            [
                .restore(item.key, item.value, 1), .restore(list, [], 1),
            ],
            undoes: 1
        )
        var restored = table
        try restored.apply(undo, within: rules, after: history)
        #expect(restored.items(of: ListID(rawValue: 7)).map(\.coin) == [CoinID(1)])
        // Where somebody else has made the list anew and removed it again, the item stays away, and nothing is refused.
        try table.apply(Mutation([Change(list, .put([]))]), within: rules)
        try table.apply(Mutation([Change(list, .remove)]), within: rules)
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
        // All of one version is forgotten together.
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
        // What is put again is remembered as removed no more.
        try table.apply(.put(900, "V"), within: rules)
        #expect(table.removed.count == rules.removedMax - 1)
    }

    // MARK: Settings

    @Test func whatIsNotOfferedIsKeptAndTheStandardValueHolds() throws {
        let source = Settings.klineSource
        let table = try table(.set(source, to: "nowhere"))
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

// MARK: - Material

extension [RecordKind] {
    /// Those that there are, lists, notes on their items, and notes that the server writes.
    static let test = RecordKind.all + [.list, .note, .serverNote]
}

extension RecordKind {
    static let list = RecordKind(
        3,
        "list",
        plural: "lists",
        recordsMax: 50,
        bytesMax: 100,
        key: WireListKey.self,
        value: WireListItem.self,
        fields: [1]
    )

    static let serverNote = RecordKind(
        77,
        "server's note",
        plural: "notes",
        writer: .server,
        recordsMax: 10,
        bytesMax: 20,
        key: WireListItemKey.self,
        value: WireListItem.self,
        fields: [1]
    )
}

extension OrderKey {
    static func test(_ text: String) -> OrderKey {
        guard let key = OrderKey(text) else { fatalError("\(text) is an order key") }
        return key
    }
}

extension Change {
    static func put(_ coin: UInt32, _ orderKey: String) -> Change {
        let item = ListItem(coin: CoinID(coin), orderKey: .test(orderKey))
        return Change(item.key, .put(item.value))
    }

    static func move(_ coin: UInt32, _ orderKey: String) -> Change {
        let item = ListItem(coin: CoinID(coin), orderKey: .test(orderKey))
        return item.update(creates: false)
    }

    static func remove(_ coin: UInt32) -> Change { Change(ListItem.key(of: CoinID(coin)), .remove) }

    enum TestHeld {
        case version(UInt64), mutation(UInt64)
    }

    /// - Parameter orderKey: with which the client held the coin; nil: it was not there.
    static func restore(_ coin: UInt32, _ orderKey: String?, _ held: TestHeld) -> Change {
        let key = ListItem.key(of: CoinID(coin))
        switch (orderKey, held) {
        case (_, .mutation(let number)): return Change(key, .restore(held: .mutation(number)))
        case (let text?, .version(let version)):
            return .restore(key, ListItem(coin: CoinID(coin), orderKey: .test(text)).value, version)
        case (nil, .version): return .restore(key, nil, 0)
        }
    }

    static func restore(_ key: RecordKey, _ value: [UInt8]?, _ version: UInt64) -> Change {
        Change(key, .restore(held: value.map { .version(version, hash: Record.hash(of: $0, at: key)) } ?? .nothing))
    }
}

extension Mutation {
    static func put(_ coin: UInt32, _ orderKey: String) -> Mutation { Mutation([.put(coin, orderKey)]) }
}
