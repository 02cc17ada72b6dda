/// How far one connection has come with the market. One number, however slow the client is: nothing is queued for it.
///
/// The next frame is chosen only when the last one is written, so a connection costs the server at most one market frame.
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

    /// What to send.
    enum Frame: Hashable {
        case part(rows: Range<Int>, sequence: UInt64, isLast: Bool)
        case diff(since: UInt64)
    }

    /// Keeps a part of the longest rows (see `Instrument.symbolBytesMax`, `nameBytesMax`) under 64 KiB.
    static let rowsPerPart = 400
    /// A client may have a tick from another event loop before this loop has it. Loops are never so many ticks apart: a
    /// client that claims more is mistaken, and gets a snapshot.
    static let leadMax: UInt64 = 64

    private(set) var position: Position
    private(set) var isWriting = false

    init(_ position: Position) { self.position = position }

    /// - Parameter resume: what the client holds of this epoch; nil: nothing.
    static func starting(resume: UInt64?) -> MarketFlow {
        MarketFlow(resume.map { .at(sequence: $0) } ?? .snapshotDue)
    }

    /// - Returns: false if a snapshot is on its way already, or no market is wanted.
    mutating func restartWithSnapshot() -> Bool {
        guard case .at = position else { return false }
        position = .snapshotDue
        return true
    }

    /// The chosen frame is not sent after all, because it is too large.
    mutating func replaceBySnapshot() { (position, isWriting) = (.snapshotDue, false) }

    /// Chooses the next frame for a table of `rowCount` rows at `sequence`, and counts it as being written.
    mutating func next(sequence: UInt64, rowCount: Int, rowsPerPart: Int = Self.rowsPerPart) -> Frame? {
        if isWriting { return nil }
        switch position {
        case .none: return nil
        case .at(let sent) where sent < sequence:
            position = .at(sequence: sequence)
            isWriting = true
            return .diff(since: sent)
        // The client waits until this loop reaches it: within an epoch nobody goes back.
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
