internal import Shared

extension PickerViewModel where Value == CoinID {
    /// The choice of a coin of the market, the largest coin first. Coins that come later are added.
    /// - Parameters:
    ///   - title: what the coin is for, in a few words.
    ///   - verb: what a choice does, in a word.
    ///   - excluded: coins that cannot be chosen.
    static func coins(
        _ title: String,
        verb: String = "choose",
        of session: Session,
        without excluded: Set<CoinID> = [],
        tabs: TabsViewModel
    ) -> PickerViewModel<CoinID> {
        let items = Derived<Int, [PickerItem<CoinID>]>([])
        let absence = { @MainActor () -> PickerAbsence in
            // Where the market has coins, all of them are excluded.
            session.market.table.count == 0 ? .noCoins(why: session.marketAbsence) : .nothing
        }
        return PickerViewModel(title, verb: verb, tabs: tabs, absence: absence) {
            let market = session.market.table
            return items.follow(market.count) { Self.items(of: market, without: excluded) }
        }
    }

    private static func items(of market: MarketTable, without excluded: Set<CoinID>) -> [PickerItem<CoinID>] {
        let rows = FilterMatch.best(
            of: (0..<market.count).filter { !excluded.contains(market.instrument(ofRow: $0).coin) },
            match: { _ in .symbol },
            rank: { market[$0].fundamentals.rank }
        )
        return rows.map { row in
            let instrument = market.instrument(ofRow: row)
            return PickerItem(value: instrument.coin, title: "\(instrument.symbol) \(instrument.name)")
        }
    }
}
