import Shared

/// The only right table at each position, whatever frames led to it.
@MainActor
final class MarketLog {
    private var hashes: [MarketPosition: UInt64] = [:]

    func note(_ table: MarketTable, epoch: MarketEpoch) {
        // While a server has no rows, its terminals show those of the earlier server.
        guard table.count > 0 else { return }
        hashes[MarketPosition(epoch: epoch, sequence: table.sequence)] = table.hash
    }

    /// - Returns: nil for a position that the server never had, or had without rows.
    func hash(at position: MarketPosition) -> UInt64? { hashes[position] }
}
