/// Adds exact decimals without rounding on the way.
///
/// It keeps 38 digits. The finest decimals are dropped only if the terms together need more.
public struct DecimalSum: Sendable {
    private var mantissa: Int128 = 0
    private var exponent = 0

    public init() {}

    public mutating func add(_ term: ExactDecimal) {
        var other = (mantissa: Int128(term.mantissa), exponent: term.exponent)
        while exponent > other.exponent {
            if !Self.refine(&mantissa, &exponent) { Self.coarsen(&other.mantissa, &other.exponent) }
        }
        while other.exponent > exponent {
            if !Self.refine(&other.mantissa, &other.exponent) { Self.coarsen(&mantissa, &exponent) }
        }
        // Refining stops at a tenth of the range, so the sum fits, or will fit with one digit less.
        while mantissa.addingReportingOverflow(other.mantissa).overflow {
            Self.coarsen(&mantissa, &exponent)
            Self.coarsen(&other.mantissa, &other.exponent)
        }
        mantissa += other.mantissa
    }

    /// The sum. If it has more decimals than an `ExactDecimal` can hold, the last ones are dropped, as for all volumes.
    /// Nil if it is too large even then.
    public var total: ExactDecimal? {
        var (digits, power) = (mantissa, exponent)
        while power < 0, Int64(exactly: digits) == nil || digits % 10 == 0 { Self.coarsen(&digits, &power) }
        return Int64(exactly: digits).flatMap { try? ExactDecimal(mantissa: $0, exponent: power) }
    }

    /// Adds a decimal if there is room for it.
    private static func refine(_ mantissa: inout Int128, _ exponent: inout Int) -> Bool {
        let (product, overflow) = mantissa.multipliedReportingOverflow(by: 10)
        if overflow { return false }
        (mantissa, exponent) = (product, exponent - 1)
        return true
    }

    private static func coarsen(_ mantissa: inout Int128, _ exponent: inout Int) {
        (mantissa, exponent) = (mantissa / 10, exponent + 1)
    }
}
