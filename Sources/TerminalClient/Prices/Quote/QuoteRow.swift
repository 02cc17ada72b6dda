internal import Shared

/// One coin in words and figures, ready to be drawn. It is an object, so that a view can recognize a row that it has
/// painted.
final class QuoteRow: Sendable {
    let quote: Quote
    let isFavorite: Bool
    let price: PriceText?
    /// The currency of the price.
    let money: ShownCurrency
    /// Nil if there is no price.
    let origin: PriceOrigin?
    /// The age of an old price; nil if it is less than ten seconds, or unknown.
    let age: String?
    /// The price over the last minutes, as this terminal has seen it.
    let trend: Sparkline?
    /// The price over the last seven days, from the server's closes.
    let week: Sparkline?
    /// The direction in which the price has just moved.
    let flash: PriceFlashes.Direction?
    /// The price before that move.
    let previous: PriceText?
    /// The characters that the filter matches.
    let symbolMatch: Range<Int>?
    let nameMatch: Range<Int>?

    let badge: CoinBadge

    var coin: CoinID { quote.instrument.coin }
    var symbol: String { quote.instrument.symbol }
    var name: String { quote.instrument.name }
    var isDelisted: Bool { quote.isDelisted }
    /// Whether the price is older than others of its source, or the source is silent.
    var isOld: Bool { origin?.isOld ?? false }

    /// Stands in place of an unknown figure.
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
