import Shared
import TestSupport

@testable import PushServer

extension CandleHubRules {
    /// Rules for a market of coins C1, C2, … with the ids 1, 2, …. Each has a pair (`c1usdt`) and a name in the
    /// archive.
    static func test(coins count: Int, candlesMax: Int = CandleHubRules.candlesMax) -> CandleHubRules {
        let coins = (1...UInt32(count)).map { ListedCoin.sample($0, "C\($0)", "Coin \($0)", rank: Int($0)) }
        var changes = MarketChanges()
        for (row, coin) in coins.enumerated() {
            let instrument = Instrument(coin: coin.id, symbol: coin.symbol, name: coin.name, kind: coin.kind)
            changes.instruments.append(instrument, row: row)
        }
        var market = MarketTable()
        _ = market.commit(changes, time: testTime)
        var rules = CandleHubRules(
            market: market,
            sources: ServerOffers.test.klineSources,
            candlesMax: candlesMax,
            counters: CandleCounters()
        )
        let symbols = SymbolMap(
            listing: CoinListing(time: testTime, coins: coins, badRows: 0),
            pairs: .sample(coins.map { $0.symbol.lowercased() }),
            coins: .sample(Dictionary(uniqueKeysWithValues: coins.map { ($0.symbol, $0.name) }))
        )
        _ = rules.received(.pairsChanged(symbols, lacking: [:]), at: testTime, jitter: 0)
        return rules
    }
}
