internal import Shared

/// Everything by which coins and pairs are matched, as of one moment.
struct CoinMatching: Sendable {
    let listing: CoinListing
    /// The list of symbols of each provider.
    let lists: [String: any SymbolList]
    /// The recent prices of each exchange.
    let prices: [String: TickerBoard]
    /// The pairs of each exchange whose coin is certain.
    let proved: [String: [String: CoinID]]
    /// A price of the listing that is older is not used.
    let judgingAge: Duration

    var symbols: SymbolMap {
        SymbolMap(listing: listing, lists: lists, prices: prices, proved: proved, judgingAge: judgingAge)
    }
}
