internal import Shared

extension PickerViewModel where Value == CoinID {
    /// The choice of a coin of the market, the largest coin first.
    /// - Parameters:
    ///   - title: what the coin is for, in a few words.
    ///   - verb: what a choice does, in a word.
    ///   - excluded: coins that cannot be chosen.
    static func coins(
        _ title: String,
        verb: String = "choose",
        of market: MarketTable,
        without excluded: Set<CoinID> = [],
        tabs: TabsViewModel
    ) -> PickerViewModel<CoinID> {
        let rows = FilterMatch.best(
            of: (0..<market.count).filter { !excluded.contains(market.instrument(ofRow: $0).coin) },
            match: { _ in .symbol },
            rank: { market[$0].fundamentals.rank }
        )
        let items = rows.map { row in
            let instrument = market.instrument(ofRow: row)
            return PickerItem(value: instrument.coin, title: "\(instrument.symbol) \(instrument.name)")
        }
        return PickerViewModel(title, verb: verb, tabs: tabs) { items }
    }
}
