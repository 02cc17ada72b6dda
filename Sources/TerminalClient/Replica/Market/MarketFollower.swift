package import Shared

/// A replica of the server's market. It takes parts of snapshots and diffs, and says when it needs a snapshot.
package struct MarketFollower: Sendable {
    /// The server's market as far as it has come.
    private var replica = MarketTable()
    /// The rows of an earlier connection, shown while a newly started server has no rows because its sources do not
    /// answer.
    private var held: MarketTable?
    /// Whether a whole snapshot has come since this replica began.
    package private(set) var isComplete = false
    private var epoch: MarketEpoch?
    /// A snapshot that is arriving. The old table is shown until the new one is whole, so that no screen goes blank.
    private var incoming: MarketTable?
    private var awaitsSnapshot = false
    /// Whether the shown table is an earlier process's, and the server has sent nothing newer yet.
    package private(set) var isCached = false
    /// Another number, another table: sequences of the two cannot be compared.
    package private(set) var generation = 0

    /// - Parameter cached: what an earlier process knew. It is shown, and resumed from.
    package init(cached: CachedMarket? = nil) {
        guard let cached else { return }
        (replica, epoch, isComplete, isCached) = (cached.table, cached.epoch, true, true)
    }

    /// The table to show: the last whole one, or the parts of the first snapshot that have come.
    package var table: MarketTable { held ?? replica }

    /// The sequence that this connection has reached, whatever is shown.
    package var sequence: UInt64 { replica.sequence }

    /// Where to resume after a lost connection; nil: ask for a snapshot.
    package var position: MarketPosition? {
        guard isComplete, !awaitsSnapshot, let epoch else { return nil }
        return MarketPosition(epoch: epoch, sequence: replica.sequence)
    }

    /// The server's market as far as it has come; nil while that is not the whole one.
    package var whole: CachedMarket? {
        position.map { CachedMarket(epoch: $0.epoch, table: replica) }
    }

    /// Call it when a connection begins. It drops a half snapshot of the last one.
    package mutating func connected() {
        incoming = nil
        awaitsSnapshot = position == nil
    }

    /// - Returns: an error if a snapshot is needed.
    package mutating func receive(_ part: MarketPart) -> MarketTableError? {
        do throws(MarketTableError) {
            var table = part.firstRow == 0 ? MarketTable() : incoming ?? MarketTable()
            try table.append(part)
            incoming = part.isLast ? nil : table
            if part.isLast || !isComplete { replace(by: table) }
            if part.isLast { (isComplete, isCached, awaitsSnapshot, epoch) = (true, false, false, part.epoch) }
            return nil
        } catch {
            return restart(error)
        }
    }

    /// - Returns: an error if a snapshot is needed.
    package mutating func receive(_ diff: MarketDiff) -> MarketTableError? {
        // The server sent it before it heard that a snapshot is wanted.
        if awaitsSnapshot { return nil }
        do throws(MarketTableError) {
            try replica.apply(diff)
            isCached = false
            hold(held)
            return nil
        } catch {
            return restart(error)
        }
    }

    private mutating func replace(by table: MarketTable) {
        let shown = self.table
        generation += 1
        replica = table
        hold(shown)
    }

    /// Keeps old rows, which are better than none, together with the new server's word on its sources.
    private mutating func hold(_ shown: MarketTable?) {
        let isOther = held != nil
        held = replica.count == 0 ? shown.map { $0.with(sources: replica.sources) } : nil
        if isOther || held != nil { generation += 1 }
    }

    private mutating func restart(_ error: MarketTableError) -> MarketTableError {
        incoming = nil
        awaitsSnapshot = true
        return error
    }
}
