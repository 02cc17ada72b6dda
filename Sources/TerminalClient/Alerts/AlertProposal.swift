internal import Shared
internal import TerminalKit

extension AlertCondition {
    /// What a new alert proposes: a round limit, 1 to 2 % above a price. The price itself would be met within seconds.
    /// - Returns: nil if no such limit can be written.
    static func proposed(above price: Double) -> AlertCondition? {
        // Round values may be 2.5 times as far apart as wanted. With room for three, the range always has one.
        let limits = RoundValue.values(
            from: price * 1.01,
            to: price * 1.02,
            countMax: 3,
            exponentMin: -ExactDecimal.decimalsMax
        )
        let limit = limits.first.flatMap { try? ExactDecimal(mantissa: Int64($0.mantissa), exponent: $0.exponent) }
        return limit.map { .priceAbove($0) }
    }
}
