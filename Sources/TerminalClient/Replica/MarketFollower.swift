package import Shared

/// A replica of the server's market: takes parts of snapshots and diffs, and says when it needs a snapshot.
package struct MarketFollower: Sendable {
    /// What is shown: the last whole table, or while the first snapshot comes in, what has come of it.
    package private(set) var table = MarketTable()
    /// Whether a whole snapshot has come since this replica began.
    package private(set) var isComplete = false
    private var epoch: MarketEpoch?
    /// A snapshot that is coming in; the old table is shown until it is whole, so that no screen goes blank.
    private var incoming: MarketTable?
    private var awaitsSnapshot = false

    package init() {}

    /// Where to resume after a lost connection; nil: with a snapshot.
    package var position: MarketPosition? {
        guard isComplete, !awaitsSnapshot, let epoch else { return nil }
        return MarketPosition(epoch: epoch, sequence: table.sequence)
    }

    /// To be called when a connection begins: a half snapshot of the last one is worth nothing.
    package mutating func connected() {
        incoming = nil
        awaitsSnapshot = position == nil
    }

    /// - Returns: an error if a snapshot must be asked for.
    package mutating func receive(_ part: MarketPart) -> MarketTableError? {
        do throws(MarketTableError) {
            var table = part.firstRow == 0 ? MarketTable() : incoming ?? MarketTable()
            try table.append(part)
            incoming = part.isLast ? nil : table
            if part.isLast || !isComplete { self.table = table }
            if part.isLast { (isComplete, awaitsSnapshot, epoch) = (true, false, part.epoch) }
            return nil
        } catch {
            return restart(error)
        }
    }

    /// - Returns: an error if a snapshot must be asked for.
    package mutating func receive(_ diff: MarketDiff) -> MarketTableError? {
        // On its way before the server heard that a snapshot is wanted.
        if awaitsSnapshot { return nil }
        do throws(MarketTableError) {
            try table.apply(diff)
            return nil
        } catch {
            return restart(error)
        }
    }

    private mutating func restart(_ error: MarketTableError) -> MarketTableError {
        incoming = nil
        awaitsSnapshot = true
        return error
    }
}
