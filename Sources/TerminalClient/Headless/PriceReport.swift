package import Shared

/// A quote as JSON. Prices are text, so that every digit survives.
package struct QuoteReport: Encodable, Sendable {
    let id: UInt32
    let symbol: String
    let name: String
    let kind: String
    let rank: UInt32?
    let price: String?
    let priceSource: String?
    let change1h: Double?
    let change24h: Double?
    let change7d: Double?
    let volume24h: UInt64?
    let circulatingSupply: UInt64?

    enum CodingKeys: String, CodingKey {
        case id, symbol, name, kind, rank, price
        case priceSource = "price_source"
        case change1h = "change_1h"
        case change24h = "change_24h"
        case change7d = "change_7d"
        case volume24h = "volume_24h"
        case circulatingSupply = "circulating_supply"
    }

    package init(_ quote: Quote) {
        id = quote.instrument.coin.rawValue
        symbol = quote.instrument.symbol.printable
        name = quote.instrument.name.printable
        kind = quote.instrument.kind == .coin ? "coin" : "token"
        rank = quote.fundamentals.rank
        price = quote.priceText
        priceSource = quote.mantissa == nil ? nil : quote.pricing.source == .ticker ? "ticker" : "listing"
        change1h = quote.trend.hour.map(Self.points)
        change24h = quote.dayChange.map(Self.points)
        change7d = quote.trend.week.map(Self.points)
        volume24h = quote.volume
        circulatingSupply = quote.fundamentals.supply
    }

    private static func points(_ percent: Percent) -> Double { Double(percent.hundredths) / 100 }
}

/// A price table as plain text, for pipes and terminals alike.
package enum PriceTable {
    package static func text(of quotes: [Quote]) -> String {
        let head = ["RANK", "SYMBOL", "NAME", "PRICE", "24H %"]
        return TextTable.text(of: [head] + quotes.map(cells), isText: [false, true, true, false, false])
    }

    private static func cells(_ quote: Quote) -> [String] {
        [
            quote.fundamentals.rank.map { "\($0)" } ?? "-", quote.instrument.symbol.printable,
            quote.instrument.name.printable, quote.priceText ?? "-", quote.dayChange.map { "\($0)" } ?? "-",
        ]
    }
}

extension String {
    /// Without control characters: what came from the network cannot steer the terminal.
    package var printable: String { visible }
}
