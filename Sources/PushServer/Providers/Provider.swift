package import Shared

/// A source of market data: its properties and capabilities.
///
/// Each provider has a folder here with its descriptor, and is listed once in `Provider.all`. Callers (the market's
/// pollers, candles, details, icons) use capabilities, never names.
package struct Provider: Sendable {
    /// The name for users, which also names the source of prices and candles: `CoinMarketCap`.
    package let name: String
    /// Where it is reached.
    package let hosts: [ProviderHost]
    /// Nil if the provider needs no key.
    package var key: KeyVariable?

    // The capabilities; nil means that the provider lacks one.
    /// The coins with names, ranks, supplies, and average prices.
    package var listing: Listing?
    /// Live prices. A provider with these is an exchange.
    package var tickers: Tickers?
    /// The provider's symbols of the coins.
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
        /// Whether the provider answers nothing without a key.
        package let isRequired: Bool
    }

    package struct Listing: Sendable {
        /// Its data does not change more often than this.
        let intervalMin: Duration
        /// The cost of a listing of this many coins, in credits of the monthly plan.
        let credits: @Sendable (_ coins: Int) -> Int
        let source: @Sendable (ProviderAccess) -> ListingSource
        /// What the plan of the key allows; nil, or a nil result, if the provider does not say.
        var plan: (@Sendable (ProviderAccess) -> CreditPlanSource?)?
    }

    /// The latest prices of all pairs.
    package struct Tickers: Sendable {
        /// The minimum time between two requests.
        let intervalMin: Duration
        let endpoint: Endpoint
        let decode: @Sendable (HTTPAnswer) throws(ProviderFailure) -> TickerBoard
    }

    struct Rates: Sendable {
        /// The currencies besides USD, the most wanted first.
        let currencies: [String]
        /// The time between two requests.
        let interval: Duration
        let source: @Sendable (ProviderAccess) -> RateSource
        /// The rates of past days.
        let history: @Sendable (ProviderAccess) -> RateHistorySource
    }
}

extension Provider {
    /// All providers. If several have the same capability, the first is preferred.
    package static let all: [Self] = [.coinMarketCap, .huobi, .binance, .cryptoCompare, .europeanCentralBank]

    package static var hosts: [ProviderHost] { all.flatMap(\.hosts) }

    /// The name in options: `huobi`.
    package var optionName: String { hosts.first?.name ?? name.lowercased() }
    package var isExchange: Bool { tickers != nil }

    /// The source that users can choose; nil if the provider has no candles.
    package var klineSource: KlineSource? { candles == nil ? nil : KlineSource(name: optionName, title: name) }

    /// Whether there is no use in asking the provider, because it answers nothing without a key.
    func lacksKey(_ key: APIKey?) -> Bool { key == nil && self.key?.isRequired == true }

    /// The market data that the provider has.
    var sources: [MarketSource.Name] {
        let kinds: [(MarketSource.Kind, Bool)] = [
            (.listing, listing != nil), (.tickers, tickers != nil), (.symbols, symbols != nil),
        ]
        return kinds.filter(\.1).map { MarketSource.Name($0.0, of: name) }
    }
}

/// The means to query a provider.
struct ProviderAccess: Sendable {
    let router: Router
    let key: APIKey?
}

/// The wanted number of best ranked coins.
typealias ListingSource = @Sendable (_ coins: Int) async throws(ProviderError) -> CoinListing

/// Reads the exchange rates, unless they are unchanged since `known`.
typealias RateSource = @Sendable (_ known: Validator?) async throws(ProviderError) -> Revision<ExchangeRates>

/// A part of the history of exchange rates.
enum RateHistoryPart: Hashable, Sendable {
    /// At least the last `PastRates.recentDays` days.
    case recent
    /// All days on which there were coins.
    case all
}

/// Reads the exchange rates of past days.
typealias RateHistorySource = @Sendable (RateHistoryPart) async throws(ProviderError) -> RateHistory

/// The data about one coin.
typealias CoinSource<Value> = @Sendable (CoinID) async throws(ProviderError) -> Value

/// A provider's symbols of the coins.
struct SymbolSource: Sendable {
    /// The time between two requests. Changes are rare.
    let interval: Duration
    let list: @Sendable (_ known: Validator?) async throws(ProviderError) -> Revision<any SymbolList>
}

/// A provider's list of its symbols.
package protocol SymbolList: ReadFromRows {
    /// The symbol of each listed coin. An uncertain coin has none, and no symbol occurs twice.
    ///
    /// - Parameters:
    ///   - prices: the provider's prices of about the same time as the listing.
    ///   - proved: symbols whose coin is certain, whatever its price in this listing.
    ///   - judgingAge: an older price of the listing is not used for matching.
    func match(
        _ listing: CoinListing,
        prices: TickerBoard?,
        proved: [String: CoinID],
        judgingAge: Duration
    ) -> SymbolMatch

    /// The number of decimals of prices, if known.
    var priceDecimals: [String: Int] { get }

    /// The pairs that trade now. A pair that disappears may return soon. Nil if nothing trades at this provider.
    var trading: Set<String>? { get }

    /// The number of suspended pairs.
    var suspendedCount: Int { get }
}

/// The listed coins' symbols at a provider.
package struct SymbolMatch: Equatable, Sendable {
    package var symbols: [CoinID: String]
    /// Whether some symbol has no coin because of its price, which may still change.
    package var isContested = false
}
