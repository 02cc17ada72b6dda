/// Rows that have been made, for as long as what they were made of stays as it is: between two ticks a key moves the
/// selection and nothing else.
struct QuoteMemory {
    /// All that rows are made of.
    struct Source: Equatable {
        /// The hash of the market.
        var market: UInt64
        /// The hash of the market that trends were last sampled from.
        var sampled: UInt64?
        var favoritesGeneration: Int
        var flashTick: Int
        var showsFlashes: Bool
        var filter: String
    }

    /// More than any screen shows: who scrolls through thousands need not keep them.
    private static let countMax = 256

    private var source: Source?
    private var rows: [Int: QuoteRow] = [:]
    /// When the first of them is no longer true.
    private var end: ContinuousClock.Instant?

    mutating func follow(_ source: Source, at now: ContinuousClock.Instant) {
        if self.source == source, end.map({ now < $0 }) ?? true { return }
        self.source = source
        forget()
    }

    /// - Parameter row: of the market.
    subscript(row: Int) -> QuoteRow? { rows[row] }

    /// - Parameter end: nil: for good.
    mutating func keep(_ made: QuoteRow, row: Int, until end: ContinuousClock.Instant?) {
        if rows.count == Self.countMax { forget() }
        rows[row] = made
        self.end = [self.end, end].compactMap { $0 }.min()
    }

    private mutating func forget() { (rows, end) = ([:], nil) }
}
