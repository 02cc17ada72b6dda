/// A replica of the server's market. It takes parts of snapshots and diffs, and says when it needs a snapshot.
package struct MarketFollower: Sendable {
    /// The server's market, as far as it has arrived.
    package private(set) var replica = MarketTable()
    /// The rows of an earlier connection, shown while a newly started server has no rows because its sources do not
    /// answer.
    private var held: MarketTable?
    /// Whether a whole snapshot has come since this replica began.
    package private(set) var isComplete = false
    private var epoch: MarketEpoch?
    /// The epoch into which the next diff leads.
    private var nextEpoch: MarketEpoch?
    /// A snapshot that is arriving. The old table is shown until the new one is whole, so that no screen goes blank.
    private var incoming: Incoming?
    private var awaitsSnapshot = false
    /// Each number stands for another table: the sequences of two tables cannot be compared.
    package private(set) var generation = 0

    private struct Incoming {
        var table = MarketTable()
        var epoch: MarketEpoch
        /// All parts have come, but the diff that completes them has not.
        var awaitsDiff = false
    }

    package init() {}

    /// A replica that begins with a whole table.
    package init(_ table: MarketTable, at epoch: MarketEpoch) {
        (replica, self.epoch, isComplete) = (table, epoch, true)
    }

    /// The table to show: the last whole one, or the parts of the first snapshot that have come.
    package var table: MarketTable { held ?? replica }

    /// The sequence that this connection has reached, which may not be the shown one.
    package var sequence: UInt64 { replica.sequence }

    /// Whether the next diff completes a snapshot.
    package var awaitsDiff: Bool { incoming?.awaitsDiff == true }

    /// Where to resume after a lost connection; nil: ask for a snapshot.
    package var position: MarketPosition? {
        guard isComplete, !awaitsSnapshot, let epoch else { return nil }
        return MarketPosition(epoch: epoch, sequence: replica.sequence)
    }

    /// Call it when a connection begins. It drops a half snapshot of the last one.
    package mutating func connected() {
        (incoming, nextEpoch) = (nil, nil)
        awaitsSnapshot = position == nil
    }

    /// - Returns: an error if a snapshot is needed.
    package mutating func receive(_ part: MarketPart) -> MarketTableError? {
        do throws(MarketTableError) {
            let begins = part.firstRow == 0
            var new = (begins ? nil : incoming) ?? Incoming(epoch: part.epoch)
            try new.table.append(part)
            new.awaitsDiff = part.diffFollows
            incoming = new
            if part.isLast, !new.awaitsDiff { complete(new) } else if !isComplete { replace(by: new.table) }
            return nil
        } catch {
            return restart(error)
        }
    }

    /// - Returns: an error if a snapshot is needed.
    package mutating func receive(_ diff: MarketDiff) -> MarketTableError? {
        do throws(MarketTableError) {
            if var new = incoming, new.awaitsDiff {
                try new.table.apply(diff)
                complete(new)
                return nil
            }
            // The server sent it before it heard that a snapshot is wanted.
            if awaitsSnapshot { return nil }
            try replica.apply(diff)
            if let nextEpoch { (epoch, self.nextEpoch) = (nextEpoch, nil) }
            hold(held)
            return nil
        } catch {
            return restart(error)
        }
    }

    /// The market goes on in another epoch. The next diff leads there from this replica's position. Parts that have come
    /// are of the old epoch.
    package mutating func receive(_ news: NewEpoch) {
        incoming = nil
        if position != nil { nextEpoch = news.epoch }
    }

    /// Replaces a snapshot that is now complete by another table with the same cells. Unlike the snapshot's cells, the
    /// other table's say since when they have their values.
    package mutating func replace(snapshotBy table: MarketTable) { replica = table }

    private mutating func complete(_ snapshot: Incoming) {
        replace(by: snapshot.table)
        (incoming, isComplete, awaitsSnapshot, epoch, nextEpoch) = (nil, true, false, snapshot.epoch, nil)
    }

    private mutating func replace(by table: MarketTable) {
        let shown = self.table
        generation += 1
        replica = table
        hold(shown)
    }

    /// Keeps old rows, which are better than none, together with what the new server says about their sources.
    private mutating func hold(_ shown: MarketTable?) {
        let isOther = held != nil
        held = nil
        if replica.count == 0, let shown, shown.count > 0 { held = shown.held(beside: replica.sources) }
        if isOther || held != nil { generation += 1 }
    }

    private mutating func restart(_ error: MarketTableError) -> MarketTableError {
        incoming = nil
        awaitsSnapshot = true
        return error
    }
}
