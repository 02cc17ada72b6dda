package import Shared

/// Reads the European Central Bank's files of rates: one element `Cube` for each day, and in it one for each currency.
///
/// The format has not changed since 2002, and only three of its attributes matter, so this reads tags and not XML. It
/// refuses anything unexpected: an entity, a type declaration, a missing end.
package struct EuropeanCentralBankFile {
    private static let source = "European Central Bank"
    private static let base = "EUR"
    /// Before this year, there were no coins.
    private static let firstYear = 2009

    private let answer: HTTPAnswer
    private var day: CivilDate?
    private var rates: [String: ExactDecimal] = [:]
    private(set) var (good, bad) = (0, 0)
    /// Why the first bad rate cannot be used.
    private(set) var firstBad: String?

    /// Reads "eurofxref-daily.xml", which has one day.
    package static func rates(_ answer: HTTPAnswer) throws(ProviderFailure) -> RateRows<ExchangeRates> {
        var newest: (day: CivilDate, rates: [String: ExactDecimal])?
        let file = try read(answer) { day, rates throws(TagReader.Failure) in
            guard newest == nil else { throw TagReader.Failure("it has rates of several days") }
            newest = (day, rates)
        }
        guard let newest, newest.rates[Currency.usd.name] != nil else {
            throw answer.badAnswer("it has no rate of the dollar")
        }
        let rates = ExchangeRates(
            source: source,
            day: newest.day,
            heard: answer.arrived,
            base: base,
            rates: newest.rates
        )
        return RateRows(rates, in: file)
    }

    /// Reads "eurofxref-hist-90d.xml" and "eurofxref-hist.xml". Days before there were coins are left out.
    package static func history(_ answer: HTTPAnswer) throws(ProviderFailure) -> RateRows<RateHistory> {
        var history = RateHistory(source: source, heard: answer.arrived, base: base)
        var isInDollars = false
        let file = try read(answer) { day, rates throws(TagReader.Failure) in
            guard day.year >= firstYear else { return }
            isInDollars = isInDollars || rates[Currency.usd.name] != nil
            history.add(day, rates)
        }
        guard isInDollars else { throw answer.badAnswer("it has no rate of the dollar") }
        return RateRows(history, in: file)
    }

    /// Reads all days of a file.
    /// - Parameter take: receives one day after another.
    private static func read(
        _ answer: HTTPAnswer,
        _ take: (CivilDate, [String: ExactDecimal]) throws(TagReader.Failure) -> Void
    ) throws(ProviderFailure) -> Self {
        guard answer.isSuccess else { throw answer.failureByStatus }
        var file = Self(answer: answer)
        do throws(TagReader.Failure) {
            try file.read(take)
        } catch {
            throw answer.badAnswer(error.reason)
        }
        try answer.check(ListRule(rows: "rates"), good: file.good, bad: file.bad)
        return file
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
        if let fault = fault(of: currency, rate) {
            bad += 1
            firstBad = firstBad ?? fault
        } else {
            rates[currency] = rate
            good += 1
        }
    }

    /// - Returns: why a rate cannot be used, or nil.
    private func fault(of currency: String, _ rate: ExactDecimal?) -> String? {
        guard let day else { return "\(currency) has no day" }
        guard Self.isCode(currency) else { return "'\(currency)' on \(day) is no currency" }
        if rates[currency] != nil { return "\(currency) on \(day) is there twice" }
        guard let rate, rate > .zero else { return "\(currency) on \(day) has no rate" }
        return nil
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

/// Rates that were read from a file of the European Central Bank.
package struct RateRows<Rates: Sendable>: ReadFromRows {
    package let rates: Rates
    package let goodRows: Int
    package let badRows: Int
    package let firstBadRow: String?

    fileprivate init(_ rates: Rates, in file: EuropeanCentralBankFile) {
        self.rates = rates
        (goodRows, badRows, firstBadRow) = (file.good, file.bad, file.firstBad)
    }
}
