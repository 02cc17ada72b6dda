/// A round value for an axis, exactly: `mantissa × 10^exponent`.
package struct RoundValue: Hashable, Sendable {
    package let mantissa: Int
    package let exponent: Int

    package init(mantissa: Int, exponent: Int) {
        self.mantissa = mantissa
        self.exponent = exponent
    }

    package var value: Double { Double(mantissa).timesTen(to: exponent) }

    /// The multiples of 1, 2 or 5 times a power of ten between two values, as many as allowed.
    /// - Parameter exponentMin: the finest meaningful power of ten.
    package static func values(from lower: Double, to upper: Double, countMax: Int, exponentMin: Int = -300) -> [Self] {
        guard upper > lower, countMax > 0, lower.isFinite, upper.isFinite else { return [] }
        let step = step(atLeast: (upper - lower) / Double(countMax), exponentMin: exponentMin)
        // Beyond this, a Double cannot distinguish neighbors.
        guard max(abs(lower), abs(upper)) / step.value < 1e15 else { return [] }
        let first = Int((lower / step.value).rounded(.up))
        let last = Int((upper / step.value).rounded(.down))
        guard first <= last else { return [] }
        return (first...last).map { RoundValue(mantissa: $0 * step.mantissa, exponent: step.exponent) }
    }

    private static func step(atLeast wanted: Double, exponentMin: Int) -> RoundValue {
        var exponent = max(-300, exponentMin)
        // Slightly less is enough, because arithmetic may have moved a round number.
        let least = wanted * (1 - 1e-9)
        while 5.0.timesTen(to: exponent) < least, exponent < 300 { exponent += 1 }
        let factor = [1, 2].first { Double($0).timesTen(to: exponent) >= least } ?? 5
        return RoundValue(mantissa: factor, exponent: exponent)
    }
}

extension Double {
    /// Uses division, which keeps decimals as exact as possible: 3 / 10 is 0.3, and 3 * 0.1 is not.
    fileprivate func timesTen(to exponent: Int) -> Double {
        var power = 1.0
        for _ in 0..<abs(exponent) { power *= 10 }
        return exponent < 0 ? self / power : self * power
    }
}
