internal import Shared
internal import TerminalKit

/// Writes the values of a chart's scale beside it.
struct AxisText: Equatable, Sendable {
    enum Unit: Equatable, Sendable {
        case price
        /// In percent of a base price, which is 0 %.
        case change(from: Double)
        /// Values that are already in percent of their base, so that 100 is no change.
        case share
    }

    let unit: Unit
    let prices: PriceAxis

    /// - Returns: nil if there is no room for the digits.
    func text(_ value: Double) -> PriceText? {
        switch unit {
        case .price: prices.text(value)
        case .change(let base): Self.percent((value / base - 1) * 100)
        case .share: Self.percent(value - 100)
        }
    }

    /// The round value of a tick, with no more digits than it has.
    func text(_ tick: RoundValue) -> PriceText? {
        switch unit {
        case .price: prices.text(tick.value)
        case .change: Self.percent(tick.value, decimals: max(0, -tick.exponent))
        case .share: Self.percent(tick.value - 100, decimals: max(0, -tick.exponent))
        }
    }

    /// A value of an indicator, which unlike a price may be below zero.
    func figure(_ value: Double) -> PriceText? {
        guard value < 0, let text = prices.text(-value) else { return prices.text(value) }
        return PriceText.fixed("-" + text.full)
    }

    /// A change with its sign.
    /// - Parameter decimals: nil: fewer decimals for larger values.
    private static func percent(_ value: Double, decimals: Int? = nil) -> PriceText? {
        let sign = value < 0 ? "-" : value > 0 ? "+" : ""
        let magnitude = abs(value)
        let decimals = decimals ?? (magnitude < 999.95 ? 2 : 0)
        guard magnitude < 1e6 else { return PriceText.fixed("\(sign)\(ShortAmount.text(magnitude))%") }
        var scaled = magnitude
        for _ in 0..<min(decimals, 8) { scaled *= 10 }
        guard let mantissa = Int64(exactly: scaled.rounded()) else { return nil }
        let number = ExactDecimal.plainText(mantissa: mantissa, exponent: -min(decimals, 8))
        return PriceText.fixed("\(mantissa == 0 ? "" : sign)\(PriceText(number).full)%")
    }
}
