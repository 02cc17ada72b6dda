package import Shared

/// What each provider calls each listed coin: what its prices come under, and what its candles are asked for by.
///
/// The listing's number is the coin's identity; symbols only suggest who is who, and repeat. A coin that cannot be told for
/// certain has no entry: no price is better than that of another coin.
package struct SymbolMap: Equatable, Sendable {
    private let symbols: [String: [CoinID: String]]
    private let decimals: [String: [String: Int]]
    /// Whether some symbol has no coin because of its price, which may yet change.
    let isContested: Bool

    /// - Parameters:
    ///   - lists: by the names of their providers; those that are not known yet are left out.
    ///   - prices: the tickers of exchanges, of about the listing's time. With them a pair goes only to a coin that costs
    ///     about as much, which tells apart coins that share a symbol.
    ///   - proved: pairs whose coin is known for certain, whatever this listing says of its price.
    ///   - judgingAge: a listing's price that is older than this says nothing about another one.
    package init(
        listing: CoinListing,
        lists: [String: any SymbolList],
        prices: [String: TickerBoard] = [:],
        proved: [String: [String: CoinID]] = [:],
        judgingAge: Duration = .seconds(720)
    ) {
        var (symbols, isContested): ([String: [CoinID: String]], Bool) = ([:], false)
        for (provider, list) in lists {
            let match = list.match(
                listing,
                prices: prices[provider],
                proved: proved[provider] ?? [:],
                judgingAge: judgingAge
            )
            symbols[provider] = match.symbols
            isContested = isContested || match.isContested
        }
        (self.symbols, self.isContested) = (symbols, isContested)
        decimals = lists.mapValues(\.priceDecimals)
    }

    /// The coins that a provider has, and what it calls them. No symbol stands twice.
    package func symbols(at provider: String) -> [CoinID: String] { symbols[provider] ?? [:] }

    /// Whether a provider has said what it lists.
    func knows(_ provider: String) -> Bool { symbols[provider] != nil }

    /// - Returns: nil when the provider does not list the coin.
    package func symbol(of coin: CoinID, at provider: String) -> String? { symbols[provider]?[coin] }

    /// With how many decimals a provider tells the prices of a symbol; nil where it does not say.
    func priceDecimals(of symbol: String, at provider: String) -> Int? { decimals[provider]?[symbol] }
}

extension SymbolMap {
    /// - Returns: what `source` is to be asked by for the candles of `coin`; nil when it does not list the coin.
    package func symbol(of coin: CoinID, at source: KlineSource) -> String? { symbol(of: coin, at: source.title) }
}
