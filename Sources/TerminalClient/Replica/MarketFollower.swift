package import Shared

/// A replica of the server's market: takes parts of snapshots and diffs, and says when it needs a snapshot.
package struct MarketFollower: Sendable {
    /// What the server has, as far as it has come.
    private var replica = MarketTable()
    /// The rows of an earlier connection, while the server has none itself: it was started anew, and its sources do not answer.
    private var held: MarketTable?
    /// Whether a whole snapshot has come since this replica began.
    package private(set) var isComplete = false
    private var epoch: MarketEpoch?
    /// A snapshot that is coming in; the old table is shown until it is whole, so that no screen goes blank.
    private var incoming: MarketTable?
    private var awaitsSnapshot = false

    package init() {}

    /// What is shown: the last whole table, or while the first snapshot comes in, what has come of it.
    package var table: MarketTable { held ?? replica }

    /// How far this connection has come, whatever is shown.
    package var sequence: UInt64 { replica.sequence }

    /// Where to resume after a lost connection; nil: with a snapshot.
    package var position: MarketPosition? {
        guard isComplete, !awaitsSnapshot, let epoch else { return nil }
        return MarketPosition(epoch: epoch, sequence: replica.sequence)
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
            if part.isLast || !isComplete { replace(by: table) }
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
            try replica.apply(diff)
            hold(held)
            return nil
        } catch {
            return restart(error)
        }
    }

    private mutating func replace(by table: MarketTable) {
        let shown = self.table
        replica = table
        hold(shown)
    }

    /// Old rows are better than none, with what the new server says of its sources.
    private mutating func hold(_ shown: MarketTable?) {
        held = replica.count == 0 ? shown.map { $0.with(sources: replica.sources) } : nil
    }

    private mutating func restart(_ error: MarketTableError) -> MarketTableError {
        incoming = nil
        awaitsSnapshot = true
        return error
    }
}
