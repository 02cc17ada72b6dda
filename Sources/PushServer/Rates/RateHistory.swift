package import Shared

/// The exchange rates of many days, from one source. It keeps columns of numbers, because the whole history of a source
/// has more than a hundred thousand of them.
package struct RateHistory: Sendable {
    private struct Column {
        /// Zero on a day without a rate.
        var mantissas: [Int64] = []
        var exponents: [Int8] = []

        mutating func put(_ rate: ExactDecimal, at index: Int) {
            fill(to: index)
            mantissas.append(rate.mantissa)
            exponents.append(Int8(rate.exponent))
        }

        mutating func fill(to count: Int) {
            while mantissas.count < count {
                mantissas.append(0)
                exponents.append(0)
            }
        }
    }

    /// The source's name for users.
    package let source: String
    /// When the source sent it.
    package let heard: MarketTime
    /// The currency of which one unit is priced: `EUR`.
    private let base: String
    /// Days since 1970, in the source's order.
    private var days: [Int64] = []
    private var columns: [String: Column] = [:]

    package init(source: String, heard: MarketTime, base: String) {
        (self.source, self.heard, self.base) = (source, heard, base)
    }

    /// Adds a day.
    /// - Parameter rates: the price of one unit of the base in each currency, above 0.
    package mutating func add(_ day: CivilDate, _ rates: [String: ExactDecimal]) {
        for (currency, rate) in rates { columns[currency, default: Column()].put(rate, at: days.count) }
        days.append(day.daysSince1970)
    }

    /// The dollars for one unit of a currency on the days of a period that have rates.
    func days(of currency: String, in period: ClosedRange<Int64>) -> [DayRates.Day] {
        days.indices.compactMap { index in
            guard period.contains(days[index]), let dollar = rate(of: Currency.usd.name, at: index),
                let other = rate(of: currency, at: index)
            else { return nil }
            let dollars = BigDecimal(dollar).divided(by: BigDecimal(other))
            // A currency of which a dollar buys 10^18 units has no price with 18 decimals.
            return dollars.isZero ? nil : DayRates.Day(CivilDate(daysSince1970: days[index]), dollars: dollars)
        }
    }

    private func rate(of currency: String, at index: Int) -> ExactDecimal? {
        if currency == base { return try? ExactDecimal(mantissa: 1, exponent: 0) }
        guard let column = columns[currency], column.mantissas.indices.contains(index), column.mantissas[index] > 0
        else { return nil }
        return try? ExactDecimal(mantissa: column.mantissas[index], exponent: Int(column.exponents[index]))
    }
}
