import Shared
import Testing

@testable import PushServer

/// Reading the European Central Bank's files.
struct ExchangeRatesDecoderTests {
    /// A file in the documented shape, with made-up figures.
    static let sample = """
        <?xml version="1.0" encoding="UTF-8"?>
        <gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" \
        xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
        \t<gesmes:subject>Reference rates</gesmes:subject>
        \t<gesmes:Sender>
        \t\t<gesmes:name>European Central Bank</gesmes:name>
        \t</gesmes:Sender>
        \t<Cube>
        \t\t<Cube time='2023-11-14'>
        \t\t\t<Cube currency='USD' rate='1.0850'/>
        \t\t\t<Cube currency='JPY' rate='164.20'/>
        \t\t\t<Cube currency="GBP" rate="0.84510"/>
        \t\t</Cube>
        \t</Cube>
        </gesmes:Envelope>
        """

    private func decode(_ text: String, status: Int = 200) throws -> ExchangeRates {
        try EuropeanCentralBankFile.rates(
            HTTPAnswer(status: status, body: Array(text.utf8), arrived: testTime)
        ).rates
    }

    private func decode(replacing part: String, by other: String) throws -> ExchangeRates {
        try decode(Self.sample.replacing(part, with: other))
    }

    @Test func theFileIsReadAsATable() throws {
        let rates = try decode(Self.sample)
        #expect(rates.source == "European Central Bank" && rates.base == "EUR")
        #expect(rates.day == CivilDate(year: 2023, month: 11, day: 14))
        #expect(rates.heard == testTime)
        #expect(rates.rates.mapValues(\.plainText) == ["USD": "1.085", "JPY": "164.2", "GBP": "0.8451"])
        #expect(try decode("\u{FEFF}" + Self.sample) == rates, "with a byte order mark")
        #expect(try decode(replacing: "<Cube>", by: "<!-- a note --><Cube>") == rates)
    }

    @Test(arguments: [
        ("'1.0850'", "'0'"), ("'1.0850'", "'-1'"), ("'1.0850'", "'1,0850'"), ("'1.0850'", "'&one;'"),
        ("currency='USD'", "currency='usd'"), ("time='2023-11-14'", "time='soon'"), ("time='2023-11-14'", "day='1'"),
        ("time='2023-11-14'", "time='2023-02-30'"), ("time='2023-11-14'", "time='2024-11-14'"),
        ("time='2023-11-14'", "time='1998-12-31'"), ("</gesmes:Envelope>", ""), ("</gesmes:Envelope>", "</Envelope>"),
        ("<Cube>", "<!DOCTYPE a><Cube>"), ("<Cube>", "<Cube><Cube time='2023-11-13'></Cube>"),
        ("rate='1.0850'", "rate='1.0850' rate='2'"), ("rate='164.20'", "rate='164.20"),
        ("</gesmes:Envelope>", "</gesmes:Envelope><more/>"),
    ])
    func whatIsNotAsExpectedIsRefused(part: String, other: String) {
        #expect(throws: ProviderFailure.self) { try decode(replacing: part, by: other) }
    }

    @Test func oneBadRowCostsThatRow() throws {
        let rates = try decode(replacing: "'164.20'", by: "'many'")
        #expect(Set(rates.rates.keys) == ["USD", "GBP"])
        #expect(try decode(replacing: "'JPY' rate='164.20'", by: "'USD' rate='2'").rates["USD"]?.plainText == "1.085")
    }

    @Test(arguments: [
        ("'164.20'", "'many'", "JPY on 2023-11-14 has no rate"), ("'164.20'", "'0'", "JPY on 2023-11-14 has no rate"),
        ("'JPY'", "'yen'", "'yen' on 2023-11-14 is no currency"),
        ("'JPY'", "'USD'", "USD on 2023-11-14 is there twice"),
        ("<Cube>", "<Cube><Cube currency='JPY' rate='1'/>", "JPY has no day"),
    ])
    func aBadRowIsCountedWithItsFault(part: String, other: String, fault: String) throws {
        let body = Array(Self.sample.replacing(part, with: other).utf8)
        let rows = try EuropeanCentralBankFile.rates(HTTPAnswer(status: 200, body: body, arrived: testTime))
        #expect(rows.badRows == 1)
        #expect(rows.firstBadRow == fault)
    }

    @Test func aPageAnErrorAndAnEmptyFileAreNoRates() {
        for text in ["", "<html><body>Maintenance</body></html>", "{}", "<", "<Cube", "<Cube/>"] {
            #expect(throws: ProviderFailure.self) { try decode(text) }
        }
        #expect(throws: ProviderFailure.unavailable("HTTP 503")) { try decode(Self.sample, status: 503) }
    }

    private func history(_ text: String) throws -> RateHistory {
        try EuropeanCentralBankFile.history(
            HTTPAnswer(status: 200, body: Array(text.utf8), arrived: testTime)
        ).rates
    }

    /// The sample, with two older days after it.
    private static let historySample = sample.replacing(
        "\t</Cube>\n</gesmes:Envelope>",
        with: """
            \t\t<Cube time="2023-11-13"><Cube currency="USD" rate="1.1"/><Cube currency="CHF" rate="0.5"/></Cube>
            \t\t<Cube time="2008-12-31"><Cube currency="USD" rate="1.4"/></Cube>
            \t</Cube>
            </gesmes:Envelope>
            """
    )

    @Test func theFileOfPastDaysIsReadAsAHistoryInDollars() throws {
        let history = try history(Self.historySample)
        let period = CivilDate(year: 2008, month: 1, day: 1).daysSince1970...testTime.date.daysSince1970
        let days = { (currency: String) in
            DayRates(source: "", days: history.days(of: currency, in: period)).days.map {
                "\($0.date) \($0.dollars.plainText)"
            }
        }
        #expect(history.source == "European Central Bank")
        #expect(days("EUR") == ["2023-11-13 1.1", "2023-11-14 1.085"], "there were no coins in 2008")
        #expect(days("CHF") == ["2023-11-13 2.2"], "not on each day")
        #expect(days("JPY") == ["2023-11-14 0.006607795371498173"])
        #expect(days("USD") == ["2023-11-13 1", "2023-11-14 1"] && days("XAU").isEmpty)
        let one = testTime.date.daysSince1970
        #expect(history.days(of: "EUR", in: one...one).map(\.dollars.plainText) == ["1.085"])
    }

    @Test(arguments: [
        ("'1.0850'", "'1,0850'"), ("time=\"2023-11-13\"", "time=\"2031-11-13\""), ("</gesmes:Envelope>", ""),
        ("2023-11-13", "2023-13-13"), ("\"USD\"", "\"usd\""),
    ])
    func aDamagedHistoryIsRefusedOrLosesThatRate(part: String, other: String) throws {
        let damaged = try? history(Self.historySample.replacing(part, with: other))
        let period = Int64(0)...testTime.date.daysSince1970
        let whole = try history(Self.historySample).days(of: "EUR", in: period)
        guard let damaged else { return }
        let left = damaged.days(of: "EUR", in: period)
        #expect(left.count == whole.count - 1 && left.allSatisfy(whole.contains))
    }

    @Test func elementsThatAreNestedTooDeepAreRefused() {
        let deep = String(repeating: "<Cube>", count: 10_000) + String(repeating: "</Cube>", count: 10_000)
        #expect(throws: ProviderFailure.self) { try decode(replacing: "<Cube>", by: deep + "<Cube>") }
    }
}
