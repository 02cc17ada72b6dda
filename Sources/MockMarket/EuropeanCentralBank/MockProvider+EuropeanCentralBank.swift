import NIOHTTP1
import Shared

/// The reference rates of working days, in the form of "eurofxref-daily.xml" and its two files of past days
/// (docs/PROVIDERS.md).
extension MockProvider {
    static let europeanCentralBank = Self(
        owns: { $0.hasPrefix(folder) },
        reply: { request, _, _, now in
            switch request.path {
            case folder + "eurofxref-daily.xml": reply(publications(1, until: now))
            case folder + "eurofxref-hist-90d.xml":
                reply(publications(90, until: now).prefix { $0 > now.date.daysSince1970 - 90 })
            case folder + "eurofxref-hist.xml": reply(publications(.max, until: now))
            default: nil
            }
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

    private static let folder = "/stats/eurofxref/"

    /// The price of one euro in each currency. The figures are made up.
    private static let table = [
        ("USD", 10850, 4), ("JPY", 16420, 2), ("CZK", 25310, 3), ("DKK", 74590, 4), ("GBP", 84510, 5),
        ("HUF", 40235, 2), ("PLN", 42870, 4), ("RON", 49755, 4), ("SEK", 113020, 4), ("CHF", 9485, 4),
        ("ISK", 14930, 2), ("NOK", 117010, 4), ("TRY", 371402, 4), ("AUD", 16420, 4), ("BRL", 61077, 4),
        ("CAD", 14955, 4), ("CNY", 77540, 4), ("HKD", 84410, 4), ("IDR", 1_718_045, 2), ("ILS", 40025, 4),
        ("INR", 916180, 4), ("KRW", 149862, 2), ("MXN", 215030, 4), ("MYR", 47815, 4), ("NZD", 18060, 4),
        ("PHP", 63020, 3), ("SGD", 14410, 4), ("THB", 36905, 3), ("ZAR", 191120, 4),
    ]

    /// The days on which rates appeared, the newest first: working days since 1999, at about 15:00 UTC.
    private static func publications(_ count: Int, until now: MarketTime) -> ArraySlice<Int64> {
        let first = CivilDate(year: 1999, month: 1, day: 4).daysSince1970
        let last = now.adding(seconds: -15 * 3600).date.daysSince1970
        // 1970-01-01 was a Thursday.
        let days = stride(from: last, through: first, by: -1).lazy.filter { ![2, 3].contains(($0 % 7 + 7) % 7) }
        return Array(days.prefix(count))[...]
    }

    /// The rows of a day. They depend on its month, so that a test can tell whether a rate is of the right day: the
    /// table's figures in January, and up to 1.1 % more in December.
    private static let rows = (0..<12).map { month in
        table.map { currency, digits, decimals in
            let moved = "\(digits * (1000 + month) / 1000)"
            let padded = String(repeating: "0", count: max(0, decimals + 1 - moved.count)) + moved
            let rate = padded.dropLast(decimals) + "." + padded.suffix(decimals)
            return "\t\t\t<Cube currency='\(currency)' rate='\(rate)'/>\n"
        }.joined()
    }

    private static func reply(_ days: ArraySlice<Int64>) -> MockReply {
        MockReply(type: "text/xml", text: file(of: days))
    }

    private static func file(of days: ArraySlice<Int64>) -> String {
        let cubes = days.map { number in
            let day = CivilDate(daysSince1970: number)
            return "\t\t<Cube time='\(day)'>\n" + rows[Int(day.month) - 1] + "\t\t</Cube>\n"
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" \
            xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
            \t<gesmes:subject>Reference rates</gesmes:subject>
            \t<gesmes:Sender>
            \t\t<gesmes:name>European Central Bank</gesmes:name>
            \t</gesmes:Sender>
            \t<Cube>

            """ + cubes.joined() + "\t</Cube>\n</gesmes:Envelope>\n"
    }
}
