import Shared

/// What every table that stands at a position must be, whatever frames brought it there.
@MainActor
final class MarketLog {
    private var hashes: [MarketPosition: UInt64] = [:]

    func note(_ table: MarketTable, epoch: MarketEpoch) {
        // While a server has no rows, its terminals show those of the server before it.
        guard table.count > 0 else { return }
        hashes[MarketPosition(epoch: epoch, sequence: table.sequence)] = table.hash
    }

    /// - Returns: nil for a position that the server never had, or had without rows.
    func hash(at position: MarketPosition) -> UInt64? { hashes[position] }
}
