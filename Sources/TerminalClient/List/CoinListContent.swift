internal import Shared

extension CoinListModel {
    /// What a list has to show: an immutable value, worked out once for each change.
    struct Content: Equatable {
        var list = PriceList()
        /// The place of the selected coin; nil in an empty list.
        var selected: Int?
        var coin: CoinID?
        /// The room for the open chart; nil while its coin is not in the list.
        var gap: ListWindow.Gap?
        var window = ListWindow()
        /// By place, from the first that is seen; nil for titles and for coins that the market does not have.
        var rows: [QuoteRow?] = []
        /// When the first of the rows is no longer true.
        var end: ContinuousClock.Instant?

        /// Nil for what is not in sight, and for a coin that the market does not have.
        func row(at place: Int) -> QuoteRow? {
            let index = place - window.range(count: list.items.count).lowerBound
            return rows.indices.contains(index) ? rows[index] : nil
        }

        /// The selected coin, where the market has it.
        var selectedRow: QuoteRow? { selected.flatMap(row(at:)) }

        static func == (one: Self, other: Self) -> Bool {
            (one.selected, one.coin, one.gap, one.window) == (other.selected, other.coin, other.gap, other.window)
                && one.end == other.end && one.rows.elementsEqual(other.rows) { $0 === $1 } && one.list == other.list
        }
    }
}
