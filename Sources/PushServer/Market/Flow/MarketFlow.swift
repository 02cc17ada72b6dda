/// How far one connection has followed the market. This is one number, however slow the client is, and nothing is
/// queued.
///
/// The next frame is chosen only when the last one is written. So a connection costs the server at most one market
/// frame.
struct MarketFlow: Equatable {
    enum Position: Equatable {
        /// The client wants no market.
        case none
        /// A snapshot begins with the next frame.
        case snapshotDue
        /// Rows below `nextRow` were sent. The diff that follows the snapshot starts at `sequence`.
        case snapshot(nextRow: Int, sequence: UInt64)
        case at(sequence: UInt64)
    }

    /// The next frame to send.
    enum Frame: Hashable {
        case part(rows: Range<Int>, sequence: UInt64, isLast: Bool)
        case diff(since: UInt64)
    }

    /// Keeps a part with the longest possible rows (see `Instrument.symbolBytesMax`, `nameBytesMax`) below 64 KiB.
    static let rowsPerPart = 400
    /// A client may have a tick from another event loop before this loop has it. Loops never differ by more ticks than
    /// this. A client that claims a larger lead is wrong, and gets a snapshot.
    static let leadMax: UInt64 = 64

    private(set) var position: Position
    private(set) var isWriting = false

    init(_ position: Position) { self.position = position }

    /// - Parameter resume: the client's sequence in this epoch; nil if it has none.
    static func starting(resume: UInt64?) -> MarketFlow {
        MarketFlow(resume.map { .at(sequence: $0) } ?? .snapshotDue)
    }

    /// - Returns: false if a snapshot is already on its way, or the client wants no market.
    mutating func restartWithSnapshot() -> Bool {
        guard case .at = position else { return false }
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
        case .none: return nil
        case .at(let sent) where sent < sequence:
            position = .at(sequence: sequence)
            isWriting = true
            return .diff(since: sent)
        // The client is ahead and waits until this loop catches up. Within an epoch, sequences never go back.
        case .at(let sent) where sent <= sequence + Self.leadMax: return nil
        case .at, .snapshotDue: return part(from: 0, at: sequence, rowCount, rowsPerPart)
        case .snapshot(let row, let start): return part(from: row, at: start, rowCount, rowsPerPart)
        }
    }

    private mutating func part(from row: Int, at start: UInt64, _ rowCount: Int, _ rowsPerPart: Int) -> Frame {
        let end = min(row + rowsPerPart, rowCount)
        position = end == rowCount ? .at(sequence: start) : .snapshot(nextRow: end, sequence: start)
        isWriting = true
        return .part(rows: row..<end, sequence: start, isLast: end == rowCount)
    }

    mutating func written() { isWriting = false }
}
