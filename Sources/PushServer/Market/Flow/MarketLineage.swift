internal import Shared

/// The epoch of a node's market, and the positions of earlier epochs that its table continues.
package struct MarketLineage: Equatable, Sendable {
    /// How a client goes on from the position that it holds.
    enum Continuation: Equatable {
        case diff(since: UInt64)
        case snapshot
        /// The client is ahead of this node, which must catch up before it sends anything. Otherwise the client's prices
        /// would go back.
        case wait
    }

    /// The part of an earlier epoch that the table continues.
    struct Ancestor: Equatable {
        let epoch: MarketEpoch
        /// The sequence at which the node entered the epoch. The table does not know which values a client saw before it.
        let begin: UInt64
        /// Where the node left the epoch.
        let end: UInt64

        var last: MarketPosition { MarketPosition(epoch: epoch, sequence: end) }
        func contains(_ sequence: UInt64) -> Bool { begin <= sequence && sequence <= end }
    }

    /// A client may have a tick from another event loop before this loop has it. Loops never differ by more ticks than
    /// this. If a server that stands alone meets a client with a larger lead, the client is wrong and gets a snapshot.
    static let leadMax: UInt64 = 64
    /// Terms rise by single steps, so a client with a term that is this far ahead comes from somewhere else.
    static let termLeadMax: UInt32 = 1 << 16
    /// How many earlier epochs count. Leaders change seldom.
    static let ancestorsMax = 8

    let epoch: MarketEpoch
    /// The first sequence of this epoch from which the table can tell what has changed.
    let begin: UInt64
    /// The latest epoch first. Sequences rise from epoch to epoch.
    let ancestors: [Ancestor]
    /// Whether other nodes have the same market, so that a client may be ahead of this one.
    let isShared: Bool

    /// The market of a server that stands alone.
    static func alone(_ epoch: MarketEpoch) -> MarketLineage {
        MarketLineage(epoch: epoch, begin: 0, ancestors: [], isShared: false)
    }

    /// A node that has no market yet.
    static let none = MarketLineage(epoch: MarketEpoch(rawValue: 0), begin: 0, ancestors: [], isShared: true)

    /// The lineage of a node that has no earlier epochs and begins with a table at this sequence.
    static func beginning(_ epoch: MarketEpoch, at sequence: UInt64) -> MarketLineage {
        MarketLineage(epoch: epoch, begin: sequence, ancestors: [], isShared: true)
    }

    package var isNone: Bool { epoch == Self.none.epoch }

    /// The lineage after the table has gone on in another epoch.
    /// - Parameters:
    ///   - held: the sequence of the table before.
    ///   - parent: the latest position from which the new epoch's leader can continue it. This table may
    ///     have come further and can tell what has changed since.
    ///   - begin: the sequence at which this node enters the epoch.
    func followed(by epoch: MarketEpoch, parent: MarketPosition?, from held: UInt64, at begin: UInt64) -> MarketLineage
    {
        let told = parent?.epoch == self.epoch ? parent?.sequence ?? 0 : 0
        let latest = Ancestor(epoch: self.epoch, begin: self.begin, end: max(told, held))
        let ancestors = Array(([latest] + self.ancestors).prefix(Self.ancestorsMax))
        return MarketLineage(epoch: epoch, begin: begin, ancestors: ancestors, isShared: isShared)
    }

    /// The lineage after a snapshot of the same epoch has replaced the table.
    func repaired(at sequence: UInt64) -> MarketLineage {
        MarketLineage(epoch: epoch, begin: sequence, ancestors: ancestors, isShared: isShared)
    }

    /// The message to clients when the node enters this epoch; nil if it continues no other.
    var news: NewEpoch? { ancestors.first.map { NewEpoch(epoch: epoch, parent: $0.last) } }

    /// - Parameters:
    ///   - held: the client's position; nil if it has none.
    ///   - sequence: the sequence of the table.
    func continuation(of held: MarketPosition?, at sequence: UInt64) -> Continuation {
        if isNone { return .wait }
        guard let held else { return .snapshot }
        if held.epoch == epoch { return continuation(of: held.sequence, at: sequence) }
        if ancestors.contains(where: { $0.epoch == held.epoch && $0.contains(held.sequence) }) {
            return .diff(since: held.sequence)
        }
        return isShared && leads(held.epoch) ? .wait : .snapshot
    }

    /// How one of this node's clients goes on when the node has left `old`.
    /// - Parameter sent: the sequence up to which the client was served. A slow one may still be in an epoch before `old`.
    func continuation(ofOwn sent: UInt64, from old: MarketEpoch, at sequence: UInt64) -> Continuation {
        if ancestors.first?.epoch == old, ancestors.contains(where: { $0.contains(sent) }) { return .diff(since: sent) }
        return continuation(of: MarketPosition(epoch: old, sequence: sent), at: sequence)
    }

    private func continuation(of held: UInt64, at sequence: UInt64) -> Continuation {
        if held < begin { return .snapshot }
        // A diff is due as soon as the table is past the client.
        return isShared || held <= sequence + Self.leadMax ? .diff(since: held) : .snapshot
    }

    private func leads(_ other: MarketEpoch) -> Bool {
        other.term > epoch.term && other.term - epoch.term <= Self.termLeadMax
    }
}
