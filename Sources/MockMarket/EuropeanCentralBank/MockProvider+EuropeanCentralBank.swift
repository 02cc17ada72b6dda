import NIOHTTP1
import Shared

/// The reference rates of the last working day, in the form of "eurofxref-daily.xml" (docs/PROVIDERS.md).
extension MockProvider {
    static let europeanCentralBank = Self(
        owns: { $0.hasPrefix("/stats/eurofxref/") },
        reply: { request, _, _, now in
            request.path == "/stats/eurofxref/eurofxref-daily.xml"
                ? MockReply(type: "text/xml", text: europeanCentralBankRates(at: now)) : nil
        },
        errorBody: { "<html><body><h1>\($0)</h1></body></html>" },
        // A page of the site replaces the file.
        errorUnder200: MockReply(type: "text/html", text: "<!DOCTYPE html><html><body>Maintenance</body></html>"),
        monthSpent: MockReply(.tooManyRequests, type: "text/html", text: "<html><body><h1>429</h1></body></html>"),
        wrongTypes: MockReply(
            type: "text/xml",
            text: "<gesmes:Envelope><Cube><Cube time='soon'><Cube currency='7' rate='USD'/></Cube></Cube>"
                + "</gesmes:Envelope>"
        )
    )

    /// The price of one euro in each currency. The figures are made up and never change.
    private static let europeanCentralBankTable = [
        ("USD", "1.0850"), ("JPY", "164.20"), ("CZK", "25.310"), ("DKK", "7.4590"), ("GBP", "0.84510"),
        ("HUF", "402.35"), ("PLN", "4.2870"), ("RON", "4.9755"), ("SEK", "11.3020"), ("CHF", "0.9485"),
        ("ISK", "149.30"), ("NOK", "11.7010"), ("TRY", "37.1402"), ("AUD", "1.6420"), ("BRL", "6.1077"),
        ("CAD", "1.4955"), ("CNY", "7.7540"), ("HKD", "8.4410"), ("IDR", "17180.45"), ("ILS", "4.0025"),
        ("INR", "91.6180"), ("KRW", "1498.62"), ("MXN", "21.5030"), ("MYR", "4.7815"), ("NZD", "1.8060"),
        ("PHP", "63.020"), ("SGD", "1.4410"), ("THB", "36.905"), ("ZAR", "19.1120"),
    ]

    /// - Returns: the file at a time of day. A day's rates appear at about 15:00 UTC.
    private static func europeanCentralBankRates(at now: MarketTime) -> String {
        var day = now.adding(seconds: -15 * 3600).date.daysSince1970
        // There are no rates on Saturdays and Sundays. 1970-01-01 was a Thursday.
        while [2, 3].contains((day % 7 + 7) % 7) { day -= 1 }
        let rows = europeanCentralBankTable.map { "\t\t\t<Cube currency='\($0)' rate='\($1)'/>\n" }.joined()
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" \
            xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
            \t<gesmes:subject>Reference rates</gesmes:subject>
            \t<gesmes:Sender>
            \t\t<gesmes:name>European Central Bank</gesmes:name>
            \t</gesmes:Sender>
            \t<Cube>
            \t\t<Cube time='\(CivilDate(daysSince1970: day))'>

            """ + rows + "\t\t</Cube>\n\t</Cube>\n</gesmes:Envelope>\n"
    }
}
