internal import Shared

/// One coin in words and figures, ready to be drawn. An object, so that who has drawn it knows it again.
final class QuoteRow: Sendable {
    let coin: CoinID
    let rank: String
    let isFavorite: Bool
    let symbol: String
    let name: String
    let price: PriceText?
    /// Nil where there is no price.
    let origin: PriceOrigin?
    let dayChange: ChangeText?
    let hourChange: ChangeText?
    let weekChange: ChangeText?
    let volume: String
    let marketCap: String
    /// The last minutes as this terminal has seen them.
    let trend: TrendBook.Trend?
    let isDelisted: Bool
    /// Which way the price has just moved.
    let flash: PriceFlashes.Direction?
    /// The price before that move.
    let previous: PriceText?
    /// The characters that the filter has found.
    let symbolMatch: Range<Int>?
    let nameMatch: Range<Int>?

    let badge: CoinBadge

    /// Whether the price is older than others of its source.
    var isOld: Bool { origin?.isOld ?? false }

    /// What stands where there is no figure.
    static let none = "–"

    init(
        _ quote: Quote,
        isFavorite: Bool,
        origin: PriceOrigin? = nil,
        flash: PriceFlashes.Direction? = nil,
        previous: UInt64? = nil,
        trend: TrendBook.Trend? = nil,
        filter: String = ""
    ) {
        coin = quote.instrument.coin
        rank = quote.fundamentals.rank.map(String.init) ?? Self.none
        self.isFavorite = isFavorite
        symbol = quote.instrument.symbol
        name = quote.instrument.name
        badge = CoinBadge(coin, symbol: symbol)
        price = quote.priceText.map(PriceText.init)
        self.origin = quote.mantissa == nil ? nil : origin
        dayChange = quote.dayChange.map(ChangeText.init)
        hourChange = quote.trend.hour.map(ChangeText.init)
        weekChange = quote.trend.week.map(ChangeText.init)
        volume = quote.volume.map { ShortAmount.text(Double($0)) } ?? Self.none
        marketCap = quote.approximateMarketCap.map(ShortAmount.text) ?? Self.none
        self.trend = quote.isDelisted ? nil : trend
        isDelisted = quote.isDelisted
        self.flash = quote.isDelisted ? nil : flash
        self.previous = previous.flatMap { mantissa in
            var before = quote
            before.mantissa = mantissa
            return before.priceText.map(PriceText.init)
        }
        symbolMatch = TextMatch.range(of: filter, in: symbol)
        nameMatch = TextMatch.range(of: filter, in: name)
    }
}
