package import Shared

/// A price table as plain text, for pipes and terminals alike.
package enum PriceTable {
    /// - Parameters:
    ///   - table: the market that the quotes belong to.
    ///   - now: the server's time.
    ///   - money: the currency for prices.
    package static func text(
        of quotes: [Quote],
        in table: MarketTable,
        at now: MarketTime,
        money: ShownCurrency
    ) -> String {
        let head = columns.map { $0.plainTitle + ($0 == .price ? money.suffix : "") }
        let rows = quotes.map { quote in
            let pricing = quote.mantissa == nil ? nil : quote.pricing
            let origin = [
                pricing.flatMap { source(of: $0, in: table) }, pricing.flatMap { words(of: $0, in: table, at: now) },
            ]
            return (columns.map { $0.plainText(quote, money) } + origin).map { $0 ?? "-" }
        }
        return TextTable.text(
            of: [head + originHead] + rows,
            isText: columns.map { !$0.room.isOnTheRight } + [true, false]
        )
    }

    /// The columns before the source and the age of the price.
    private static let columns: [QuoteColumn] = [.rank, .symbol, .coinName, .price, .dayChange]

    /// The titles of the source and the age of prices.
    static let originHead = [QuoteColumn.source.plainTitle, "AGE"]

    /// The provider of a price.
    static func source(of pricing: Pricing, in table: MarketTable) -> String? {
        table.source(pricing.source)?.provider.escaped
    }

    /// `live`, or the age of a price. A listing's price is minutes old as soon as it comes, so it is never live.
    static func words(of pricing: Pricing, in table: MarketTable, at now: MarketTime) -> String? {
        guard let age = table.age(of: pricing, at: now) else { return nil }
        return age.isLive ? "live" : age.age.map(DurationText.words)
    }
}
