internal import Shared

/// Writes prices on an axis: with as many digits as make a difference there, and all with the same decimals.
struct PriceAxis: Equatable, Sendable {
    /// More digits than these make no difference at the height of a screen.
    private static let digitsMax = 8
    private static let digitsBehindZeros = 5

    let decimals: Int

    /// - Parameters:
    ///   - highest: the highest of all prices.
    ///   - decimals: how many decimals prices have.
    init(highest: Double, decimals: Int) {
        let digits = Self.digitsBeforePoint(highest)
        let wanted = digits > 0 ? Self.digitsMax - digits : Self.digitsBehindZeros - digits
        self.decimals = max(0, min(decimals, wanted))
    }

    /// - Returns: nil if there is no room for the digits.
    func text(_ price: Double) -> PriceText? {
        var scaled = price
        for _ in 0..<decimals { scaled *= 10 }
        return Int64(exactly: scaled.rounded()).map {
            PriceText(ExactDecimal.plainText(mantissa: $0, exponent: -decimals))
        }
    }

    /// How many digits stand before the point. A negative number counts the zeros after it.
    private static func digitsBeforePoint(_ value: Double) -> Int {
        guard value > 0, value.isFinite else { return 1 }
        var (digits, rest) = (0, value)
        while rest >= 1 { (digits, rest) = (digits + 1, rest / 10) }
        while rest < 0.1, digits > -ExactDecimal.decimalsMax { (digits, rest) = (digits - 1, rest * 10) }
        return digits
    }
}
