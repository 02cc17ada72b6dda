package import Shared

/// A row of the market as JSON. Prices are text, so that every digit survives.
package struct QuoteReport: Encodable, Sendable {
    private let figures: [(name: String, figure: MarketFigure)]
    private let price: String?
    /// Nil where there is no price.
    private let age: PriceAge?

    /// - Parameters:
    ///   - row: of the table.
    ///   - now: by the server's clock.
    package init(_ row: Int, of table: MarketTable, at now: MarketTime) {
        let quote = table[row]
        figures = table.figures(ofRow: row)
        price = quote.priceText
        age = quote.mantissa == nil ? nil : table.age(of: quote.pricing, at: now)
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        for (name, figure) in figures { try object.encode(figure, forKey: Key(name)) }
        try object.encode(price, forKey: Key("price"))
        try object.encode(age?.source.provider, forKey: Key("source"))
        try object.encode(age?.age?.milliseconds, forKey: Key("age_ms"))
        try object.encode(age?.isLive ?? false, forKey: Key("live"))
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

/// A price table as plain text, for pipes and terminals alike.
package enum PriceTable {
    package static func text(of quotes: [Quote]) -> String {
        let head = ["RANK", "SYMBOL", "NAME", "PRICE", "24H %"]
        return TextTable.text(of: [head] + quotes.map(cells), isText: [false, true, true, false, false])
    }

    private static func cells(_ quote: Quote) -> [String] {
        [
            quote.fundamentals.rank.map { "\($0)" } ?? "-", quote.instrument.symbol.escaped,
            quote.instrument.name.escaped, quote.priceText ?? "-", quote.dayChange.map { "\($0)" } ?? "-",
        ]
    }
}
