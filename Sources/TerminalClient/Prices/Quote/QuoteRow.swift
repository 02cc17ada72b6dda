internal import Shared

/// One coin in words and figures, ready to be drawn. An object, so that who has drawn it knows it again.
final class QuoteRow: Sendable {
    let quote: Quote
    let isFavorite: Bool
    let price: PriceText?
    /// What it is in.
    let money: ShownCurrency
    /// Nil where there is no price.
    let origin: PriceOrigin?
    /// How old an old price is; nil for less than ten seconds, and where nobody knows.
    let age: String?
    /// The last minutes as this terminal has seen them.
    let trend: Sparkline?
    /// The last seven days, by the server's closes.
    let week: Sparkline?
    /// Which way the price has just moved.
    let flash: PriceFlashes.Direction?
    /// The price before that move.
    let previous: PriceText?
    /// The characters that the filter has found.
    let symbolMatch: Range<Int>?
    let nameMatch: Range<Int>?

    let badge: CoinBadge

    var coin: CoinID { quote.instrument.coin }
    var symbol: String { quote.instrument.symbol }
    var name: String { quote.instrument.name }
    var isDelisted: Bool { quote.isDelisted }
    /// Whether the price is older than others of its source, or the source is silent.
    var isOld: Bool { origin?.isOld ?? false }

    /// What stands where there is no figure.
    static let none = "–"

    init(
        _ quote: Quote,
        isFavorite: Bool,
        origin: PriceOrigin? = nil,
        age: String? = nil,
        flash: PriceFlashes.Direction? = nil,
        previous: UInt64? = nil,
        trend: Sparkline? = nil,
        week: Sparkline? = nil,
        money: ShownCurrency = .usd,
        filter: String = ""
    ) {
        self.quote = quote
        self.money = money
        self.isFavorite = isFavorite
        badge = CoinBadge(quote.instrument.coin, symbol: quote.instrument.symbol)
        price = money.priceText(quote).map(PriceText.init)
        self.origin = quote.mantissa == nil ? nil : origin
        self.age = quote.mantissa == nil ? nil : age
        self.trend = quote.isDelisted ? nil : trend
        self.week = quote.isDelisted ? nil : week
        self.flash = quote.isDelisted ? nil : flash
        self.previous = previous.flatMap { mantissa in
            var before = quote
            before.mantissa = mantissa
            return money.priceText(before).map(PriceText.init)
        }
        symbolMatch = TextMatch.range(of: filter, in: quote.instrument.symbol)
        nameMatch = TextMatch.range(of: filter, in: quote.instrument.name)
    }
}
