package import Shared

/// A few prices on one line, for a status bar.
package struct BarLine: Equatable, Sendable {
    /// One coin of the line.
    struct Item: Equatable, Sendable {
        let symbol: String
        /// With its currency unless that is the dollar; `-` if unknown.
        let price: String
        /// With its sign: `+2.31%`. Nil if unknown.
        let change: String?
        let trend: Trend
    }

    enum Trend: String, Equatable, Sendable {
        case up, down, flat
        /// The price's source is silent, or the server cannot be reached.
        case old
    }

    let items: [Item]

    package var isEmpty: Bool { items.isEmpty }

    /// - Parameters:
    ///   - quotes: in the order of the line.
    ///   - table: the market that they belong to.
    ///   - money: the currency for prices.
    ///   - isLive: whether the server can be reached.
    package init(_ quotes: [Quote], in table: MarketTable, money: ShownCurrency, isLive: Bool) {
        items = quotes.map { quote in
            let change = quote.dayChange.map { ChangeText($0) }
            let source = table.source(quote.pricing.source)
            let isOld = !isLive || table.isOld(quote.pricing) || source.map { $0.state != .live } ?? true
            return Item(
                symbol: quote.instrument.symbol.escaped,
                price: money.priceText(quote).map { PriceText($0).full + money.suffix } ?? "-",
                change: change.map { "\($0.withSign)" },
                trend: isOld ? .old : change?.trend ?? .flat
            )
        }
    }
}

extension ChangeText {
    fileprivate var trend: BarLine.Trend {
        switch direction {
        case .up: .up
        case .down: .down
        case .none: .flat
        }
    }
}
