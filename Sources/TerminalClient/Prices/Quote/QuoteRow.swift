internal import Shared

/// One coin in words and figures, ready to be drawn. It is an object, so that a view can recognize a row that it has
/// painted.
final class QuoteRow: Sendable {
    /// Everything that a row is made of. A row that was made of the same is still true.
    struct Source: Equatable, Sendable {
        var quote: Quote
        var isFavorite = false
        var origin: PriceOrigin?
        /// The age of an old price, in words.
        var age: String?
        var flash: PriceFlashes.Direction?
        /// The price before that move, with as many decimals.
        var previous: UInt64?
        /// The hash of the market from which trends were last sampled.
        var sampled: UInt64?
        /// How many answers about weeks have come.
        var weeks = 0
        var money = ShownCurrency.usd
        var filter = ""
    }

    let source: Source
    let price: PriceText?
    /// The price over the last minutes, as this terminal has seen it.
    let trend: Sparkline?
    /// The price over the last seven days, from the server's closes.
    let week: Sparkline?
    /// The price before the move that lights it up.
    let previous: PriceText?
    /// The characters that the filter matches.
    let symbolMatch: Range<Int>?
    let nameMatch: Range<Int>?
    let badge: CoinBadge

    /// Stands in place of an unknown figure.
    static let none = "–"

    init(_ source: Source, trend: Sparkline? = nil, week: Sparkline? = nil) {
        self.source = source
        let (quote, money) = (source.quote, source.money)
        badge = CoinBadge(quote.instrument.coin, symbol: quote.instrument.symbol)
        price = money.priceText(quote).map(PriceText.init)
        self.trend = quote.isDelisted ? nil : trend
        self.week = quote.isDelisted ? nil : week
        previous = source.previous.flatMap { money.priceText(quote.at($0)).map(PriceText.init) }
        symbolMatch = TextMatch.range(of: source.filter, in: quote.instrument.symbol)
        nameMatch = TextMatch.range(of: source.filter, in: quote.instrument.name)
    }
}

extension QuoteRow {
    var quote: Quote { source.quote }
    var isFavorite: Bool { source.isFavorite }
    /// The currency of the price.
    var money: ShownCurrency { source.money }
    var coin: CoinID { quote.instrument.coin }
    var symbol: String { quote.instrument.symbol }
    var name: String { quote.instrument.name }
    var isDelisted: Bool { quote.isDelisted }
    /// Nil where there is no price.
    var origin: PriceOrigin? { quote.mantissa == nil ? nil : source.origin }
    /// The age of an old price; nil if it is below ten seconds or unknown.
    var age: String? { quote.mantissa == nil ? nil : source.age }
    /// Whether the price is older than others of its source, or the source is silent.
    var isOld: Bool { origin?.isOld ?? false }
    /// The direction in which the price has just moved.
    var flash: PriceFlashes.Direction? { isDelisted ? nil : source.flash }
}
