internal import Shared
internal import TerminalKit

/// Moves a limit along a chart's scale in round steps, none of them larger than a row.
struct LimitStep: Equatable, Sendable {
    private let step: RoundValue

    /// - Parameter value: a place on the scale, because rows of a logarithmic scale differ in height.
    /// - Returns: nil if the scale has no height.
    init?(on scale: ValueScale, near value: Double) {
        let row = scale.row(of: value) ?? (value > scale.upper ? 0 : scale.rows - 1)
        let other = row > 0 ? row - 1 : row + 1
        let height = abs(scale.value(ofRow: row) - scale.value(ofRow: other))
        guard height > 0, height.isFinite else { return nil }
        var exponent = 15
        while exponent > -ExactDecimal.decimalsMax, RoundValue(mantissa: 1, exponent: exponent).value > height {
            exponent -= 1
        }
        let mantissa = [5, 2].first { RoundValue(mantissa: $0, exponent: exponent).value <= height } ?? 1
        step = RoundValue(mantissa: mantissa, exponent: exponent)
    }

    /// The round value nearest to this one; nil if it has too many digits.
    func nearest(to value: Double) -> ExactDecimal? { multiple((value / step.value).rounded()) }

    /// The round value this many steps above, or below if negative.
    func value(_ steps: Int, from value: Double) -> ExactDecimal? {
        // A value that differs from a multiple only by the rounding of Double counts as that multiple.
        let place = value / step.value
        let start = steps > 0 ? (place + 1e-6).rounded(.down) : (place - 1e-6).rounded(.up)
        return multiple(start + Double(steps))
    }

    /// A limit is above zero.
    private func multiple(_ count: Double) -> ExactDecimal? {
        guard let count = Int64(exactly: max(1, count)) else { return nil }
        let (mantissa, overflow) = count.multipliedReportingOverflow(by: Int64(step.mantissa))
        return overflow ? nil : try? ExactDecimal(mantissa: mantissa, exponent: step.exponent)
    }
}

extension ShownCurrency {
    /// An amount of this currency in dollars, with as many digits as a chart can tell apart.
    func dollars(_ amount: ExactDecimal) -> ExactDecimal? {
        guard let rate else { return amount }
        let dollars = BigDecimal(roundingToEightDigits: amount.approximate / rate.approximate)
        return dollars.flatMap { try? ExactDecimal(parsing: $0.plainText) }
    }
}

extension BigDecimal {
    /// - Returns: nil unless the value is above zero and can be written.
    fileprivate init?(roundingToEightDigits value: Double) {
        guard value > 0, value.isFinite else { return nil }
        var (scaled, decimals) = (value, 0)
        while scaled < 1e7, decimals < ExactDecimal.decimalsMax { (scaled, decimals) = (scaled * 10, decimals + 1) }
        guard let mantissa = Int64(exactly: scaled.rounded()) else { return nil }
        self.init(ExactDecimal.plainText(mantissa: mantissa, exponent: -decimals))
    }
}
