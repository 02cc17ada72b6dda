import Foundation
import Shared
import TestSupport
import Testing

@testable import TerminalClient

@MainActor
struct UndoStackTests {
    private let coinsOnly = Settings.coinsOnly.described

    /// A terminal that holds these favorites, and is offline.
    func terminal(_ coins: UInt32...) -> (UserReplica, UserServer) {
        let (replica, server) = (UserReplica(journals: nil), UserServer(.favorites(coins)))
        server.sync(replica)
        return (replica, server)
    }

    private func words(_ replica: UserReplica) -> String {
        UndoWords(of: replica.undoing, market: MarketTable(), offers: .test).text
    }

    @Test func anUndoOfSeveralKindsCountsFavoritesApartFromCoinsInLists() throws {
        let (replica, _) = terminal()
        let list = NamedList(ListID(rawValue: 7), "DeFi", orderKey: try #require(OrderKey("V")))
        #expect(replica.mutate { _ in Mutation([Change(list.key, .put(list.value))]) })
        #expect(
            replica.mutate { table in
                let favorite = Mutation.add([CoinID(1)], of: table)
                return Mutation(favorite.changes + Mutation.add([CoinID(2)], to: list.id, of: table).changes)
            }
        )
        #expect(words(replica) == "undone: 1 favorite, 1 coin in a list")
    }

    @Test func eachChangeIsTakenBackStepByStep() {
        let (replica, server) = terminal(1, 2, 3)
        let changes: [(UserTable) -> Mutation] = [
            { .add([CoinID(4), CoinID(9)], of: $0) }, { _ in .remove([CoinID(2)]) },
            { .move(CoinID(3), to: 0, of: $0) },
            { .removeAll(of: $0) }, { _ in .set(Settings.coinsOnly, to: true) },
            { _ in .set(Settings.keepFavorites, to: false) },
            { _ in .set(.cryptoCompare) },
            { .add([CoinID(2)], of: $0) }, { _ in .remove([CoinID(2)]) },
        ]
        for isDelivered in [false, true] {
            var contents = [replica.table.contents]
            for change in changes {
                #expect(replica.mutate(change))
                contents.append(replica.table.contents)
            }
            if isDelivered { server.sync(replica) }
            for before in contents.dropLast().reversed() {
                replica.undo()
                #expect(replica.table.contents == before)
            }
            #expect(replica.undoing == nil)
            server.sync(replica)
            #expect(server.table.contents == contents[0])
            #expect(replica.table == server.table && replica.problem == nil)
        }
    }

