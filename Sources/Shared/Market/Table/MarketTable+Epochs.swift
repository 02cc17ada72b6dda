/// Leads the table of one epoch into the next.
extension MarketTable {
    /// A new epoch continues the count this far beyond the end of its parent. So all of its sequences are above those
    /// that another node may have reached in the old epoch meanwhile, for two weeks at ten steps a second.
    public static let epochStride: UInt64 = 1 << 24

    /// The same table at the first sequence of the next epoch.
    public var leapt: MarketTable {
        var table = self
        table.leap()
        return table
    }

    /// The diff that brings a replica with this table to the table of another epoch.
    /// - Returns: nil if no diff can do that: the other table lacks rows or sources of this one, numbers them
    ///   differently, or its sequence is not higher.
    public func difference(to newer: MarketTable) -> MarketDiff? {
        guard newer.sequence > sequence, hasNumbers(of: newer) else { return nil }
        var table = self
        let changes = table.merge(newer.changes(in: 0..<newer.count), sequence: newer.sequence)
        return MarketDiff(from: sequence, to: newer.sequence, time: newer.time, hashes: newer.hashes, changes: changes)
    }

    /// Whether each row is the same coin in another table, and each number the same source.
    private func hasNumbers(of other: MarketTable) -> Bool {
        guard count <= other.count, sources.count <= other.sources.count else { return false }
        return zip(columns.instruments.values, other.columns.instruments.values).allSatisfy { $0.coin == $1.coin }
            && zip(sources, other.sources).allSatisfy { $0.number == $1.number && $0.name == $1.name }
    }
}
