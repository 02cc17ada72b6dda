/// One of several coins that a chart compares: its closes beside the chart's own candles.
struct ComparedLine: Equatable, Sendable {
    /// Its symbol.
    let name: String
    let ink: ChartInk
    /// One for each of the chart's candles; nil where the coin has none yet.
    let values: [Double?]
    /// What is said where there is no value.
    var note: String?

    /// In percent of the first close that is seen, for the candles that are seen.
    func rebased(in range: Range<Int>) -> ComparedLine {
        let seen = range.map { values.indices.contains($0) ? values[$0] : nil }
        let base = seen.first { $0 ?? 0 > 0 } ?? nil
        let shares = seen.map { value in base.flatMap { base in value.map { $0 / base * 100 } } }
        return ComparedLine(name: name, ink: ink, values: shares, note: note)
    }
}
