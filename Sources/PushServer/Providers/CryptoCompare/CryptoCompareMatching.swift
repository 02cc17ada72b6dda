package import Shared

/// Finds the listed coin of each CryptoCompare symbol.
///
/// Both providers give names, and the contracts of tokens. Coins match if the symbol and one of these agree. Similar
/// names do not count: `COMP` is Compound in one list, and a different coin named Compound Coin in the other.
struct CryptoCompareMatching {
    private enum Sign: Int, Comparable {
        case name, contract

        static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
    }

    private let listing: CoinListing

    init(_ listing: CoinListing) { self.listing = listing }

    func match(_ list: CryptoCompareCoins) -> [CoinID: String] {
        let known = Dictionary(list.coins.filter(\.isTrading).map { ($0.symbol.uppercased(), $0) }) { first, _ in first
        }
        var claims: [String: [(coin: CoinID, sign: Sign)]] = [:]
        for coin in listing.coins {
            guard let (found, sign) = Self.find(coin, in: known), !Self.isQuote(found) else { continue }
            claims[found.symbol, default: []].append((coin.id, sign))
        }
        var symbols: [CoinID: String] = [:]
        for (symbol, claimants) in claims {
            let best = claimants.map(\.sign).max()
            let winners = claimants.filter { $0.sign == best }
            if winners.count == 1 { symbols[winners[0].coin] = symbol }
        }
        return symbols
    }

    private static func find(
        _ coin: ListedCoin,
        in known: [String: CryptoCompareCoin]
    ) -> (CryptoCompareCoin, Sign)? {
        let spellings = [coin.symbol.uppercased()] + (CoinSpellings.cryptoCompare[coin.id] ?? [])
        for spelling in spellings {
            guard let found = known[spelling], let sign = sign(coin, found) else { continue }
            return (found, sign)
        }
        return nil
    }

    private static func sign(_ coin: ListedCoin, _ found: CryptoCompareCoin) -> Sign? {
        if let one = coin.contract, let other = found.contract, one.lowercased() == other.lowercased() {
            return .contract
        }
        let name = folded(found.name)
        let names = [coin.name, coin.slug] + (CoinSpellings.names[coin.id] ?? [])
        return !name.isEmpty && names.contains { folded($0) == name } ? .name : nil
    }

    /// Candles are requested in USDT, and a coin has no price in itself.
    private static func isQuote(_ coin: CryptoCompareCoin) -> Bool { coin.symbol == "USDT" }

    /// Only letters and digits, in lower case. Thousands of names are folded for each listing, and nearly all are ASCII.
    static func folded(_ name: String) -> String {
        var letters: [UInt8] = []
        letters.reserveCapacity(name.utf8.count)
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"): letters.append(byte)
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): letters.append(byte | 0x20)
            case 0x80...: return String(name.lowercased().filter { $0.isLetter || $0.isNumber })
            default: break
            }
        }
        return String(decoding: letters, as: UTF8.self)
    }
}

extension CryptoCompareCoins: SymbolList {
    package func match(
        _ listing: CoinListing,
        prices: TickerBoard?,
        proved: [String: CoinID],
        judgingAge: Duration
    ) -> SymbolMatch {
        SymbolMatch(symbols: CryptoCompareMatching(listing).match(self))
    }

    package var priceDecimals: [String: Int] { [:] }
    package var trading: Set<String>? { nil }
    package var suspendedCount: Int { 0 }
}

/// The spelling alone is not enough: the name must agree as well.
extension CoinSpellings {
    /// Upper case. The spelling in use changes over the years.
    static let cryptoCompare: [CoinID: [String]] = [CoinID(1720): ["IOTA", "IOT"]]

    /// The current and former names of coins. Lists of different years use different names.
    static let names: [CoinID: [String]] = [
        CoinID(52): ["Ripple", "XRP"],
        CoinID(131): ["DigitalCash", "Dash"],
        CoinID(1831): ["Bitcoin Cash / BCC", "Bitcoin Cash"],
        CoinID(1958): ["Tronix", "TRON"],
    ]
}
