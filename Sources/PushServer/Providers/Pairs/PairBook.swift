package import Shared

/// What each listed coin is called where its candles and live prices come from.
///
/// The listing's number is the coin's identity; symbols only suggest who is who, and repeat. A coin that cannot be told for
/// certain has no entry: no price is better than that of another coin.
package struct PairBook: Equatable, Sendable {
    /// What the pairs are priced in, as Huobi writes it.
    package static let quote = "usdt"

    private let pairs: [CoinID: String]
    private let symbols: [CoinID: String]
    private let decimals: [String: Int]

    /// - Parameters:
    ///   - pairs: the exchange's; nil while they are not known.
    ///   - coins: CryptoCompare's; nil while they are not known, or without a key.
    ///   - prices: the exchange's tickers of about the listing's time. With them a pair goes only to a coin that costs about
    ///     as much, which tells apart coins that share a symbol.
    ///   - proved: pairs whose coin is known for certain, whatever this listing says of its price.
    package init(
        listing: CoinListing,
        pairs: PairList?,
        coins: CryptoCompareCoins?,
        prices: TickerBoard? = nil,
        proved: [String: CoinID] = [:]
    ) {
        self.pairs = pairs.map { HuobiMatching(listing, prices, proved: proved).match($0) } ?? [:]
        let told = (pairs?.pairs ?? []).compactMap { pair in pair.priceDecimals.map { (pair.symbol, $0) } }
        decimals = Dictionary(told) { first, _ in first }
        symbols = coins.map { CryptoCompareMatching(listing).match($0) } ?? [:]
    }

    /// - Returns: what `source` is to be asked by for the candles of `coin`; nil when it does not list the coin.
    package func symbol(of coin: CoinID, at source: KlineSource) -> String? {
        switch source {
        case .huobi: pairs[coin]
        case .cryptoCompare: symbols[coin]
        }
    }

    /// With how many decimals the exchange tells the prices of a pair; nil where it does not say.
    func priceDecimals(of pair: String) -> Int? { decimals[pair] }

    /// The coins with a pair on the exchange, and their pairs. No pair stands twice.
    package var tradedPairs: [CoinID: String] { pairs }
}
