import MockMarket
import Shared

/// What users want changed.
struct Wishes {
    private var lastCoin: UInt32 = 0

    /// - Parameter state: what the user sees.
    mutating func next(seeing state: UserState, _ random: inout SeededGenerator) -> Mutation {
        let favorites = state.favorites
        switch Int.random(in: 0..<12, using: &random) {
        case 0..<5:
            lastCoin += 1
            return .addFavorite(CoinID(lastCoin))
        case 5, 6:
            return .removeFavorite(favorites.randomElement(using: &random)?.coin ?? CoinID(1))
        case 7, 8:
            let place = Int.random(in: 0...favorites.count, using: &random)
            let (before, after) = (favorites.prefix(place).last?.orderKey, favorites.dropFirst(place).first?.orderKey)
            guard let moved = favorites.randomElement(using: &random), let key = OrderKey.between(before, after) else {
                return .setCoinsOnly(true)
            }
            return .placeFavorite(moved.coin, key)
        case 9: return .setCoinsOnly(.random(using: &random))
        case 10: return .setKlineSource(KlineSource.allCases.randomElement(using: &random) ?? .huobi)
        default:
            return Int.random(in: 0..<6, using: &random) == 0
                ? .removeAllFavorites : .setKeepFavorites(Int.random(in: 0..<4, using: &random) > 0)
        }
    }

    func chart(of coins: Int, _ random: inout SeededGenerator) -> ChartOrder {
        let intervals: [CandleInterval] = [.minute, .minute, .fiveMinutes, .hour]
        return ChartOrder(
            coin: CoinID(UInt32.random(in: 1...UInt32(max(1, coins)), using: &random)),
            interval: intervals.randomElement(using: &random) ?? .minute,
            count: Int.random(in: 1...400, using: &random)
        )
    }
}
