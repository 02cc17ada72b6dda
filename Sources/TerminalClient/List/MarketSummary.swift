internal import Shared

/// The market in a few words, computed once for each change.
struct MarketSummary: Equatable, Sendable {
    /// `2.31T`
    let marketCap: String
    let volume: String
    /// `54.3%`; nil if the market has no Bitcoin.
    let bitcoinShare: String?
    let rising: String
    let falling: String

    /// - Returns: nil while the market has no figures yet.
    init?(_ totals: MarketTotals, in money: ShownCurrency = .usd) {
        guard totals.marketCap > 0 else { return nil }
        marketCap = money.prefix + ShortAmount.text(money.amount(totals.marketCap))
        volume = money.prefix + ShortAmount.text(money.amount(totals.volume))
        bitcoinShare = totals.bitcoinCap.map { bitcoin in
            let thousandths = Int((bitcoin / totals.marketCap * 1000).rounded())
            return "\(thousandths / 10).\(thousandths % 10)%"
        }
        rising = Grouping.thousands(totals.rising)
        falling = Grouping.thousands(totals.falling)
    }
}
