package import Shared

/// The symbol of each listed coin at each provider, for its prices and for requests of its candles.
///
/// The listing's number is the coin's identity. Symbols are only hints, and are not unique. A coin has no entry unless
/// its symbol is certain, because no price is better than another coin's price.
package struct SymbolMap: Equatable, Sendable {
    private let symbols: [String: [CoinID: String]]
    private let decimals: [String: [String: Int]]
    /// Whether some symbol has no coin because of its price, which may still change.
    let isContested: Bool

    /// - Parameters:
    ///   - lists: the symbol lists by provider name. Unknown lists are left out.
    ///   - prices: the exchanges' tickers, of about the same time as the listing. With them, a pair matches only a
    ///     coin with about the same price, which distinguishes coins that share a symbol.
    ///   - proved: pairs whose coin is certain, whatever its price in this listing.
    ///   - judgingAge: an older price of the listing is not used for matching.
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

    /// The coins of a provider, with its symbols. No symbol occurs twice.
    package func symbols(at provider: String) -> [CoinID: String] { symbols[provider] ?? [:] }

    /// Whether the list of a provider is known.
    func knows(_ provider: String) -> Bool { symbols[provider] != nil }

    /// - Returns: nil if the provider does not list the coin.
    package func symbol(of coin: CoinID, at provider: String) -> String? { symbols[provider]?[coin] }

    /// The number of decimals of a provider's prices by symbol, where it is known.
    func priceDecimals(at provider: String) -> [String: Int] { decimals[provider] ?? [:] }
}

extension SymbolMap {
    /// - Returns: the symbol for requests of the coin's candles; nil if `source` does not list the coin.
    package func symbol(of coin: CoinID, at source: KlineSource) -> String? { symbol(of: coin, at: source.title) }
}