    /// Undo works for each kind, because the terminal need not understand a record.
    @Test(arguments: RecordKind.all.filter { $0.writer == .user }.map(\.number), [false, true])
    func everyKindIsTakenBackOffline(kind: UInt32, isDelivered: Bool) throws {
        let item = ListItem(coin: CoinID(5), orderKey: try #require(OrderKey("V")))
        let moved = ListItem(coin: CoinID(5), orderKey: try #require(OrderKey("X")))
        let list = NamedList(ListID(rawValue: 7), "DeFi", orderKey: item.orderKey)
        let renamed = NamedList(list.id, "Old coins", orderKey: moved.orderKey)
        let price = try ExactDecimal(parsing: "65000")
        let alert = Alert(id: AlertID(rawValue: 7), coin: CoinID(1), condition: .priceAbove(price))
        let turned = Alert(id: alert.id, coin: CoinID(1), condition: .priceBelow(price))
        let (amount, time) = (try #require(BigDecimal("0.5")), MarketTime(seconds: 1_700_000_000))
        let id = TransactionID(rawValue: 7)
        let bought = Transaction(id, .bought, amount, of: CoinID(1), money: .price(amount), at: time)
        let sold = Transaction(id, .sold, amount, of: CoinID(1), money: .price(amount), at: time)
        let topic = try #require(DeliveryAddress("https://ntfy.sh/topic"))
        let phone = DeliveryWay(id: DeliveryID(rawValue: 7), kind: .ntfy, name: "phone", address: topic)
        let renamedPhone = DeliveryWay(id: phone.id, kind: .ntfy, name: "tablet", address: topic)
        let samples: [UInt32: (RecordKey, [UInt8], [UInt8])] = [
            RecordKind.setting.number: (coinsOnly.key, [0x0A, 2, 0x6F, 0x6E], [0x0A, 3, 0x6F, 0x66, 0x66]),
            RecordKind.listItem.number: (item.key, item.value, moved.value),
            RecordKind.list.number: (list.key, list.value, renamed.value),
            RecordKind.transaction.number: (bought.key, bought.value, sold.value),
            RecordKind.delivery.number: (phone.key, phone.value, renamedPhone.value),
            RecordKind.alert.number: (alert.key, alert.value, turned.value),
        ]
        let (key, one, other) = try #require(samples[kind], "a kind needs a sample here")
        let (replica, server) = terminal()
        for change in [.put(one), .put(other), .remove] as [Change.Action] {
            let before = replica.table.contents
            replica.mutate { _ in Mutation([Change(key, change)]) }
            #expect(replica.table.contents != before)
            if isDelivered { server.sync(replica) }
            replica.undo()
            #expect(replica.table.contents == before)
            server.sync(replica)
            #expect(server.table.contents == before)
            replica.mutate { _ in Mutation([Change(key, change)]) }
            server.sync(replica)
        }
    }

    @Test func changesOfOthersStay() {
        let (replica, server) = terminal(1, 2, 3)
        replica.mutate { _ in .remove([CoinID(2)]) }
        server.change { .move(CoinID(1), to: 2, of: $0) }
        server.change { .add([CoinID(4)], of: $0) }
        server.sync(replica)
        replica.undo()
        #expect(replica.favoriteIDs == [2, 3, 1, 4])
        server.sync(replica)
        #expect(replica.favoriteIDs == [2, 3, 1, 4])
    }

    @Test func aChangeWithoutEffectIsNeitherDeliveredNorTakenBack() {
        let (replica, _) = terminal(1)
        #expect(!replica.mutate { .add([CoinID(1)], of: $0) })
        #expect(!replica.mutate { _ in .remove([CoinID(7)]) })
        #expect(replica.undoing == nil)
        #expect(replica.pendingCount == 0)
        replica.undo()
        #expect(replica.favoriteIDs == [1])
    }

    /// Another terminal has moved coin 1, and has changed the setting and changed it back.
    @Test func laterValuesOfOthersAreNotUndone() {
        let (replica, server) = terminal(1, 2)
        replica.mutate { .move(CoinID(1), to: 1, of: $0) }
        replica.mutate { _ in .set(Settings.coinsOnly, to: true) }
        server.sync(replica)
        server.change { .move(CoinID(1), to: 0, of: $0) }
        for isOn in [false, true] { server.change { _ in .set(Settings.coinsOnly, to: isOn) } }
        server.sync(replica)
        for _ in 1...2 {
            #expect(words(replica) == "not undone: changed since")
            replica.undo()
        }
        #expect(replica.table == server.table)
        #expect(replica.pendingCount == 0)
        #expect(replica.undoing == nil)
    }

    /// This terminal was offline, and overwrote another terminal's value that it never saw.
    @Test func aValueThatThisTerminalNeverHeldDoesNotComeBack() {
        let (replica, server) = terminal(1)
        replica.mutate { _ in .set(Settings.coinsOnly.described, to: "on") }
        server.change { _ in .set(Settings.coinsOnly.described, to: "rather") }
        server.sync(replica)
        replica.undo()
        server.sync(replica)
        #expect(server.table.storedText(of: coinsOnly) == "on")
        #expect(replica.table == server.table)
    }

    @Test func undoBringsBackOnlyUntouchedRecords() {
        let (replica, server) = terminal(1, 2, 3)
        replica.mutate { .removeAll(of: $0) }
        server.sync(replica)
        server.change { .add([CoinID(2)], of: $0) }
        server.change { .move(CoinID(2), to: 0, of: $0) }
        server.sync(replica)
        #expect(words(replica) == "2 coins are favorites again, 1 changed since")
        replica.undo()
        #expect(replica.favoriteIDs.sorted() == [1, 2, 3])
        server.sync(replica)
        #expect(replica.table == server.table)
    }

    @Test func aRefusedChangeCannotBeTakenBack() {
        let (replica, server) = terminal(1)
        replica.mutate { _ in .set(Settings.coinsOnly, to: true) }
        replica.mutate { .add([CoinID(2)], of: $0) }
        server.rules.limit(.listItem, toRecords: 1)
        server.sync(replica)
        #expect(replica.problem == MutationRefusal.tooMany("favorites", limit: 1).description)
        #expect(replica.favoriteIDs == [1])
        replica.undo()
        #expect(!replica.table[Settings.coinsOnly])
        #expect(replica.undoing == nil)
    }

    /// Meanwhile, another terminal has added coin 3 at the same place.
    @Test func anAddIsTakenBackEvenIfOthersHaveAddedSomething() {
        let (replica, server) = terminal(1)
        replica.mutate { .add([CoinID(2)], of: $0) }
        server.change { .add([CoinID(3)], of: $0) }
        server.sync(replica)
        #expect(replica.favoriteIDs == [1, 2, 3])
        replica.undo()
        server.sync(replica)
        #expect(server.table.favoriteIDs == [1, 3])
    }

    /// An undo that the rules no longer allow says so, and works again when they allow it.
    @Test func anUndoIsRefusedAtOnceInTheServersWords() {
        let (replica, server) = terminal(1, 2)
        replica.mutate { _ in .remove([CoinID(2)]) }
        server.sync(replica)
        server.rules.limit(.listItem, toRecords: 1)
        server.sync(replica)
        #expect(words(replica) == "not undone")
        replica.undo()
        #expect(replica.problem == MutationRefusal.tooMany("favorites", limit: 1).description)
        #expect(replica.pendingCount == 0)
        server.rules = RecordRules()
        server.sync(replica)
        replica.undo()
        #expect(replica.favoriteIDs == [1, 2])
    }

    /// Each undo takes a number, too, and the server remembers the effects of the newest 64.
    @Test(arguments: [false, true])
    func whatIsOfferedToBeTakenBackIsTakenBack(isDelivered: Bool) {
        let (replica, server) = terminal()
        func change() {
            replica.mutate { .set(Settings.coinsOnly, to: !$0[Settings.coinsOnly]) }
            if isDelivered { server.sync(replica) }
        }
        for _ in 1...100 { change() }
        for _ in 1...10 { replica.undo() }
        for _ in 1...10 { change() }
        var count = 0
        while let undoing = replica.undoing {
            #expect(undoing.keys == [coinsOnly.key])
            let isOn = replica.table[Settings.coinsOnly]
            replica.undo()
            #expect(replica.table[Settings.coinsOnly] != isOn)
            if isDelivered { server.sync(replica) }
            #expect(replica.table[Settings.coinsOnly] != isOn)
            count += 1
        }
        #expect(count >= 22)
        server.sync(replica)
        #expect(replica.table == server.table && replica.problem == nil)
    }

    @Test func theMessageSaysWhatComesBack() {
        let (replica, _) = terminal(1, 2)
        func undone(_ change: (UserTable) -> Mutation) -> String {
            replica.mutate(change)
            defer { replica.undo() }
            return words(replica)
        }
        #expect(words(replica) == "nothing to undo")
        #expect(undone { _ in .remove([CoinID(2)]) } == "id:2 is a favorite again")
        #expect(undone { .add([CoinID(3)], of: $0) } == "id:3 is no longer a favorite")
        #expect(undone { .add([CoinID(3), CoinID(4)], of: $0) } == "2 coins are no longer favorites")
        #expect(undone { .move(CoinID(2), to: 0, of: $0) } == "id:2 is back in its place")
        #expect(undone { .removeAll(of: $0) } == "2 coins are favorites again")
        #expect(undone { _ in .set(.cryptoCompare) } == "undone: Candles from Huobi")
        #expect(undone { _ in .set(Settings.coinsOnly, to: true) } == "undone: Coins only off")
    }

    @Test func theMessageNamesRecordsByTheirKind() throws {
        let (replica, _) = terminal()
        let limit = try ExactDecimal(parsing: "65000")
        let alert = Alert(id: AlertID(rawValue: 1), coin: CoinID(1), condition: .priceAbove(limit))
        let amount = try #require(BigDecimal("0.5"))
        let time = MarketTime(seconds: 1_700_000_000)
        let bought = (1...2 as ClosedRange<UInt64>).map {
            Transaction(TransactionID(rawValue: $0), .bought, amount, of: CoinID(1), money: .price(amount), at: time)
        }
        func undone(_ change: (UserTable) -> Mutation) -> String {
            replica.mutate(change)
            defer { replica.undo() }
            return words(replica)
        }
        #expect(undone { _ in .add(alert) } == "the alert is gone again")
        #expect(undone { _ in .put(bought) } == "2 transactions are gone again")
        let both = Mutation(Mutation.put(bought).changes + Mutation.add(alert).changes)
        #expect(undone { _ in both } == "undone: 2 transactions, 1 alert")
        replica.mutate { _ in both }
        #expect(undone { _ in .remove([alert.id]) } == "the alert is back")
        #expect(undone { .arm(alert.id, of: $0) } == "the alert is as it was")
        #expect(undone { _ in .remove(bought.map(\.id)) } == "2 transactions are back")
        let list = ListID(rawValue: 7)
        let name = try ListName(typed: "DeFi")
        replica.mutate { (try? .create(list, named: name, of: $0)) ?? Mutation([]) }
        #expect(undone { .add([CoinID(3), CoinID(4)], to: list, of: $0) } == "2 coins in lists are gone again")
    }
}
