package import Shared

extension ExchangeRates {
    /// Decodes "eurofxref-daily.xml": one element `Cube` with the day, and in it one for each currency.
    ///
    /// The format has not changed since 2002, and only three of its attributes matter, so this reads tags and not XML.
    /// It refuses anything unexpected: several days, an entity, a type declaration, a missing end.
    package init(europeanCentralBank answer: HTTPAnswer) throws(ProviderFailure) {
        guard answer.isSuccess else { throw answer.failureByStatus }
        var day: CivilDate?
        var rates: [String: ExactDecimal] = [:]
        var bad = 0
        do throws(TagReader.Failure) {
            var reader = TagReader(answer.body)
            while let tag = try reader.next() {
                guard tag.name == "Cube" else { continue }
                if let time = tag.attributes["time"] {
                    guard day == nil else { throw TagReader.Failure("it has rates of several days") }
                    guard let date = CivilDate(iso8601: time) else { throw TagReader.Failure("its day is '\(time)'") }
                    day = date
                } else if let currency = tag.attributes["currency"] {
                    let rate = tag.attributes["rate"].flatMap { try? ExactDecimal(parsing: $0) }
                    guard day != nil, let rate, rate > .zero, Self.isCode(currency), rates[currency] == nil else {
                        bad += 1
                        continue
                    }
                    rates[currency] = rate
                }
            }
            guard reader.isWhole else { throw TagReader.Failure("it is cut short") }
        } catch {
            throw answer.badAnswer(error.reason)
        }
        guard let day else { throw answer.badAnswer("it has no day") }
        // By the bank's own calendar it may already be tomorrow.
        guard day.year >= 1999, day.daysSince1970 <= answer.arrived.date.daysSince1970 + 1 else {
            throw answer.badAnswer("its day is \(day)")
        }
        try answer.check(ListRule(rows: "rates"), good: rates.count, bad: bad)
        guard rates[Currency.usd.name] != nil else { throw answer.badAnswer("it has no rate of the dollar") }
        self.init(source: "European Central Bank", day: day, heard: answer.arrived, base: "EUR", rates: rates)
    }

    /// Three capital letters, as in ISO 4217.
    private static func isCode(_ text: String) -> Bool {
        text.utf8.count == 3 && text.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    }
}
