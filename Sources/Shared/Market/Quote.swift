/// How the price of a row is written, which source it is from, and when it was heard if the source no longer confirms
/// it.
public struct Pricing: Hashable, Sendable {
    /// 0 to 32.
    public var decimals: UInt8
    public var source: SourceNumber
    /// In whole seconds, as on the wire; 0: with the source's last event.
    var heardSeconds: UInt32

    public init(decimals: UInt8, source: SourceNumber, heard: MarketTime? = nil) {
        self.decimals = decimals
        self.source = source
        // 0 has another meaning, and no price was heard in 1970.
        heardSeconds = heard.map { max(1, UInt32(clamping: $0.milliseconds / 1000)) } ?? 0
    }

    init(decimals: UInt8, source: SourceNumber, heardSeconds: UInt32) {
        (self.decimals, self.source, self.heardSeconds) = (decimals, source, heardSeconds)
    }

    public static let none = Pricing(decimals: 0, source: .none)

    /// When the price was last heard, to the second; nil: with the source's last event, which confirmed it.
    public var heard: MarketTime? { heardSeconds == 0 ? nil : MarketTime(seconds: Int64(heardSeconds)) }

    /// Whether mantissas can be compared like prices: they have the same number of decimals and the same source.
    public func isComparable(with other: Pricing) -> Bool { decimals == other.decimals && source == other.source }
}

/// The changes over one hour and over seven days, which move with each listing.
public struct Trend: Hashable, Sendable {
    public var hour: Percent?
    public var week: Percent?

    public init(hour: Percent?, week: Percent?) {
        self.hour = hour
        self.week = week
    }
}

/// Facts that change slowly: the rank in the listing, and the coins in circulation.
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

extension Quote {
    public var exactPrice: ExactDecimal? {
        mantissa.flatMap { try? ExactDecimal(mantissa: Int64(clamping: $0), exponent: -Int(pricing.decimals)) }
    }

    /// The price in digits, with all of the row's decimals.
    public var priceText: String? {
        mantissa.map { ExactDecimal.plainText(mantissa: Int64(clamping: $0), exponent: -Int(pricing.decimals)) }
    }

    /// For sorting and drawing.
    public var approximatePrice: Double? { approximate(mantissa) }

    /// A price with as many decimals as the row's, for sorting and drawing.
    public func approximate(_ mantissa: UInt64?) -> Double? {
        mantissa.map { ExactDecimal.approximate(mantissa: $0, decimals: Int(pricing.decimals)) }
    }

    /// The row with such a price in place of its own. So all prices are converted and written alike.
    public func at(_ mantissa: UInt64?) -> Quote {
        var quote = self
        quote.mantissa = mantissa
        return quote
    }

    /// In USD: price times supply.
    public var approximateMarketCap: Double? {
        guard let price = approximatePrice, let supply = fundamentals.supply else { return nil }
        return price * Double(supply)
    }
}
