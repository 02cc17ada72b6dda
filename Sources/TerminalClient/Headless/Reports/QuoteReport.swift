package import Shared

/// A row of the market as JSON. Prices are text, so that every digit survives.
package struct QuoteReport: ReportRow, Sendable {
    package static var fields: [String] {
        MarketTable.figureNames + ["price", "currency", "price_usd", "source", "age_ms", "live", "closes_7d"]
    }

    private let figures: [(name: String, figure: MarketFigure)]
    private let price: String?
    /// With all digits of the source.
    private let dollars: String?
    private let money: ShownCurrency
    /// Nil if there is no price.
    private let age: PriceAge?
    /// Nil if weeks are not wanted.
    private let closes: [HourReport]??

    /// One close of a week.
    struct HourReport: Encodable, Sendable {
        let hour: String
        let close: String
    }

    /// - Parameters:
    ///   - row: the index of the row in the table.
    ///   - now: the server's time.
    ///   - money: the currency for the price.
    ///   - weeks: the closes of the last seven days, if they are wanted.
    package init(
        _ row: Int,
        of table: MarketTable,
        at now: MarketTime,
        in money: ShownCurrency = .usd,
        weeks: [CoinID: CoinWeek]? = nil
    ) {
        let quote = table[row]
        figures = table.figures(ofRow: row)
        (price, dollars) = (money.priceText(quote), quote.priceText)
        self.money = money
        age = quote.mantissa == nil ? nil : table.age(of: quote.pricing, at: now)
        closes = weeks.map { weeks in
            guard let week = weeks[quote.instrument.coin], !week.closes.isEmpty else { return nil }
            return week.closes.map { HourReport(hour: $0.hour.start.shortISO8601, close: $0.price.description) }
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        for (name, figure) in figures { try object.encode(figure, forKey: Key(name)) }
        try object.encode(price, forKey: Key("price"))
        try object.encode(money.name, forKey: Key("currency"))
        if !money.isUSD { try object.encode(dollars, forKey: Key("price_usd")) }
        try object.encode(age?.source.provider, forKey: Key("source"))
        try object.encode(age?.age?.milliseconds, forKey: Key("age_ms"))
        try object.encode(age?.isLive ?? false, forKey: Key("live"))
        if let closes { try object.encode(closes, forKey: Key("closes_7d")) }
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
