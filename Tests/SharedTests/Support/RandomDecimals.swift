import Shared
import TestSupport

extension SeededGenerator {
    /// Any magnitude, any sign, any number of decimals.
    mutating func decimal(decimals: ClosedRange<Int> = 0...32, bits: Int = 64) -> ExactDecimal {
        let shift = 64 - bits + Int.random(in: 0..<bits, using: &self)
        let mantissa = Int64(truncatingIfNeeded: next()) >> shift
        guard let number = try? ExactDecimal(mantissa: mantissa, exponent: -Int.random(in: decimals, using: &self))
        else {
            preconditionFailure("no number")
        }
        return number
    }
}

/// A number in a test, which must be one.
func decimal(_ text: String) -> ExactDecimal {
    guard let number = try? ExactDecimal(parsing: text) else { preconditionFailure("'\(text)' is not a number") }
    return number
}
