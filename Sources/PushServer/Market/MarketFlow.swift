/// How far one connection has come with the market. One number, however slow the terminal is: nothing is queued for it.
///
/// The next frame is chosen only when the write of the last one has completed, so a connection costs the server at most
/// one market frame.
struct MarketFlow: Equatable {
    enum Position: Equatable {
        /// The terminal wants no market.
        case none
        /// A snapshot is on its way: rows below `nextRow` were sent. The diff that follows it starts at `sequence`.
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
    /// A terminal may have heard of a tick from another event loop before this one has it: it is as up to date as can be.
    /// Loops are never so many ticks apart; a terminal that claims more is mistaken.
    static let leadMax: UInt64 = 64

    private(set) var position: Position
    private(set) var isWriting = false

    init(_ position: Position) { self.position = position }

    /// A terminal that names where it stands gets a diff; one that knows nothing of this epoch gets a snapshot.
    static func starting(resume: UInt64?, sequence: UInt64) -> MarketFlow {
        guard let resume, resume <= sequence + leadMax else {
            return MarketFlow(.snapshot(nextRow: 0, sequence: sequence))
        }
        return MarketFlow(.at(sequence: resume))
    }

    /// - Returns: false if a snapshot is on its way already, or no market is wanted.
    mutating func restartWithSnapshot(sequence: UInt64) -> Bool {
        guard case .at = position else { return false }
        position = .snapshot(nextRow: 0, sequence: sequence)
        return true
    }

    /// The frame that was chosen is not sent after all, because it is too large.
    mutating func replaceBySnapshot(sequence: UInt64) {
        isWriting = false
        position = .snapshot(nextRow: 0, sequence: sequence)
    }

    /// Chooses the next frame for a table of `rowCount` rows at `sequence`, and counts it as being written.
    mutating func next(sequence: UInt64, rowCount: Int, rowsPerPart: Int = Self.rowsPerPart) -> Frame? {
        if isWriting { return nil }
        switch position {
        case .none: return nil
        case .at(let sent):
            if sent >= sequence { return nil }
            position = .at(sequence: sequence)
            isWriting = true
            return .diff(since: sent)
        case .snapshot(let row, let start):
            let end = min(row + rowsPerPart, rowCount)
            position = end == rowCount ? .at(sequence: start) : .snapshot(nextRow: end, sequence: start)
            isWriting = true
            return .part(rows: row..<end, sequence: start, isLast: end == rowCount)
        }
    }

    mutating func written() { isWriting = false }
}
