internal import Shared

/// The price of a coin, with its source and its age.
public struct Price: Identifiable, Hashable, Sendable {
    /// The coin's number in the listing, which stays the same. Symbols repeat and change.
    public let id: UInt32
    /// `BTC`. Several coins may have the same one.
    public let symbol: String
    /// `Bitcoin`
    public let name: String
    /// The coin's place in the listing, from 1; nil if it has none.
    public let rank: UInt32?
    /// US dollars, as decimal text with all digits of the source; nil if no source has a price.
    public let dollars: String?
    /// How much the price has changed in 24 hours, in percent; nil if that is unknown.
    public let dayChange: Double?
    /// The provider of the price; nil if there is none.
    public let source: String?
    /// The time since the price was last heard, by the server's clock; nil if that is unknown.
    public let age: Duration?
    /// Whether this is an exchange's trade of the last seconds. A listing's average is never live.
    public let isLive: Bool

    init(_ quote: Quote, of table: MarketTable, at now: MarketTime) {
        let age = quote.mantissa == nil ? nil : table.age(of: quote.pricing, at: now)
        id = quote.instrument.coin.rawValue
        symbol = quote.instrument.symbol.visible
        name = quote.instrument.name.visible
        rank = quote.fundamentals.rank
        dollars = quote.priceText
        dayChange = quote.dayChange.map { Double($0.hundredths) / 100 }
        source = age?.source.provider
        self.age = age?.age
        isLive = age?.isLive ?? false
    }
}
