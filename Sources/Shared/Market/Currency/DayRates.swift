/// Asks for the rates of a currency on past days.
public struct DayRatesRequest: Hashable, Sendable {
    /// An ISO 4217 code: `EUR`.
    public var currency: String
    public var first: CivilDate
    public var last: CivilDate

    public init(_ currency: String, from first: CivilDate, through last: CivilDate) {
        (self.currency, self.first, self.last) = (currency, first, last)
    }

    /// The days whose rates can be those of the requested days.
    public var searched: ClosedRange<Int64> {
        let first = first.daysSince1970 - Int64(ExchangeRates.daysBetween)
        return first...max(first, last.daysSince1970)
    }
}

/// The price of one unit of a currency in dollars, for each day on which a source published rates.
///
/// Weekends and holidays have no rates of their own. The rate of any day is the last published one, from that day or at
/// most `ExchangeRates.daysBetween` days before it.
public struct DayRates: Hashable, Sendable {
    public struct Day: Hashable, Sendable {
        public let date: CivilDate
        /// Above 0, with at most 18 decimals.
        public let dollars: BigDecimal

        public init(_ date: CivilDate, dollars: BigDecimal) { (self.date, self.dollars) = (date, dollars) }
    }

    /// The source's name for users; empty if no source has been asked.
    public let source: String
    /// In the order of their dates, each date once.
    public let days: [Day]

    /// - Parameter days: in any order. If two have one date, the first counts.
    public init(source: String, days: [Day]) {
        self.source = source
        var sorted: [Day] = []
        for day in days.sorted(by: { $0.date.daysSince1970 < $1.date.daysSince1970 }) {
            if day.date != sorted.last?.date { sorted.append(day) }
        }
        self.days = sorted
    }

    /// The rates of a currency that one table has: those of its own day.
    public init(of currency: String, in table: ExchangeRates) {
        let day = table.dollars(of: currency).map { Day(table.day, dollars: $0) }
        self.init(source: table.source, days: day.map { [$0] } ?? [])
    }

    /// The rate of a day; nil if the source has none.
    public func dollars(on date: CivilDate) -> BigDecimal? {
        guard let day = days.last(where: { $0.date.daysSince1970 <= date.daysSince1970 }),
            date.daysSince1970 - day.date.daysSince1970 <= ExchangeRates.daysBetween
        else { return nil }
        return day.dollars
    }
}
