import MockMarket
import Shared

/// What users want changed.
struct MutationGenerator {
    private var lastCoin: UInt32 = 0

    /// - Parameter table: what the user sees.
    mutating func next(seeing table: UserTable, _ random: inout SeededGenerator) -> Mutation {
        let coins = table.items().map(\.coin)
        switch Int.random(in: 0..<12, using: &random) {
        case 0..<4:
            // Some coins are wanted by several terminals.
            if Bool.random(using: &random) { lastCoin += 1 }
            return .add([CoinID(max(1, lastCoin))], of: table)
        case 4, 5: return .remove([coins.randomElement(using: &random) ?? CoinID(1)])
        case 6, 7: return .move(coins.randomElement(using: &random) ?? CoinID(1), to: place(coins, &random), of: table)
        case 8: return crowded(coins, &random)
        case 9: return .set(Settings.coinsOnly, to: .random(using: &random))
        case 10:
            // One of them is not offered.
            let names = ["huobi", "cryptocompare", "kraken"]
            return .set(Settings.klineSource, to: names.randomElement(using: &random) ?? "")
        default:
            return Int.random(in: 0..<6, using: &random) == 0
                ? .removeAll(of: table)
                : .set(Settings.keepFavorites, to: Int.random(in: 0..<4, using: &random) > 0)
        }
    }

    private func place(_ coins: [CoinID], _ random: inout SeededGenerator) -> Int {
        Int.random(in: 0...max(0, coins.count - 1), using: &random)
    }

    /// Two coins at one place, as two terminals may choose it: the next move between them moves their neighbors, too.
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
