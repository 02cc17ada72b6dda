/// The price of one US dollar in a currency, as an exact fraction. Only results are rounded.
public struct Conversion: Hashable, Sendable {
    let numerator: ExactDecimal
    let denominator: ExactDecimal

    /// - Returns: nil unless both numbers are above 0.
    public init?(_ numerator: ExactDecimal, by denominator: ExactDecimal) {
        guard numerator.mantissa > 0, denominator.mantissa > 0 else { return nil }
        (self.numerator, self.denominator) = (numerator, denominator)
    }

    /// The conversion into a coin with this price in dollars.
    public init?(coinPrice: ExactDecimal) {
        guard let one = ExactDecimal.one else { return nil }
        self.init(one, by: coinPrice)
    }

    /// The conversion of the currency into dollars.
    public var inverse: Conversion? { Conversion(denominator, by: numerator) }

    /// For drawing, sorting and short amounts only.
    public var approximate: Double { numerator.approximate / denominator.approximate }

    /// The amount in the other currency with at most this many decimals: one division, rounded half to even.
    /// - Parameter decimals: 0 to 32.
    /// - Returns: nil if the result has more digits than an `ExactDecimal` can hold.
    public func converted(_ dollars: ExactDecimal, decimals: Int) -> ExactDecimal? {
        let product = UInt128(dollars.mantissa.magnitude) * UInt128(numerator.mantissa)
        let shift = decimals + dollars.exponent + numerator.exponent - denominator.exponent
        let quotient =
            shift < 0
            ? Self.quotient((0, product), by: UInt128(denominator.mantissa), tens: -shift)
            : Self.power(shift).flatMap {
                Self.quotient(product.multipliedFullWidth(by: $0), by: UInt128(denominator.mantissa))
            }
        guard let magnitude = quotient.flatMap({ Int64(exactly: $0) }) else { return nil }
        return try? ExactDecimal(mantissa: dollars.mantissa < 0 ? -magnitude : magnitude, exponent: -decimals)
    }

    /// - Parameter tens: the power of ten by which the divisor is multiplied.
    private static func quotient(
        _ dividend: (high: UInt128, low: UInt128),
        by divisor: UInt128,
        tens: Int
    ) -> UInt128? {
        // The dividend is below 2^127. With a divisor that does not fit, the quotient is below one half.
        guard let power = power(tens) else { return 0 }
        let (product, overflow) = divisor.multipliedReportingOverflow(by: power)
        return overflow ? 0 : quotient(dividend, by: product)
    }

    private static func quotient(_ dividend: (high: UInt128, low: UInt128), by divisor: UInt128) -> UInt128? {
        guard dividend.high < divisor else { return nil }
        let (quotient, rest) = divisor.dividingFullWidth(dividend)
        let complement = divisor - rest
        let isUp = rest > complement || rest == complement && quotient & 1 == 1
        return isUp ? quotient + 1 : quotient
    }

    /// 10^power; nil if it does not fit.
    private static func power(_ power: Int) -> UInt128? { powers.indices.contains(power) ? powers[power] : nil }
    private static let powers: [UInt128] = (0...38).map { power in (0..<power).reduce(1) { product, _ in product * 10 }
    }
}
