internal import Shared

extension CoinListModel {
    /// Everything that the content depends on.
    struct Inputs: Equatable {
        var market: MarketMark
        var query: ListQuery
        var rows: QuoteBoard.Source
        var selection: Selection
        var window: ListWindow
        var chart: CoinID?

        func with(selection: Selection, window: ListWindow) -> Inputs {
            var inputs = self
            (inputs.selection, inputs.window) = (selection, window)
            return inputs
        }

        /// Whether rows that were made from the other value are true for this one.
        func hasRows(of other: Inputs?) -> Bool {
            market == other?.market && rows == other?.rows && query.filter == other?.query.filter
        }
    }

    /// The selection is a coin and not a place, so it stays on the coin when prices change the order.
    struct Selection: Equatable {
        /// The coin that the user selected.
        var chosen: CoinID?
        /// The coin that was last shown as selected, whether or not the user selected it. Keys act on it.
        var shown: CoinID?
        /// The place that the selection keeps when its coin is no longer listed.
        var place = 0
        /// The coin that was selected before the user typed into the filter.
        var beforeFilter: CoinID?
    }
}
