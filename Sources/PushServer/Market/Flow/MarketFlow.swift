internal import Shared

/// How far one connection has followed the market. This is one number, however slow the client is, and nothing is
/// queued.
///
/// The next frame is chosen only when the last one is written. So a connection costs the server at most one market
/// frame.
struct MarketFlow: Equatable {
    enum Position: Equatable {
        /// The client wants no market.
        case none
        /// The client holds this position, or nothing, and the node has not come so far.
        case awaiting(MarketPosition?)
        /// A snapshot begins with the next frame.
        case snapshotDue
        /// Rows below `nextRow` were sent. The diff that follows the snapshot starts at `sequence`.
        case snapshot(nextRow: Int, sequence: UInt64)
        /// All parts were sent, and there are several. Rows of the later ones may be newer than `sequence`. The next frame is
        /// a diff that completes the snapshot, even if it has no changes.
        case parts(sequence: UInt64)
        /// The client holds this sequence, and does not know yet whether anything has changed since. A diff tells it, which
        /// may have no changes.
        case resuming(sequence: UInt64)
        case at(sequence: UInt64)
    }

    /// The next frame to send.
    enum Frame: Hashable {
        case part(rows: Range<Int>, sequence: UInt64, isLast: Bool)
        case diff(since: UInt64)
        /// The diff that completes a snapshot of several parts.
        case completion(since: UInt64)
    }

    /// Keeps a part with the longest possible rows (see `Instrument.symbolBytesMax`, `nameBytesMax`) below 64 KiB.
    static let rowsPerPart = 400
    private(set) var position: Position
    private(set) var isWriting = false

    init(_ position: Position) { self.position = position }

    /// - Parameter resume: the client's sequence in this epoch; nil if it has none.
    static func starting(resume: UInt64?) -> MarketFlow {
        MarketFlow(resume.map { .resuming(sequence: $0) } ?? .snapshotDue)
    }

    /// A client that begins, or goes on in another epoch.
    /// - Parameter held: the position that the client holds.
    static func starting(_ continuation: MarketLineage.Continuation, from held: MarketPosition?) -> MarketFlow {
        switch continuation {
        case .diff(let sequence): MarketFlow(.resuming(sequence: sequence))
        case .snapshot: MarketFlow(.snapshotDue)
        case .wait: MarketFlow(.awaiting(held))
        }
    }

    /// The node goes on in another epoch. A frame that is being written counts on.
    mutating func enter(_ lineage: MarketLineage, from old: MarketEpoch, at sequence: UInt64) {
        let (continuation, held): (MarketLineage.Continuation, MarketPosition?)
        switch position {
        case .none: return
        // The parts that the client has are of the old table.
        case .snapshotDue, .snapshot, .parts: (continuation, held) = (lineage.continuation(of: nil, at: sequence), nil)
        case .awaiting(let position):
            (continuation, held) = (lineage.continuation(of: position, at: sequence), position)
        case .resuming(let sent), .at(let sent):
            continuation = lineage.continuation(ofOwn: sent, from: old, at: sequence)
            held = MarketPosition(epoch: old, sequence: sent)
        }
        position = Self.starting(continuation, from: held).position
    }

    /// Whether the client gets diffs.
    var isFollowing: Bool {
        switch position {
        case .parts, .resuming, .at: true
        case .none, .awaiting, .snapshotDue, .snapshot: false
        }
    }

    /// Whether the client is ahead of a table at `sequence`.
    func isAhead(of sequence: UInt64) -> Bool {
        switch position {
        case .awaiting: true
        case .resuming(let sent), .at(let sent): sent > sequence
        case .none, .snapshotDue, .snapshot, .parts: false
        }
    }

    /// - Returns: false if a snapshot is already on its way, or the client wants no market.
    mutating func restartWithSnapshot() -> Bool {
        guard isFollowing else { return false }
        position = .snapshotDue
        return true
    }

    /// The chosen diff exceeds the frame limit, so a snapshot in parts replaces it.
    mutating func replaceBySnapshot() { (position, isWriting) = (.snapshotDue, false) }

    /// Chooses the next frame for a table of `rowCount` rows at `sequence`, and counts it as being written. `written`
    /// must follow once the socket has taken the frame, or `replaceBySnapshot`.
    /// - Returns: nil if no frame is due, or one is still being written.
    mutating func next(sequence: UInt64, rowCount: Int, rowsPerPart: Int = Self.rowsPerPart) -> Frame? {
        if isWriting { return nil }
        switch position {
        case .none, .awaiting: return nil
        case .at(let sent) where sent < sequence: return diff(.diff(since: sent), to: sequence)
        case .resuming(let sent) where sent <= sequence: return diff(.diff(since: sent), to: sequence)
        case .parts(let start): return diff(.completion(since: start), to: sequence)
        // A client that is ahead waits until this loop catches up. Within an epoch, sequences never go back.
        case .resuming, .at: return nil
        case .snapshotDue: return part(from: 0, at: sequence, rowCount, rowsPerPart)
        case .snapshot(let row, let start): return part(from: row, at: start, rowCount, rowsPerPart)
        }
    }

    private mutating func diff(_ frame: Frame, to sequence: UInt64) -> Frame {
        position = .at(sequence: sequence)
        isWriting = true
        return frame
    }

    private mutating func part(from row: Int, at start: UInt64, _ rowCount: Int, _ rowsPerPart: Int) -> Frame {
        let end = min(row + rowsPerPart, rowCount)
        position =
            switch end {
            case ..<rowCount: .snapshot(nextRow: end, sequence: start)
            case _ where row > 0: .parts(sequence: start)
            default: .at(sequence: start)
            }
        isWriting = true
        return .part(rows: row..<end, sequence: start, isLast: end == rowCount)
    }

    mutating func written() { isWriting = false }
}

extension MarketFlow.Frame {
    /// Makes the frame for a connection that is behind, from an event loop's replica of the market.
    func made(from market: MarketTable, epoch: MarketEpoch) -> ServerFrame {
        switch self {
        case .diff(let since), .completion(let since): .marketDiff(market.diff(since: since))
        case .part(let rows, let sequence, let isLast):
            .snapshotPart(
                MarketPart(
                    epoch: epoch,
                    sequence: sequence,
                    firstRow: rows.lowerBound,
                    isLast: isLast,
                    time: market.time,
                    changes: market.changes(in: rows),
                    diffFollows: isLast && rows.lowerBound > 0
                )
            )
        }
    }
}
