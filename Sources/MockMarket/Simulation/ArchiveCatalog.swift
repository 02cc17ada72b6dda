import Shared

/// One coin as CryptoCompare lists it.
struct ArchivedCoin: Sendable {
    enum Price: Sendable {
        /// The index of a coin in the market.
        case coin(Int)
        /// Another coin with the same symbol, which the listing does not have and which never ticks.
        case stranger(SimulatedCoin)
    }

    /// The key in the list, by which candles are requested, too.
    let symbol: String
    let name: String
    let id: Int64
    let price: Price
}

/// All coins that the archive lists: not all coins of the listing, some with another symbol, and some symbols that mean
/// another coin there.
struct ArchiveCatalog: Sendable {
    let coins: [ArchivedCoin]
    private let places: [String: Int]

    init(_ listed: [SimulatedCoin], key: UInt64, at time: MarketTime) {
        var coins: [ArchivedCoin] = []
        var places: [String: Int] = [:]
        let counts = listed.reduce(into: [:]) { $0[$1.identity.symbol, default: 0] += 1 }
        for (place, coin) in listed.enumerated() {
            var random = SeededGenerator(key, Int64(coin.identity.id.rawValue), 1)
            guard random.below(100) >= Self.missingPercent(place) else { continue }
            let isShared = (counts[coin.identity.symbol] ?? 0) > 1
            // Sometimes the better ranked of two coins has another key. Old lists mark it with a star.
            let isStarred = isShared && (places[coin.identity.symbol] != nil || random.below(3) == 0)
            let symbol = Self.spelling(coin.identity.symbol) + (isStarred ? "*" : "")
            guard places[symbol] == nil else { continue }
            places[symbol] = coins.count
            let isOther = symbol == "DOT" || (place > 30 && !isShared && random.below(60) == 0)
            coins.append(isOther ? Self.stranger(coin, random.next(), time) : Self.archived(coin, symbol, place))
        }
        (self.coins, self.places) = (coins, places)
    }

    subscript(symbol: String) -> ArchivedCoin? { places[symbol].map { coins[$0] } }

    private static func missingPercent(_ place: Int) -> Int64 {
        switch place {
        case ..<20: 0
        case ..<300: 6
        default: 20
        }
    }

    /// Its spelling changed with the years.
    private static func spelling(_ symbol: String) -> String { symbol == "IOTA" ? "IOT" : symbol }

    private static func archived(_ coin: SimulatedCoin, _ symbol: String, _ place: Int) -> ArchivedCoin {
        ArchivedCoin(
            symbol: symbol,
            name: coin.identity.name,
            id: id(of: coin.identity.id.rawValue),
            price: .coin(place)
        )
    }

    private static func stranger(_ coin: SimulatedCoin, _ key: UInt64, _ time: MarketTime) -> ArchivedCoin {
        let symbol = coin.identity.symbol
        let name = String(symbol.prefix(1)) + symbol.dropFirst().lowercased() + "coin"
        let number = coin.identity.id.rawValue + 2_000_000
        let identity = CoinIdentity(
            id: CoinID(number),
            name: name,
            symbol: symbol,
            slug: CoinSeed.slug(name),
            platform: nil,
            tokenAddress: ""
        )
        let price = (try? ExactDecimal(mantissa: 31_415, exponent: -7)) ?? .zero
        let seed = CoinSeed(identity: identity, price: price, supply: 890_000_000, isStable: false)
        let other = SimulatedCoin(seed, volatility: 1000, key: key, at: time)
        return ArchivedCoin(symbol: symbol, name: name, id: Int64(number), price: .stranger(other))
    }

    /// The archive's own numbers. Those of Bitcoin and Ethereum are the real ones.
    static func id(of number: UInt32) -> Int64 {
        switch number {
        case 1: 1182
        case 1027: 7605
        default: Int64(number) + 100_000
        }
    }
}
