internal import Shared

/// The figures of all holdings at the present prices. The screen and the report both show these.
struct HoldingsSummary: Sendable {
    /// The most valuable coin comes first.
    let figures: [HoldingFigures]
    let totals: HoldingTotals
    /// The prices behind the values, in the order of the figures. No price changes the value of what was sold.
    let quotes: [Quote]

    /// The coins that are held and have no price, so that the totals leave them out.
    var unpriced: [CoinID] { figures.filter { $0.value == nil && !$0.amount.isZero }.map(\.coin) }

    init(_ portfolio: Portfolio, in market: MarketTable, _ money: ShownCurrency) {
        figures = portfolio.coins.map { HoldingFigures($0, $1, price: money.price(of: $0, in: market)) }
            .sorted { ($0.value ?? .zero, $1.coin) > ($1.value ?? .zero, $0.coin) }
        totals = HoldingTotals(figures)
        quotes = figures.filter { !$0.amount.isZero }.compactMap { market.pricedQuote(of: $0.coin) }
    }
}
