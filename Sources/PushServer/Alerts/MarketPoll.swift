package import Shared

/// One answer of a source that prices coins, and that was news.
package struct MarketPoll: Sendable {
    let source: SourceNumber
    /// The rows whose price it told, changed or not, ascending: a price that was held back is not among them, nor one that the source
    /// only repeats.
    let rows: [Int]
    let time: MarketTime

    package init(_ source: SourceNumber, rows: some Sequence<Int>, at time: MarketTime) {
        (self.source, self.rows, self.time) = (source, rows.sorted(), time)
    }

    func hasHeard(_ row: Int) -> Bool {
        var (low, high) = (0, rows.count)
        while low < high {
            let middle = (low + high) / 2
            if rows[middle] < row { low = middle + 1 } else { high = middle }
        }
        return low < rows.count && rows[low] == row
    }
}
