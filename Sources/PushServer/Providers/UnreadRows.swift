internal import Shared

/// A value that was read from a list of rows, without the unreadable ones.
package protocol ReadFromRows: Sendable {
    var goodRows: Int { get }
    var badRows: Int { get }
    /// Why the first bad row cannot be used.
    var firstBadRow: String? { get }
}

extension CoinListing: ReadFromRows {
    package var goodRows: Int { rowCount - badRows }
}

extension TickerBoard: ReadFromRows {
    package var goodRows: Int { tickers.count }
}

extension PairList: ReadFromRows {
    package var goodRows: Int { pairs.count }
}

extension CandleSeries: ReadFromRows {
    package var goodRows: Int { candles.count }
}

extension Revision: ReadFromRows where Value: ReadFromRows {
    package var goodRows: Int { value?.goodRows ?? 0 }
    package var badRows: Int { value?.badRows ?? 0 }
    package var firstBadRow: String? { value?.firstBadRow }
}

/// Reports unreadable rows to an operator: counts each row, and logs each fault once.
struct UnreadRows {
    private(set) var count = 0
    private var told: [Endpoint.WeightClass: (fault: Fault, time: MarketTime)] = [:]

    private struct Fault: Equatable {
        var bad: Int
        var first: String?
    }

    /// The same fault is logged again after this time.
    static let repetition = Duration.seconds(600)
    /// Another fault of the same endpoint is logged after this time, because a list that is requested each second may
    /// differ each time.
    static let newsInterval = Duration.seconds(60)

    init() {}

    /// - Returns: a line for the log, if there is something to report.
    mutating func note(_ rows: some ReadFromRows, of endpoint: Endpoint, at now: MarketTime) -> String? {
        count += rows.badRows
        guard rows.badRows > 0 else {
            // One coin's candles say nothing about another coin's.
            if !endpoint.isForOneCoin { told[endpoint.weightClass] = nil }
            return nil
        }
        let fault = Fault(bad: rows.badRows, first: rows.firstBadRow)
        if let last = told[endpoint.weightClass] {
            let pause = last.fault == fault ? Self.repetition : Self.newsInterval
            guard now.elapsed(since: last.time) >= pause else { return nil }
        }
        told[endpoint.weightClass] = (fault, now)
        let share = "\(rows.badRows) of \(rows.goodRows + rows.badRows) rows"
        let reason = rows.firstBadRow.map { "; the first: \($0)" } ?? ""
        return "\(share) of \(endpoint.host.provider) (\(endpoint)) cannot be used\(reason)"
    }
}
