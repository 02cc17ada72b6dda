/// Places values on a height of rows: the lowest at the bottom, the highest at the top. A row has eight levels.
package struct ValueScale: Hashable, Sendable {
    package static let levelsPerRow = 8

    package let lower: Double
    package let upper: Double
    package let rows: Int

    /// - Parameter margin: the share of the range that is left free above and below.
    package init(from lowest: Double, to highest: Double, rows: Int, margin: Double = 0) {
        self.rows = max(1, rows)
        // A price that stands still is a line in the middle.
        let span = highest > lowest ? highest - lowest : max(abs(highest) * 0.02, .leastNormalMagnitude)
        let middle = highest > lowest ? 0 : span / 2
        lower = lowest - middle - span * margin
        upper = highest + middle + span * margin
    }

    package var levels: Int { rows * Self.levelsPerRow }

    /// Counted from the bottom, from 0; what lies outside is held to the nearest end.
    package func level(of value: Double) -> Int {
        let share = (value - lower) / (upper - lower)
        return Int((min(1, max(0, share)) * Double(levels)).rounded())
    }

    /// Counted from the top, from 0; nil for what lies outside.
    package func row(of value: Double) -> Int? {
        guard value >= lower, value <= upper else { return nil }
        return rows - 1 - min(level(of: value), levels - 1) / Self.levelsPerRow
    }

    /// Round values on this scale, about as many as asked for at most.
    package func ticks(countMax: Int, exponentMin: Int = -300) -> [RoundValue] {
        RoundValue.values(from: lower, to: upper, countMax: countMax, exponentMin: exponentMin)
    }
}
