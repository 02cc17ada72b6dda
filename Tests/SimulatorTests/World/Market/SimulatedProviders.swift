import MockMarket
import Shared

@testable import PushServer

/// The answers of the market's sources: listings that grow, shrink and rename coins, tickers, and every kind of
/// failure.
struct SimulatedProviders {
    static let exchanges = ["Huobi", "Binance"]
    static let rateSources = ["a bank", "another bank"]

    /// Whether prices are few and near each other, so that they cross users' alerts.
    private let isCalm: Bool
    private var coins: [(id: UInt32, symbol: String)] = []
    /// The last prices of each exchange, by pair.
    private var prices: [String: [String: ExactDecimal]] = [:]
    private var nextID: UInt32 = 1

    /// Their numbers count from 1.
    var coinCount: Int { coins.count }

    init(isCalm: Bool) { self.isCalm = isCalm }

    enum News {
        case listing(CoinListing)
        case tickers(TickerBoard, exchange: String)
        /// The lists of symbols, by provider.
        case symbols([String: any SymbolList])
        case failure(MarketSource.Kind, ProviderError)
        case rates(ExchangeRates)
        case noRates
    }

    mutating func next(at time: MarketTime, _ random: inout SeededGenerator) -> News {
        switch Int.random(in: 0..<12, using: &random) {
        case 0, 1: .listing(listing(at: time, &random))
        case 2: .symbols(lists(at: time, &random))
        case 3: .failure(MarketSource.Kind.allCases.randomElement(using: &random) ?? .listing, failure(time, &random))
        case 4: rates(at: time, &random)
        default: tickers(at: time, &random)
        }
    }

    /// The exchanges repeat their last prices as if they were new.
    func repeated(at time: MarketTime) -> [News] {
        Self.exchanges.compactMap { exchange in
            let tickers = (prices[exchange] ?? [:]).sorted { $0.key < $1.key }.map { PairTicker(pair: $0, close: $1) }
            if tickers.isEmpty { return nil }
            return .tickers(TickerBoard(time: time, tickers: tickers, badRows: 0), exchange: exchange)
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
        return listing(present, at: time, &random)
    }

    private func lists(at time: MarketTime, _ random: inout SeededGenerator) -> [String: any SymbolList] {
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
        let list = PairList(time: time, quote: "usdt", pairs: pairs, badRows: 0)
        return [
            Provider.huobi.name: list,
            Provider.binance.name: list,
            Provider.cryptoCompare.name: CryptoCompareCoins(coins: archived(&random), badRows: 0),
        ]
    }

    /// The coins of the second source of candles, by name, because symbols repeat.
    private func archived(_ random: inout SeededGenerator) -> [CryptoCompareCoin] {
        coins.filter { _ in Int.random(in: 0..<3, using: &random) > 0 }.map { coin in
            CryptoCompareCoin(symbol: coin.symbol, name: "Coin \(coin.id)", contract: nil, isTrading: true)
        }
    }

    private mutating func tickers(at time: MarketTime, _ random: inout SeededGenerator) -> News {
        let exchange = Self.exchanges.randomElement(using: &random) ?? ""
        let tickers = Set(coins.map(\.symbol)).sorted().compactMap { symbol -> PairTicker? in
            guard Bool.random(using: &random) else { return nil }
            return PairTicker(pair: symbol.lowercased() + "usdt", close: price(&random))
        }
        for ticker in tickers { prices[exchange, default: [:]][ticker.pair] = ticker.close }
        return .tickers(TickerBoard(time: time, tickers: tickers, badRows: 0), exchange: exchange)
    }

    /// Half of the rates are of today, the others of an earlier day. Some are too old to be the first choice.
    private func rates(at time: MarketTime, _ random: inout SeededGenerator) -> News {
        if Int.random(in: 0..<4, using: &random) == 0 { return .noRates }
        let age = Int64.random(in: 0...9, using: &random)
        let day = CivilDate(daysSince1970: time.date.daysSince1970 - (age < 5 ? 0 : age))
        return .rates(
            ExchangeRates(
                source: Self.rateSources.randomElement(using: &random) ?? "",
                day: day,
                heard: time,
                base: "EUR",
                rates: ["USD": price(&random)]
            )
        )
    }

    private func failure(_ time: MarketTime, _ random: inout SeededGenerator) -> ProviderError {
        let failures: [ProviderFailure] = [
            .timedOut, .unavailable("down"), .rateLimited(until: time.adding(seconds: 60)), .needsKey(.wrong),
            .badAnswer("odd", beginning: "<html>"), .tooLarge(limit: 1),
        ]
        return ProviderError(.huobiTickers, failures.randomElement(using: &random) ?? .timedOut)
    }

    private func price(_ random: inout SeededGenerator) -> ExactDecimal {
        if isCalm { return (try? ExactDecimal(mantissa: .random(in: 1...4, using: &random), exponent: 0)) ?? .zero }
        let mantissa = Int64.random(in: 0...1_000_000, using: &random)
        return (try? ExactDecimal(mantissa: mantissa, exponent: -Int.random(in: 0...9, using: &random))) ?? .zero
    }

    private func listing(
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
