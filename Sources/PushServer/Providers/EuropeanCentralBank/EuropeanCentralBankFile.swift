internal import Shared

/// Reads the European Central Bank's files of rates: one element `Cube` for each day, and in it one for each currency.
///
/// The format has not changed since 2002, and only three of its attributes matter, so this reads tags and not XML. It
/// refuses anything unexpected: an entity, a type declaration, a missing end.
struct EuropeanCentralBankFile {
    static let source = "European Central Bank"
    static let base = "EUR"

    private let answer: HTTPAnswer
    private var day: CivilDate?
    private var rates: [String: ExactDecimal] = [:]
    private var (good, bad) = (0, 0)

    /// Reads all days of a file.
    /// - Parameter take: receives one day after another.
    static func read(
        _ answer: HTTPAnswer,
        _ take: (CivilDate, [String: ExactDecimal]) throws(TagReader.Failure) -> Void
    ) throws(ProviderFailure) {
        guard answer.isSuccess else { throw answer.failureByStatus }
        var file = Self(answer: answer)
        do throws(TagReader.Failure) {
            try file.read(take)
        } catch {
            throw answer.badAnswer(error.reason)
        }
        try answer.check(ListRule(rows: "rates"), good: file.good, bad: file.bad)
    }

    private init(answer: HTTPAnswer) { self.answer = answer }

    private mutating func read(
        _ take: (CivilDate, [String: ExactDecimal]) throws(TagReader.Failure) -> Void
    ) throws(TagReader.Failure) {
        var reader = TagReader(answer.body)
        while let tag = try reader.next() {
            guard tag.name == "Cube" else { continue }
            if let time = tag.attributes["time"] {
                try finishDay(take)
                day = try date(time)
            } else if let currency = tag.attributes["currency"] {
                read(currency, tag.attributes["rate"])
            }
        }
        guard reader.isWhole else { throw TagReader.Failure("it is cut short") }
        guard day != nil else { throw TagReader.Failure("it has no day") }
        try finishDay(take)
    }

    private mutating func read(_ currency: String, _ text: String?) {
        let rate = text.flatMap { try? ExactDecimal(parsing: $0) }
        guard day != nil, let rate, rate > .zero, Self.isCode(currency), rates[currency] == nil else {
            bad += 1
            return
        }
        rates[currency] = rate
        good += 1
    }

    private mutating func finishDay(
        _ take: (CivilDate, [String: ExactDecimal]) throws(TagReader.Failure) -> Void
    ) throws(TagReader.Failure) {
        guard let day else { return }
        try take(day, rates)
        rates.removeAll(keepingCapacity: true)
    }

    private func date(_ text: String) throws(TagReader.Failure) -> CivilDate {
        guard let date = CivilDate(iso8601: text) else { throw TagReader.Failure("its day is '\(text)'") }
        // By the bank's own calendar it may already be tomorrow.
        guard date.year >= 1999, date.daysSince1970 <= answer.arrived.date.daysSince1970 + 1 else {
            throw TagReader.Failure("its day is \(date)")
        }
        return date
    }

    /// Three capital letters, as in ISO 4217.
    private static func isCode(_ text: String) -> Bool {
        text.utf8.count == 3 && text.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    }
}

extension ExchangeRates {
    /// Decodes "eurofxref-daily.xml", which has one day.
    package init(europeanCentralBank answer: HTTPAnswer) throws(ProviderFailure) {
        var newest: (day: CivilDate, rates: [String: ExactDecimal])?
        try EuropeanCentralBankFile.read(answer) { day, rates throws(TagReader.Failure) in
            guard newest == nil else { throw TagReader.Failure("it has rates of several days") }
            newest = (day, rates)
        }
        guard let newest, newest.rates[Currency.usd.name] != nil else {
            throw answer.badAnswer("it has no rate of the dollar")
        }
        self.init(
            source: EuropeanCentralBankFile.source,
            day: newest.day,
            heard: answer.arrived,
            base: EuropeanCentralBankFile.base,
            rates: newest.rates
        )
    }
}

extension RateHistory {
    /// Decodes "eurofxref-hist-90d.xml" and "eurofxref-hist.xml". Days before there were coins are left out.
    package init(europeanCentralBank answer: HTTPAnswer) throws(ProviderFailure) {
        self.init(
            source: EuropeanCentralBankFile.source,
            heard: answer.arrived,
            base: EuropeanCentralBankFile.base
        )
        var isInDollars = false
        try EuropeanCentralBankFile.read(answer) { day, rates throws(TagReader.Failure) in
            guard day.year >= Self.firstYear else { return }
            isInDollars = isInDollars || rates[Currency.usd.name] != nil
            add(day, rates)
        }
        guard isInDollars else { throw answer.badAnswer("it has no rate of the dollar") }
    }

    private static let firstYear = 2009
}
