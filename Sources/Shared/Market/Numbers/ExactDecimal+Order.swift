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

    /// With more than 18 decimals between them, one unit of the coarser number outweighs all of the finer one's digits.
    private func isBelowAsCoarser(_ finer: Self) -> Bool { mantissa == 0 ? finer.mantissa > 0 : mantissa < 0 }
}
