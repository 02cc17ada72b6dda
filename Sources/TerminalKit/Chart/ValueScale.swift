internal import PlatformKit

/// Maps values to rows: the lowest to the bottom, the highest to the top. A row has eight levels.
package struct ValueScale: Hashable, Sendable {
    /// What equal distances mean.
    package enum Kind: Hashable, Sendable {
        /// Equal differences.
        case linear
        /// Equal ratios. Values must be above zero.
        case logarithmic
        /// Equal differences, shown in percent of a value above zero, which is 0 %.
        case percent(of: Double)
    }

    package static let levelsPerRow = 8

    package let kind: Kind
    package let rows: Int
    /// The ends of the scale: values, or the logarithms of values.
    private let bottom: Double
    private let top: Double

    /// - Parameters:
    ///   - margin: the part of the height that stays free above and below.
    ///   - kind: if the values do not allow it, the scale is linear.
    package init(from lowest: Double, to highest: Double, rows: Int, margin: Double = 0, kind: Kind = .linear) {
        self.rows = max(1, rows)
        let kind = kind.possible(from: lowest)
        self.kind = kind
        let ends = kind == .logarithmic ? (lower: log(lowest), upper: log(highest)) : (lower: lowest, upper: highest)
        // A price that does not move is a line in the middle.
        let isFlat = !(ends.upper > ends.lower)
        let flatSpan = kind == .logarithmic ? 0.02 : max(abs(highest) * 0.02, .leastNormalMagnitude)
        let span = isFlat ? flatSpan : ends.upper - ends.lower
        let middle = isFlat ? span / 2 : 0
        bottom = ends.lower - middle - span * margin
        top = ends.upper + middle + span * margin
    }

    /// A linear scale for values on both sides of zero. Zero lies between two rows, so that columns can stand on it and
    /// hang from it.
    package init(around values: [Double], rows: Int) {
        let (highest, lowest) = (max(0, values.max() ?? 0), min(0, values.min() ?? 0))
        let rows = max(2, rows)
        let share = highest > lowest ? -lowest / (highest - lowest) : 0.5
        let below = max(1, min(rows - 1, Int((share * Double(rows)).rounded())))
        let perRow = max(highest / Double(rows - below), -lowest / Double(below), .leastNormalMagnitude)
        (self.rows, kind) = (rows, .linear)
        (bottom, top) = (-perRow * Double(below), perRow * Double(rows - below))
    }

    package var lower: Double { value(at: bottom) }
    package var upper: Double { value(at: top) }
    package var levels: Int { rows * Self.levelsPerRow }

    /// Counted from 0 at the bottom. A value outside is moved to the nearest end.
    package func level(of value: Double) -> Int {
        let share = (place(of: value) - bottom) / (top - bottom)
        return Int((min(1, max(0, share)) * Double(levels)).rounded())
    }

    /// Counted from 0 at the top; nil for a value outside.
    package func row(of value: Double) -> Int? {
        let place = place(of: value)
        guard place >= bottom, place <= top else { return nil }
        return rows - 1 - min(level(of: value), levels - 1) / Self.levelsPerRow
    }

    /// The value in the middle of a row, counted from 0 at the top.
    package func value(ofRow row: Int) -> Double {
        value(at: top - (top - bottom) * (Double(row) + 0.5) / Double(rows))
    }

    private func place(of value: Double) -> Double { kind == .logarithmic ? log(value) : value }
    private func value(at place: Double) -> Double { kind == .logarithmic ? exp(place) : place }
}

extension ValueScale.Kind {
    fileprivate func possible(from lowest: Double) -> Self {
        switch self {
        case .linear: .linear
        case .logarithmic: lowest > 0 ? self : .linear
        case .percent(let base): base > 0 && base.isFinite ? self : .linear
        }
    }
}

// MARK: Ticks
extension ValueScale {
    /// Round values on this scale, about as many as allowed. On a scale of percents, they are round percents.
    /// - Parameter exponentMin: the finest meaningful power of ten.
    package func ticks(countMax: Int, exponentMin: Int = -300) -> [RoundValue] {
        switch kind {
        case .linear: RoundValue.values(from: lower, to: upper, countMax: countMax, exponentMin: exponentMin)
        case .logarithmic: logarithmicTicks(countMax: countMax, exponentMin: exponentMin)
        case .percent(let base):
            RoundValue.values(
                from: (lower / base - 1) * 100,
                to: (upper / base - 1) * 100,
                countMax: countMax,
                exponentMin: -2
            )
        }
    }

    /// The value at a tick.
    package func value(of tick: RoundValue) -> Double {
        if case .percent(let base) = kind { base * (1 + tick.value / 100) } else { tick.value }
    }

    /// Ticks of a short span have equal differences, which look almost even. Those of a long span have about equal
    /// ratios.
    private func logarithmicTicks(countMax: Int, exponentMin: Int) -> [RoundValue] {
        guard countMax > 0 else { return [] }
        if upper / lower < 4 {
            // Slightly wider, because log and exp may have moved an end away from its round value.
            let ends = (lower: lower * (1 - 1e-12), upper: upper * (1 + 1e-12))
            return RoundValue.values(from: ends.lower, to: ends.upper, countMax: countMax, exponentMin: exponentMin)
                .filter { row(of: $0.value) != nil }
        }
        let decades = Int((bottom / log(10)).rounded(.down))...Int((top / log(10)).rounded(.up))
        for (mantissas, every) in [([1, 2, 3, 5, 7], 1), ([1, 2, 5], 1), ([1, 3], 1), ([1], 1), ([1], 2), ([1], 5)] {
            let ticks = decades.filter { $0 % every == 0 && $0 >= exponentMin }.flatMap { exponent in
                mantissas.map { RoundValue(mantissa: $0, exponent: exponent) }
            }
            let seen = ticks.filter { row(of: $0.value) != nil }
            if seen.count <= countMax { return seen }
        }
        return []
    }
}
