import Shared

/// One row of the exchange's pair list.
struct ExchangePair: Sendable {
    enum State: String, Sendable {
        case online
        case offline
        case suspend
    }

    enum Price: Sendable {
        /// The index of a coin in the market.
        case coin(Int)
        /// A leveraged product, which is not a coin of the listing and never ticks.
        case product(SimulatedCoin)
    }

    let base: String
    let quote: String
    let state: State
    let price: Price

    var symbol: String { base + quote }
}

/// All rows of the exchange's list: traded pairs, closed pairs, and products that look like coins.
struct ExchangeCatalog: Sendable {
    let pairs: [ExchangePair]
    private let places: [String: Int]

    init(_ coins: [SimulatedCoin], key: UInt64, at time: MarketTime) {
        var pairs: [ExchangePair] = []
        var symbols: Set<String> = []
        func list(_ base: String, _ quote: String, _ state: ExchangePair.State, _ price: ExchangePair.Price) {
            guard symbols.insert(base + quote).inserted else { return }
            pairs.append(ExchangePair(base: base, quote: quote, state: state, price: price))
        }
        for (place, coin) in coins.enumerated() {
            guard let pair = coin.pair else { continue }
            list(String(pair.dropLast(4)), "usdt", .online, .coin(place))
            // Large coins also have a closed pair against BTC.
            if (1..<30).contains(place) { list(String(pair.dropLast(4)), "btc", .suspend, .coin(place)) }
        }
        for (place, coin) in coins.enumerated() where coin.pair == nil && coin.identity.symbol != "USDT" {
            guard coin.identity.id.rawValue.isMultiple(of: 5) else { continue }
            list(coin.identity.symbol.lowercased(), "usdt", .offline, .coin(place))
        }
        for (number, base) in ["btc3l", "btc3s", "eth3l"].enumerated() {
            list(base, "usdt", .online, .product(Self.product(base, number, key: key, at: time)))
        }
        self.pairs = pairs
        places = Dictionary(uniqueKeysWithValues: pairs.enumerated().map { ($1.symbol, $0) })
    }

    subscript(symbol: String) -> ExchangePair? { places[symbol].map { pairs[$0] } }

    private static func product(_ base: String, _ number: Int, key: UInt64, at time: MarketTime) -> SimulatedCoin {
        let identity = CoinIdentity(
            id: CoinID(800_001 + UInt32(number) * 3),
            name: base.uppercased(),
            symbol: base.uppercased(),
            slug: base,
            platform: nil,
            tokenAddress: ""
        )
        let price = (try? ExactDecimal(mantissa: 12_346, exponent: -3)) ?? .zero
        let seed = CoinSeed(identity: identity, price: price, supply: 1_000_000, isStable: false)
        return SimulatedCoin(seed, volatility: 3000, key: key &+ UInt64(number), at: time)
    }
}

/// Decides which coins the exchange trades against USDT: nearly all large ones, two thirds of the others, each symbol
/// once.
enum PairAssignment {
    /// - Parameter coins: by rank.
    static func assign(to coins: inout [SimulatedCoin], _ random: inout SeededGenerator) {
        var taken: Set<String> = []
        for rank in coins.indices {
            let isTraded = random.below(100) >= missingPercent(rank: rank)
            let symbol = coins[rank].identity.symbol.lowercased()
            // A coin has no pair with itself. A symbol that two coins share belongs to the better ranked coin.
            guard isTraded, symbol != "usdt", taken.insert(symbol).inserted else { continue }
            coins[rank].pair = symbol + "usdt"
        }
    }

    private static func missingPercent(rank: Int) -> Int64 {
        switch rank {
        case ..<20: 0
        case ..<300: 8
        default: 35
        }
    }
}
