/// A decimal number exactly as a provider wrote it: `mantissa × 10^exponent`.
///
/// Prices never pass through a binary floating-point number, so 0.00000123 stays 0.00000123. The form is canonical
/// (exponent at most 0, no trailing zero after the point), so equal numbers compare equal.
public struct ExactDecimal: Hashable, Sendable {
    /// All digits as one integer, with the sign.
    public let mantissa: Int64
    /// The power of ten of the last digit: minus the number of decimals, from -32 to 0.
    public let exponent: Int

    /// The most decimals that are kept apart; the smallest unit of any traded coin is 10^-18.
    public static let decimalsMax = 32

    public static let zero = ExactDecimal(canonicalMantissa: 0, exponent: 0)

    /// Makes `mantissa × 10^exponent` canonical.
    /// - Throws: `.overflow` when the number cannot be held without losing a digit.
    public init(mantissa: Int64, exponent: Int) throws(ExactDecimalError) {
        var digits = mantissa
        var power = exponent
        while power < 0, digits != 0, digits % 10 == 0 { (digits, power) = (digits / 10, power + 1) }
        if digits == 0 { power = 0 }
        while power > 0 {
            let (product, overflow) = digits.multipliedReportingOverflow(by: 10)
            if overflow { throw .overflow }
            (digits, power) = (product, power - 1)
        }
        if power < -Self.decimalsMax { throw .overflow }
        self.init(canonicalMantissa: digits, exponent: power)
    }

    private init(canonicalMantissa: Int64, exponent: Int) {
        mantissa = canonicalMantissa
        self.exponent = exponent
    }

    /// The integer that stands for this number at another exponent, or nil if digits would be lost.
    public func mantissa(at other: Int) -> Int64? {
        if other > exponent { return nil }
        guard let factor = Self.powerOfTen(exponent - other) else { return mantissa == 0 ? 0 : nil }
        let (product, overflow) = mantissa.multipliedReportingOverflow(by: factor)
        return overflow ? nil : product
    }

    /// The nearest whole number, half away from zero.
    public var rounded: Int64 {
        guard let divisor = Self.powerOfTen(-exponent) else { return roundedBelowOne }
        let (quotient, remainder) = mantissa.quotientAndRemainder(dividingBy: divisor)
        return remainder.magnitude * 2 >= divisor.magnitude && divisor > 1 ? quotient + mantissa.signum() : quotient
    }

    /// `rounded` where 10^decimals exceeds an `Int64`: with 19 decimals the greatest magnitude is 0.92, with more below 0.1.
    private var roundedBelowOne: Int64 {
        exponent == -19 && mantissa.magnitude >= 5_000_000_000_000_000_000 ? mantissa.signum() : 0
    }

    /// For drawing, sorting and ratios only.
    public var approximate: Double {
        Double(mantissa) / PowersOfTen.asDouble[-exponent]
    }

    /// `mantissa / 10^decimals`, for drawing, sorting and ratios only.
    public static func approximate(mantissa: UInt64, decimals: Int) -> Double {
        Double(mantissa) / PowersOfTen.asDouble[decimals]
    }

    static func powerOfTen(_ power: Int) -> Int64? {
        power < PowersOfTen.asInteger.count ? PowersOfTen.asInteger[power] : nil
    }
}

/// Why a text is not an exact decimal.
public enum ExactDecimalError: Error, Equatable, Sendable, CustomStringConvertible {
    case notANumber(String)
    case overflow

    public var description: String {
        switch self {
        case .notANumber(let text): "'\(text.prefix(40))' is not a decimal number"
        case .overflow: "the number has more digits than a 64-bit mantissa and 32 decimals hold"
        }
    }
}

enum PowersOfTen {
    /// 10^0 to 10^18, which an Int64 can hold.
    static let asInteger: [Int64] = (0...18).map { power in (0..<power).reduce(1) { product, _ in product * 10 } }
    /// 10^0 to 10^32.
    static let asDouble: [Double] = (0...32).map { power in (0..<power).reduce(1) { product, _ in product * 10 } }
}

/// Exact order, also between numbers with different numbers of decimals.
extension ExactDecimal: Comparable {
    public static func < (one: Self, other: Self) -> Bool {
        let decimals = one.exponent - other.exponent
        // Both products fit: 19 digits times 10^18 are 37 digits, and an `Int128` holds 38.
        guard let factor = powerOfTen(abs(decimals)).map({ Int128($0) }) else {
            return decimals > 0 ? one.isBelowAsCoarser(other) : !other.isBelowAsCoarser(one) && one != other
        }
        return decimals >= 0
            ? Int128(one.mantissa) * factor < Int128(other.mantissa)
            : Int128(one.mantissa) < Int128(other.mantissa) * factor
    }

    /// If they differ by more than 18 decimals, one unit of the coarser number outweighs all digits of the finer one.
    private func isBelowAsCoarser(_ finer: Self) -> Bool { mantissa == 0 ? finer.mantissa > 0 : mantissa < 0 }
}
