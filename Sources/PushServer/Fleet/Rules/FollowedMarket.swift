package import Shared

/// The market of a node that follows another one: the data from that node, and what this node's clients need after each
/// frame.
package struct FollowedMarket: Sendable {
    /// What the event loops have to do.
    package enum Step: Sendable {
        case nothing
        /// Hand the diff on with the bytes that it came in.
        case tick(MarketDiff)
        /// Go on in another epoch, then hand the diff on that leads there.
        case enter(MarketLineage, MarketDiff)
        /// Start over with another table.
        case replace(MarketTable, MarketLineage)
        /// The market here differs from that of the other node, which must send a snapshot.
        case needsSnapshot(sequence: UInt64)
    }

    private var follower = MarketFollower()
    /// None while no market is held that the clients here could go on from.
    package private(set) var lineage = MarketLineage.none
    /// The epoch into which the next diff leads.
    private var next: NewEpoch?
    /// The exchange rates that the clients here were told last; nil if there were none.
    package private(set) var rates: ExchangeRates?

    package init() {}

    /// The market that a leader had when it was replaced.
    init(_ table: MarketTable, _ lineage: MarketLineage, _ rates: ExchangeRates?) {
        (self.lineage, self.rates) = (lineage, rates)
        follower = MarketFollower(table, at: lineage.epoch)
    }

    package var table: MarketTable { follower.replica }
    /// Where to resume at another node; nil: from nothing.
    var position: MarketPosition? { follower.position }

    package mutating func connected() {
        follower.connected()
        next = nil
    }

    package mutating func received(_ news: NewEpoch) {
        guard position != nil, news.epoch != lineage.epoch else { return }
        follower.receive(news)
        next = news
    }

    /// Keeps the rates, unless they are of an earlier day. A new leader may send such rates.
    /// - Returns: whether to hand the rates on.
    package mutating func received(_ rates: ExchangeRates) -> Bool {
        if rates.isOlder(than: self.rates) { return false }
        self.rates = rates
        return true
    }

    package mutating func received(_ diff: MarketDiff) -> Step {
        let before = table.sequence
        if follower.awaitsDiff { return completed(from: table, by: follower.receive(diff)) }
        // A sequence has one table, so a diff that stays there has nothing that the clients here lack.
        if diff.to <= before, !diff.changes.isEmpty { return .nothing }
        if let error = follower.receive(diff) {
            // The wrong values are in this table and in no other, so no diff leads the clients here on from theirs.
            if case .hashMismatch = error { lineage = .none }
            return .needsSnapshot(sequence: before)
        }
        if table.sequence == before { return .nothing }
        guard let news = next else { return .tick(diff) }
        next = nil
        // The diff may leave out what changed in the new epoch and changed back. So this node can continue the new
        // epoch only from here on.
        lineage = lineage.followed(by: news.epoch, parent: news.parent, from: before, at: diff.to)
        return .enter(lineage, diff)
    }

    package mutating func received(_ part: MarketPart) -> Step {
        let old = part.isLast ? table : nil
        let error = follower.receive(part)
        guard let old, !follower.awaitsDiff else {
            return error == nil ? .nothing : .needsSnapshot(sequence: table.sequence)
        }
        return completed(from: old, by: error)
    }

    /// The last frame of a snapshot has come. If a diff leads to it from the table that the clients here have, they get the
    /// diff.
    /// - Parameter error: why that frame does not fit; nil if it fits.
    private mutating func completed(from old: MarketTable, by error: MarketTableError?) -> Step {
        guard error == nil, let epoch = follower.position?.epoch else { return .needsSnapshot(sequence: old.sequence) }
        next = nil
        let new = table
        var merged = old
        guard !lineage.isNone, let diff = old.difference(to: new), (try? merged.apply(diff)) != nil else {
            lineage = .beginning(epoch, at: new.sequence)
            return .replace(new, lineage)
        }
        follower.replace(snapshotBy: merged)
        lineage =
            epoch == lineage.epoch
            ? lineage.repaired(at: new.sequence)
            : lineage.followed(by: epoch, parent: nil, from: old.sequence, at: new.sequence)
        return .enter(lineage, diff)
    }
}
