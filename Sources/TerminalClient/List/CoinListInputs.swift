internal import Shared

extension CoinListModel {
    /// Everything that the content depends on.
    struct Inputs: Equatable {
        var market: MarketMark
        var query: ListQuery
        var rows: QuoteBoard.Source
        var selection: RowSelection<CoinID>
        var chart: CoinID?

        func with(_ selection: RowSelection<CoinID>) -> Inputs {
            var inputs = self
            inputs.selection = selection
            return inputs
        }

        /// Whether rows that were made from the other value are true for this one.
        func hasRows(of other: Inputs?) -> Bool {
            market == other?.market && rows == other?.rows && query.filter == other?.query.filter
        }
    }
}
