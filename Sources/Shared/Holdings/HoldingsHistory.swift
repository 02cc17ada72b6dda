/// The value of a user's holdings at the end of each day (UTC), by the closing prices of those days.
///
/// A day on which a held coin has no price has no value, because the others alone would look like a loss. A coin that
/// has no price on any day is left out of all days instead.
public struct HoldingsHistory: Hashable, Sendable {
    /// The closing prices of one coin in dollars, by the days since 1970.
    public typealias Closes = [Int64: ExactDecimal]

    /// The first day with a value; nil if there is none.
    public private(set) var first: CivilDate?
    /// Whether there were holdings before the first day, but not all of their prices.
    public private(set) var hasOlder = false
    /// The value of each day in dollars; nil if a held coin had no price on that day.
    public private(set) var values: [BigDecimal?] = []
    /// On how many of these days each coin had no price while it was held.
    public private(set) var gaps: [CoinID: Int] = [:]
    /// The coins without any price, in no particular order.
    public let unpriced: Set<CoinID>

    /// - Parameters:
    ///   - transactions: in the order of their times.
    ///   - closes: the prices of each coin that counts. Other coins are left out without mention.
    ///   - last: the last day.
    ///   - daysMax: how many days there are at most. They begin with the first transaction.
    public init(_ transactions: [Transaction], closes: [CoinID: Closes], through last: CivilDate, daysMax: Int) {
        unpriced = Set(closes.filter(\.value.isEmpty).keys)
        let end = last.daysSince1970
        let counted = transactions.filter { closes[$0.coin]?.isEmpty == false }
        guard let oldest = counted.first?.time.date.daysSince1970, oldest <= end, daysMax > 0 else {
            return
        }
        let start = max(oldest, end - Int64(daysMax) + 1)
        var (bases, amounts, rest) = ([CoinID: CostBasis](), [CoinID: BigDecimal](), counted[...])
        var begin: Int64?
        for day in start...end {
            while let next = rest.first, next.time.date.daysSince1970 <= day {
                // Only amounts matter here, so nothing needs to be converted.
                bases[next.coin, default: CostBasis(.average)].take(next.event { _ in .zero })
                amounts[next.coin] = bases[next.coin]?.amount
                rest = rest.dropFirst()
            }
            let value = value(of: amounts, on: day, closes)
            if begin == nil {
                // Older prices are often not available. Days without them do not count as gaps.
                gaps = [:]
                guard value != nil else { continue }
                begin = day
            }
            values.append(value)
        }
        first = begin.map(CivilDate.init(daysSince1970:))
        hasOlder = first.map { $0.daysSince1970 > oldest } ?? true
    }

    private mutating func value(
        of amounts: [CoinID: BigDecimal],
        on day: Int64,
        _ closes: [CoinID: Closes]
    ) -> BigDecimal? {
        var sum: BigDecimal? = .zero
        for (coin, amount) in amounts where !amount.isZero {
            if let close = closes[coin]?[day] {
                sum = sum.map { $0 + amount * BigDecimal(close) }
            } else {
                gaps[coin, default: 0] += 1
                sum = nil
            }
        }
        return sum
    }
}
