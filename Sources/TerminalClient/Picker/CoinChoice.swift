internal import Shared

extension PickerViewModel where Value == CoinID {
    /// The choice of a coin of the market, the largest coin first.
    /// - Parameter title: what the coin is for, in a few words.
    static func coins(_ title: String, of market: MarketTable, tabs: TabsViewModel) -> PickerViewModel<CoinID> {
        let rows = FilterMatch.best(
            of: Array(0..<market.count),
            match: { _ in .symbol },
            rank: { market[$0].fundamentals.rank }
        )
        let items = rows.map { row in
            let instrument = market.instrument(ofRow: row)
            return PickerItem(value: instrument.coin, title: "\(instrument.symbol) \(instrument.name)")
        }
        return PickerViewModel(title, tabs: tabs) { items }
    }
}
