package import Shared

/// An answer of a source that had something new.
package struct MarketPoll: Sendable {
    let source: SourceNumber
    /// The rows whose price was in the answer, changed or not, ascending. Prices that were held back or only repeated
    /// are left out.
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
