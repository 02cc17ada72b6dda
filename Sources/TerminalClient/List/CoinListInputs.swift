internal import Shared

extension CoinListModel {
    /// All that the content is made of.
    struct Inputs: Equatable {
        var market: Market
        var query: ListQuery
        var rows: QuoteBoard.Source
        var selection: Selection
        var window: ListWindow
        var chart: CoinID?
    }

    struct Market: Equatable {
        var sequence: UInt64
        var time: MarketTime
        var count: Int
    }

    /// The selection is a coin, not a place: it stays on it when prices change the order.
    struct Selection: Equatable {
        /// The coin that the user went to.
        var chosen: CoinID?
        /// The coin that was shown as selected last, whether or not the user went to it: what keys are about.
        var shown: CoinID?
        /// Where the selection goes when its coin is no longer listed.
        var place = 0
        /// The coin that the user went to before typing into the filter.
        var beforeFilter: CoinID?
    }
}
