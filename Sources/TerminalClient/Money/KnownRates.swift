package import Shared

/// The exchange rates that a terminal has: the server's newest table, and the past days that it has asked for.
package struct KnownRates: Sendable {
    private let newest: ExchangeRates?
    private var past: [(request: DayRatesRequest, rates: DayRates)] = []

    package init(newest: ExchangeRates? = nil) { self.newest = newest }

    package mutating func learn(_ rates: DayRates, for request: DayRatesRequest) { past.append((request, rates)) }

    /// The price of one unit of a currency in dollars on a day; nil if it is not known here.
    package func dollars(of currency: String, on date: CivilDate) -> BigDecimal? {
        if let newest, let rate = DayRates(of: currency, in: newest).dollars(on: date) { return rate }
        let day = date.daysSince1970
        return past.lazy.filter { request, _ in
            request.currency == currency && (request.first.daysSince1970...request.last.daysSince1970).contains(day)
        }.compactMap { $0.rates.dollars(on: date) }.first
    }
}
