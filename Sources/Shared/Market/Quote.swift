/// Who the price of a row comes from.
public enum PriceSource: UInt8, Sendable, CaseIterable {
    /// Nobody yet.
    case none = 0
    /// The listing's average over all markets, in USD.
    case listing = 1
    /// The last trade on the exchange, in USDT.
    case ticker = 2
}

/// How the price of a row is written: its number of decimals, and who it comes from.
public struct Pricing: Hashable, Sendable {
    /// 0 to 32.
    public var decimals: UInt8
    public var source: PriceSource

    public init(decimals: UInt8, source: PriceSource) {
        self.decimals = decimals
        self.source = source
    }

    public static let none = Pricing(decimals: 0, source: .none)
}

/// The changes over one hour and seven days, which move with each listing.
public struct Trend: Hashable, Sendable {
    public var hour: Percent?
    public var week: Percent?

    public init(hour: Percent?, week: Percent?) {
        self.hour = hour
        self.week = week
    }
}

/// What changes slowly: the place in the listing, and the coins in circulation.
public struct Fundamentals: Hashable, Sendable {
    /// By market cap, from 1.
    public var rank: UInt32?
    /// In whole coins.
    public var supply: UInt64?

    public init(rank: UInt32?, supply: UInt64?) {
        self.rank = rank
        self.supply = supply
    }
}

/// Everything that the market table holds of one row.
public struct Quote: Hashable, Sendable {
    public var instrument: Instrument
    public var pricing: Pricing
    /// The price times ten to the power of `pricing.decimals`; nil: not known.
    public var mantissa: UInt64?
    public var dayChange: Percent?
    public var trend: Trend
    /// In whole USD over 24 hours.
    public var volume: UInt64?
    public var fundamentals: Fundamentals
    public var isDelisted: Bool

    /// The price in digits, with all of the row's decimals.
    public var priceText: String? {
        mantissa.map { ExactDecimal.plainText(mantissa: Int64(clamping: $0), exponent: -Int(pricing.decimals)) }
    }

    /// For sorting and drawing.
    public var approximatePrice: Double? {
        mantissa.map { ExactDecimal.approximate(mantissa: $0, decimals: Int(pricing.decimals)) }
    }

    /// In USD: price times supply.
    public var approximateMarketCap: Double? {
        guard let price = approximatePrice, let supply = fundamentals.supply else { return nil }
        return price * Double(supply)
    }
}
