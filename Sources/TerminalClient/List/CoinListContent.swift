internal import Shared

extension CoinListModel {
    /// What a list shows: an immutable value, computed once for each change.
    struct Content: Equatable {
        var list = PriceList()
        /// The place of the selected coin; nil in an empty list.
        var selected: Int?
        var coin: CoinID?
        /// The room for the open chart; nil while its coin is not in the list.
        var gap: ListWindow.Gap?
        var window = ListWindow()
        /// The visible rows, from the first one on; nil for titles and for coins that the market does not have.
        var rows: [QuoteRow?] = []
        /// The earliest time at which one of the rows is no longer true.
        var end: ContinuousClock.Instant?
        /// The age of the oldest price of these rows, in words; nil if all are recent.
        var oldestAge: String?
        /// The time from which these words are no longer true. It moves with each price, so it is not compared.
        var oldestAgeEnd: ContinuousClock.Instant?

        /// Nil if the place is out of sight, or the market does not have its coin.
        func row(at place: Int) -> QuoteRow? {
            let index = place - window.range(count: list.items.count).lowerBound
            return rows.indices.contains(index) ? rows[index] : nil
        }

        /// The row of the selected coin, if the market has it.
        var selectedRow: QuoteRow? { selected.flatMap(row(at:)) }

        static func == (one: Self, other: Self) -> Bool {
            (one.selected, one.coin, one.gap, one.window) == (other.selected, other.coin, other.gap, other.window)
                && (one.end, one.oldestAge) == (other.end, other.oldestAge)
                && one.rows.elementsEqual(other.rows) { $0 === $1 } && one.list == other.list
        }
    }
}
