/// One of the coins that a chart compares: its closes at the times of the chart's own candles.
struct ComparedLine: Equatable, Sendable {
    /// The coin's symbol.
    let name: String
    let ink: ChartInk
    /// One value for each of the chart's candles; nil before the coin's first candle.
    let values: [Double?]
    /// The words in place of a missing value.
    var note: String?

    /// The values of the visible candles, in percent of the first visible close.
    func rebased(in range: Range<Int>) -> ComparedLine {
        let seen = range.map { values.indices.contains($0) ? values[$0] : nil }
        let base = seen.first { $0 ?? 0 > 0 } ?? nil
        let shares = seen.map { value in base.flatMap { base in value.map { $0 / base * 100 } } }
        return ComparedLine(name: name, ink: ink, values: shares, note: note)
    }
}
