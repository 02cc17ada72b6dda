package import Shared

/// A source of market data: all that the server knows of one, and what it can be asked for.
///
/// Each has a folder here with its descriptor, and stands once in `Provider.all`. What asks (the market's pollers, candles,
/// details, icons) knows capabilities and no names.
package struct Provider: Sendable {
    /// As users know it, and as prices and candles name their source: `CoinMarketCap`.
    package let name: String
    /// Where it is reached.
    package let hosts: [ProviderHost]
    /// Nil: it wants none.
    package var key: KeyVariable?

    // What it has; nil: it does not have that.
    /// What exists: names, ranks, supplies, and prices that are averages.
    package var listing: Listing?
    /// Live prices: it is an exchange.
    var tickers: Tickers?
    /// What it calls the coins.
    var symbols: (@Sendable (ProviderAccess) -> SymbolSource)?
    var candles: (@Sendable (ProviderAccess) -> any CandleSource)?
    var details: (@Sendable (ProviderAccess) -> CoinSource<CoinDetail>)?
    var icons: (@Sendable (ProviderAccess) -> CoinSource<CoinIcon>)?
    /// The exchange rates of currencies.
    var rates: Rates?

    package init(name: String, hosts: [ProviderHost], key: KeyVariable? = nil) {
        (self.name, self.hosts, self.key) = (name, hosts, key)
    }

    /// The environment variable with an API key.
    package struct KeyVariable: Sendable {
        package let name: String
        /// Whether nothing is answered without one.
        package let isRequired: Bool
    }

    package struct Listing: Sendable {
        /// Its data changes no more often.
        let intervalMin: Duration
        /// What a listing of so many coins costs of what a plan allows in a month.
        let credits: @Sendable (_ coins: Int) -> Int
        let source: @Sendable (ProviderAccess) -> ListingSource
    }

    struct Tickers: Sendable {
        /// To be asked no more often.
        let intervalMin: Duration
        let source: @Sendable (ProviderAccess) -> TickerSource
    }

    struct Rates: Sendable {
        /// The currencies besides USD, the most wanted first.
        let currencies: [String]
        /// The time between two requests.
        let interval: Duration
        let source: @Sendable (ProviderAccess) -> RateSource
    }
}

extension Provider {
    /// Those that there are. Where several have the same, the first is preferred.
    package static let all: [Self] = [.coinMarketCap, .huobi, .binance, .cryptoCompare, .europeanCentralBank]

    package static var hosts: [ProviderHost] { all.flatMap(\.hosts) }

    /// As options spell it: `huobi`.
    package var optionName: String { hosts.first?.name ?? name.lowercased() }
    package var isExchange: Bool { tickers != nil }

    /// As users choose it; nil: it has no candles.
    package var klineSource: KlineSource? { candles == nil ? nil : KlineSource(name: optionName, title: name) }

    /// What is asked of it for the market.
    var sources: [MarketSource.Name] {
        let kinds: [(MarketSource.Kind, Bool)] = [
            (.listing, listing != nil), (.tickers, tickers != nil), (.symbols, symbols != nil),
        ]
        return kinds.filter(\.1).map { MarketSource.Name($0.0, of: name) }
    }
}

/// By what a provider is asked.
struct ProviderAccess: Sendable {
    let router: Router
    let key: APIKey?
}

/// The best ranked coins, as many as are wanted.
typealias ListingSource = @Sendable (_ coins: Int) async throws(ProviderError) -> CoinListing

/// The latest prices of all pairs.
typealias TickerSource = @Sendable () async throws(ProviderError) -> TickerBoard

/// Reads the exchange rates, unless they have not changed since.
typealias RateSource = @Sendable (_ known: Validator?) async throws(ProviderError) -> Revision<ExchangeRates>

/// What is told of one coin.
typealias CoinSource<Value> = @Sendable (CoinID) async throws(ProviderError) -> Value

/// What a provider calls the coins.
struct SymbolSource: Sendable {
    /// Changes are rare.
    let interval: Duration
    let list: @Sendable (_ known: Validator?) async throws(ProviderError) -> Revision<any SymbolList>
}

/// Everything that a provider has under a symbol of its own.
package protocol SymbolList: ReadFromRows {
    /// The symbol of each listed coin. What cannot be told for certain has none, and no symbol stands twice.
    ///
    /// - Parameters:
    ///   - prices: what the provider told at about the time of the listing.
    ///   - proved: symbols whose coin is known for certain, whatever this listing says of its price.
    ///   - judgingAge: a listing's price that is older says nothing about another one.
    func match(
        _ listing: CoinListing,
        prices: TickerBoard?,
        proved: [String: CoinID],
        judgingAge: Duration
    ) -> SymbolMatch

    /// With how many decimals prices are told, where that is known.
    var priceDecimals: [String: Int] { get }

    /// What trades now: a pair that vanishes may come back soon. Nil: nothing trades here.
    var trading: Set<String>? { get }

    /// How many of those that could trade are suspended.
    var suspendedCount: Int { get }
}

/// Who is who at a provider.
package struct SymbolMatch: Equatable, Sendable {
    package var symbols: [CoinID: String]
    /// Whether some symbol has no coin because of its price, which may yet change.
    package var isContested = false
}
