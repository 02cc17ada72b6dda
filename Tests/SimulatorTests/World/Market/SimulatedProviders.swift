import MockMarket
import Shared

@testable import PushServer

/// What the market's sources say: listings that grow, shrink and rename, tickers, and every kind of failure.
struct SimulatedProviders {
    private var coins: [(id: UInt32, symbol: String)] = []
    private var nextID: UInt32 = 1

    /// Their numbers count from 1.
    var coinCount: Int { coins.count }

    enum News {
        case listing(CoinListing)
        case tickers(TickerBoard)
        case pairs(SymbolMap)
        case failure(MarketSource.Kind, ProviderError)
    }

    mutating func next(at time: MarketTime, _ random: inout SeededGenerator) -> News {
        switch Int.random(in: 0..<10, using: &random) {
        case 0, 1: .listing(listing(at: time, &random))
        case 2: .pairs(pairs(at: time, &random))
        case 3: .failure(MarketSource.Kind.allCases.randomElement(using: &random) ?? .listing, failure(time, &random))
        default: .tickers(tickers(at: time, &random))
        }
    }

    private mutating func listing(at time: MarketTime, _ random: inout SeededGenerator) -> CoinListing {
        for _ in 0..<Int.random(in: 0...3, using: &random) where coins.count < 14 {
            // Symbols repeat.
            coins.append((nextID, "S\(Int.random(in: 0..<9, using: &random))"))
            nextID += 1
        }
        if let index = coins.indices.randomElement(using: &random), Int.random(in: 0..<4, using: &random) == 0 {
            coins[index].symbol = "N\(Int.random(in: 0..<9, using: &random))"
        }
        let present = coins.filter { _ in Int.random(in: 0..<5, using: &random) > 0 }
        return Self.listing(present, at: time, &random)
    }

    private func pairs(at time: MarketTime, _ random: inout SeededGenerator) -> SymbolMap {
        let bases = Set(coins.map { $0.symbol.lowercased() }).sorted()
        let pairs = bases.map { base in
            ExchangePair(
                symbol: base + "usdt",
                base: base,
                quote: "usdt",
                state: .online,
                isLeveraged: false,
                priceDecimals: nil
            )
        }
        return SymbolMap(
            listing: Self.listing(coins, at: time, &random),
            lists: [
                Provider.huobi.name: PairList(time: time, quote: "usdt", pairs: pairs, badRows: 0),
                Provider.cryptoCompare.name: CryptoCompareCoins(coins: archived(&random), badRows: 0),
            ]
        )
    }

    /// What the second source of candles knows: by name, for symbols repeat.
    private func archived(_ random: inout SeededGenerator) -> [CryptoCompareCoin] {
        coins.filter { _ in Int.random(in: 0..<3, using: &random) > 0 }.map { coin in
            CryptoCompareCoin(
                symbol: coin.symbol,
                name: "Coin \(coin.id)",
                kind: .coin,
                contract: nil,
                supply: nil,
                isTrading: true,
                logo: nil,
                page: nil
            )
        }
    }

    private func tickers(at time: MarketTime, _ random: inout SeededGenerator) -> TickerBoard {
        let tickers = Set(coins.map(\.symbol)).sorted().compactMap { symbol -> PairTicker? in
            guard Bool.random(using: &random) else { return nil }
            return PairTicker(pair: symbol.lowercased() + "usdt", close: Self.price(&random))
        }
        return TickerBoard(time: time, tickers: tickers, badRows: 0)
    }

    private func failure(_ time: MarketTime, _ random: inout SeededGenerator) -> ProviderError {
        let failures: [ProviderFailure] = [
            .timedOut, .unavailable("down"), .rateLimited(until: time.adding(seconds: 60)), .needsKey(.wrong),
            .badAnswer("odd", beginning: "<html>"), .tooLarge(limit: 1),
        ]
        return ProviderError(.huobiTickers, failures.randomElement(using: &random) ?? .timedOut)
    }

    private static func price(_ random: inout SeededGenerator) -> ExactDecimal {
        let mantissa = Int64.random(in: 0...1_000_000, using: &random)
        return (try? ExactDecimal(mantissa: mantissa, exponent: -Int.random(in: 0...9, using: &random))) ?? .zero
    }

    private static func listing(
        _ coins: [(id: UInt32, symbol: String)],
        at time: MarketTime,
        _ random: inout SeededGenerator
    ) -> CoinListing {
        let listed = coins.enumerated().map { rank, coin in
            ListedCoin(
                id: CoinID(coin.id),
                name: "Coin \(coin.id)",
                symbol: coin.symbol,
                slug: coin.symbol,
                rank: rank + 1,
                kind: .coin,
                contract: nil,
                circulatingSupply: Bool.random(using: &random) ? price(&random) : nil,
                price: Bool.random(using: &random) ? price(&random) : nil,
                volume24h: Bool.random(using: &random) ? price(&random) : nil,
                change1h: nil,
                change24h: Bool.random(using: &random) ? price(&random) : nil,
                change7d: nil,
                lastUpdated: nil
            )
        }
        return CoinListing(time: time, coins: listed, badRows: 0)
    }
}
