internal import Shared

extension MarketFlow.Frame {
    /// Makes the frame for a connection that is behind, from an event loop's replica of the market.
    func made(from market: MarketTable, epoch: MarketEpoch) -> ServerFrame {
        switch self {
        case .diff(let since): .marketDiff(market.diff(since: since))
        case .part(let rows, let sequence, let isLast):
            .snapshotPart(
                MarketPart(
                    epoch: epoch,
                    sequence: sequence,
                    firstRow: rows.lowerBound,
                    isLast: isLast,
                    time: market.time,
                    changes: market.changes(in: rows)
                )
            )
        }
    }
}
