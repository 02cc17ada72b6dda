import NIOCore
import Testing

@testable import Shared

/// Users' tables refuse some changes, on both ends, and accept all others.
struct UserTableLimitsTests {
    private let rules = RecordRules.test

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

    @Test func onlyGrowthBeyondALimitIsRefused() throws {
        var lower = rules
        lower.limit(.listItem, toRecords: 1)
        var table = try UserTable.made(by: .put(1, "V01"), .put(2, "V02"), .put(3, "V03"))
        #expect(refusal(.put(4, "V04"), of: table, lower) == "You can have at most 1 favorites; remove one first.")
        #expect(refusal(.move(CoinID(1), to: 2, of: table), of: table, lower) == nil)
        #expect(refusal(Mutation([.put(4, "V04"), .remove(1)]), of: table, lower) == nil, "it does not grow")
        try table.apply(.remove([CoinID(1)]), within: lower)
        #expect(table.count == 2)
    }

    @Test func anInvalidRecordIsRefused() throws {
        let item = ListItem.key(of: CoinID(1))
        let table = UserTable()
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
                == "The server does not store records of kind 99; it may be older than this client."
        )
        #expect(refusal(Mutation([Change(item, .unknown)]), of: table) == MutationRefusal.unknownChange.description)
        let long = RecordKey(kind: 1, bytes: [0x0a, 70] + [UInt8](repeating: 0x61, count: 70))
        #expect(
            refusal(Mutation([Change(long, .put([]))]), of: table)
                == "A setting's key can have at most 64 bytes; this one has 72."
        )
    }

    @Test func aKindThatIsNotOfferedIsRefusedAndStaysIfItExists() throws {
        let table = try UserTable.made(by: .put(1, "V01"))
        let without = RecordRules(keeping: [.setting])
        #expect(
            refusal(.put(2, "V02"), of: table, without)?.hasPrefix("The server does not store records of kind 2")
                == true
        )
        #expect(refusal(.remove([CoinID(1)]), of: table, without) == nil)
    }

    @Test func aUserMayRemoveAServersRecordAndNotPutIt() throws {
        let key = RecordKey(kind: RecordKind.serverNote.number, bytes: ListItem.key(of: CoinID(1)).bytes)
        let put = Mutation([Change(key, .put([]))])
        #expect(refusal(put, of: UserTable()) == "Only the server writes a server's note.")
        var table = UserTable()
        try table.apply(put, within: rules, by: .server)
        try table.apply(Mutation([Change(key, .remove)]), within: rules)
        #expect(table.isEmpty && table.version == 2)
    }

    @Test func theServerSaysHowLongANoteMayBe() throws {
        #expect(RecordRules.test.limits(of: RecordKind.alert.number)?.characters == 140)
        var limits = SessionLimits()
        limits.records = RecordRules.test.allowing(characters: 5)
        let told = SessionLimits(wire: limits.wire).records
        #expect(told == limits.records)
        let condition = try AlertCondition(typed: ">5")
        let alert = { (note: String) in
            Alert(id: AlertID(rawValue: 1), coin: CoinID(1), condition: condition, note: note)
        }
        var table = UserTable()
        #expect(
            refusal(.add(alert("è👩‍👩‍👧1234")), of: table, told) == "This alert has a note of 6 characters, of 5 at most."
        )
        try table.apply(.add(alert("è👩‍👩‍👧123")), within: told)
        try table.apply(.change(to: alert("12345"), of: table), within: RecordRules.test.allowing(characters: 3))
        #expect(table.alerts.map(\.note) == ["12345"], "only growth is refused")
    }

    private func purchase() -> Transaction {
        let time = MarketTime(seconds: 1_700_000_000)
        return Transaction(TransactionID(rawValue: 1), .bought, .one, of: CoinID(1), money: .price(.one), at: time)
    }

    /// A server of a later version may allow longer texts than this program writes.
    @Test func onlyTheServersLimitCountsForTheLengthOfAText() throws {
        let rules = RecordRules().allowing(characters: 300)
        let long = String(repeating: "n", count: 250)
        var table = UserTable()
        let condition = try AlertCondition(typed: ">5")
        try table.apply(
            .add(Alert(id: AlertID(rawValue: 1), coin: CoinID(1), condition: condition, note: long)),
            within: rules
        )
        var purchase = purchase()
        purchase.note = long
        try table.apply(.put([purchase]), within: rules)
        #expect(table.alerts.map(\.note) == [long] && table.transactions.map(\.note) == [long])
        purchase.note += String(repeating: "n", count: 51)
        #expect(
            refusal(.put([purchase]), of: table, rules)
                == "This transaction has a note of 301 characters, of 300 at most."
        )
        let names = [String(repeating: "l", count: 60), String(repeating: "L", count: 60)]
        for (number, name) in names.enumerated() {
            try table.apply(Mutation([NamedList.test(UInt64(number) + 1, name).put]), within: rules)
        }
        #expect(table.lists.map(\.name) == [names[0], names[1] + " (2)"])
    }

    /// Holdings would be wrong without it.
    @Test func aTransactionWithALongerAccountThanThisProgramWritesCounts() throws {
        var table = UserTable()
        var purchase = purchase()
        purchase.account = String(repeating: "a", count: 41)
        #expect(refusal(.put([purchase]), of: table, RecordRules()) != nil)
        table.set(UserTable.Cell(value: purchase.value, version: 1), at: purchase.key)
        #expect(table.transactions == [purchase])
    }

    @Test func theServersKindsHaveTheirOwnQuota() throws {
        var rules = RecordRules(keeping: [.setting, .listItem, .serverNote])
        rules.tableRecords = 12  // of which 10 are the server's
        var table = try UserTable.made(by: .put(1, "V01"), .put(2, "V02"), within: rules)
        #expect(
            refusal(.put(3, "V03"), of: table, rules)
                == MutationRefusal.tableFull(limit: 2, unit: "records").description
        )
        for coin in 1...10 as ClosedRange<UInt32> {
            let key = RecordKey(kind: RecordKind.serverNote.number, bytes: ListItem.key(of: CoinID(coin)).bytes)
            try table.apply(Mutation([Change(key, .put([]))]), within: rules, by: .server)
        }
        #expect(table.count == 12)
    }

    @Test func aMutationAndATableFitIntoAFrame() throws {
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
        rules = RecordRules(keeping: [.setting, .listItem])
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
        // Keys of the maximum length, with values that only a newer terminal can read.
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
}

extension RecordRules {
    /// With this limit for each text.
    fileprivate func allowing(characters: Int) -> RecordRules {
        RecordRules(
            offered: offered.map { limits in
                var limits = limits
                if limits.characters != nil { limits.characters = characters }
                return limits
            }
        )
    }
}
