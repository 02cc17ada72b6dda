import MockMarket
import Shared

/// Makes users' changes.
struct MutationGenerator {
    private var lastCoin: UInt32 = 0
    /// The rule for the order after the last change; nil if the change was about no order.
    private(set) var order: OrderRules?

    /// - Parameter table: what the user sees.
    mutating func next(seeing table: UserTable, _ random: inout SeededGenerator) -> Mutation {
        let coins = table.items().map(\.coin)
        order = nil
        switch Int.random(in: 0..<28, using: &random) {
        case 0..<4:
            // Several terminals choose the same coin.
            if Bool.random(using: &random) { lastCoin += 1 }
            return add(CoinID(max(1, lastCoin)), to: .favorites, of: table)
        case 4, 5: return .remove([coins.randomElement(using: &random) ?? CoinID(1)])
        case 6, 7: return move(coins, in: .favorites, of: table, &random)
        case 8: return crowded(coins, &random)
        case 9: return .set(Settings.coinsOnly, to: .random(using: &random))
        case 10:
            // One of them is not offered.
            let names = ["huobi", "cryptocompare", "kraken"]
            return .set(Settings.klineSource, to: names.randomElement(using: &random) ?? "")
        case 11...14: return inLists(seeing: table, &random)
        case 15, 16: return ofLists(seeing: table, &random)
        case 17..<20: return ofHoldings(seeing: table, &random)
        case 20..<25: return ofAlerts(seeing: table, &random)
        case 25, 26: return ofDeliveries(seeing: table, &random)
        default:
            return Int.random(in: 0..<6, using: &random) == 0
                ? .removeAll(of: table)
                : .set(Settings.keepFavorites, to: Int.random(in: 0..<4, using: &random) > 0)
        }
    }

    /// Changes the coins of a list besides Favorites.
    private mutating func inLists(seeing table: UserTable, _ random: inout SeededGenerator) -> Mutation {
        guard let list = table.lists.randomElement(using: &random)?.id else { return ofLists(seeing: table, &random) }
        let coins = table.items(of: list).map(\.coin)
        let coin = coins.randomElement(using: &random) ?? CoinID(1)
        switch Int.random(in: 0..<4, using: &random) {
        case 0, 1: return add(CoinID(.random(in: 1...max(1, lastCoin), using: &random)), to: list, of: table)
        case 2: return move(coins, in: list, of: table, &random)
        default: return .remove([coin], from: list)
        }
    }

    /// Changes the lists themselves. Terminals choose from few names, so that two of them choose the same one offline.
    private func ofLists(seeing table: UserTable, _ random: inout SeededGenerator) -> Mutation {
        let names = ["A", "a", "B", "Favorites"].compactMap { try? ListName(typed: $0) }
        let list = table.lists.randomElement(using: &random)?.id
        guard let name = names.randomElement(using: &random) else { return Mutation() }
        switch (Int.random(in: 0..<6, using: &random), list) {
        case (0..<3, _), (_, nil):
            return (try? Mutation.create(ListID.random(using: &random), named: name, of: table)) ?? Mutation()
        case (3, let list?): return (try? Mutation.rename(list, to: name, of: table)) ?? Mutation()
        case (4, let list?):
            return .move(list, to: .random(in: 0..<max(1, table.lists.count), using: &random), of: table)
        case (_, let list?): return .delete(list)
        }
    }

    private mutating func add(_ coin: CoinID, to list: ListID, of table: UserTable) -> Mutation {
        order = OrderRules(coin: coin, list: list)
        return .add([coin], to: list, of: table)
    }

    private mutating func move(
        _ coins: [CoinID],
        in list: ListID,
        of table: UserTable,
        _ random: inout SeededGenerator
    ) -> Mutation {
        let (coin, place) = (coins.randomElement(using: &random) ?? CoinID(1), place(coins, &random))
        order = OrderRules(coin: coin, list: list, place: place)
        return .move(coin, to: place, in: list, of: table)
    }

    private func place(_ coins: [CoinID], _ random: inout SeededGenerator) -> Int {
        Int.random(in: 0...max(0, coins.count - 1), using: &random)
    }

    /// Puts two coins at one place, as two terminals may do. The next move between them moves their neighbors, too.
    private func crowded(_ coins: [CoinID], _ random: inout SeededGenerator) -> Mutation {
        guard let key = OrderKey("V") else { return Mutation() }
        let chosen = Set((0..<2).compactMap { _ in coins.randomElement(using: &random) })
        return Mutation(
            chosen.sorted().map { coin in
                let item = ListItem(coin: coin, orderKey: key)
                return Change(item.key, .update(item.value, fields: [1], creates: false))
            }
        )
    }

    func chart(of coins: Int, _ random: inout SeededGenerator) -> ChartRequest {
        let intervals: [CandleInterval] = [.minute, .minute, .fiveMinutes, .hour]
        return ChartRequest(
            coin: CoinID(UInt32.random(in: 1...UInt32(max(1, coins)), using: &random)),
            interval: intervals.randomElement(using: &random) ?? .minute,
            count: Int.random(in: 1...400, using: &random)
        )
    }
}
