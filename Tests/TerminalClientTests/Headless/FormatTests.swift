import Testing

@testable import TerminalClient

/// The formats for programs.
struct FormatTests {
    private struct Row: ReportRow {
        static let fields = ["symbol", "name", "price", "rank", "live", "tags"]

        let symbol: String
        let name: String
        var price: String?
        var rank: Int?
        var live = true
        var tags: [String] = []
    }

    private static let rows = [
        Row(symbol: "BTC", name: "Bitcoin", price: "65000.10", rank: 1, tags: ["mineable", "pow"]),
        Row(symbol: "X\"Y", name: "comma, tab\t\\ and\u{1B}[31m red", rank: -2, live: false),
    ]

    private func output(_ format: ReportFormat, of rows: [Row] = rows) -> [String] {
        format.output(rows, document: rows) { "for people" }.split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
    }

    @Test func textIsForPeople() { #expect(output(.text) == ["for people"]) }

    @Test func jsonLinesHaveOneObjectEach() {
        let lines = output(.jsonLines)
        #expect(lines.count == 2)
        #expect(
            lines.first
                == #"{"live":true,"name":"Bitcoin","price":"65000.10","rank":1,"symbol":"BTC","tags":["mineable","pow"]}"#
        )
    }

    @Test func commaSeparatedValuesAreQuoted() {
        let lines = output(.csv)
        #expect(lines[0] == "symbol,name,price,rank,live,tags")
        #expect(lines[1] == #"BTC,Bitcoin,65000.10,1,true,"[""mineable"",""pow""]""#)
        #expect(lines[2].hasPrefix(#""X""Y","comma, tab"#))
        #expect(lines[2].hasSuffix(",,-2,false,[]"), "an unknown value has an empty cell")
    }

    @Test func tabsInValuesSeparateNothing() {
        let lines = output(.tsv)
        #expect(lines[0] == "symbol\tname\tprice\trank\tlive\ttags")
        #expect(lines[1] == "BTC\tBitcoin\t65000.10\t1\ttrue\t[\"mineable\",\"pow\"]")
        #expect(lines[2] == #"X"Y|comma, tab\t\\ and\u{1b}[31m red||-2|false|[]"#.replacing("|", with: "\t"))
    }

    @Test(arguments: [ReportFormat.csv, .tsv, .jsonLines])
    func nothingSteersTheTerminal(format: ReportFormat) {
        #expect(!output(format).joined().unicodeScalars.contains("\u{1B}"))
    }

    @Test func aTemplateHasALineForEachRow() throws {
        let template = try LineTemplate("{symbol}: {price} {{{rank}}}")
        #expect(output(.template(template)) == ["BTC: 65000.10 {1}", "X\"Y: - {-2}"])
    }

    @Test func aTemplateWithAnUnknownFieldNamesTheKnownOnes() throws {
        let template = ReportFormat.template(try LineTemplate("{simbol}"))
        let fault = #expect(throws: LineTemplate.UnknownField.self) { try template.check(Row.fields) }
        #expect(
            fault?.description
                == "there is no field 'simbol' (did you mean 'symbol'?); the fields are symbol, name, price, rank, live, tags"
        )
    }

    @Test(arguments: [
        ("{symbol", "'{symbol' has a { without a }; for a brace itself, use {{"),
        ("symbol}", "'symbol}' has a } without a {; for a brace itself, use }}"),
        ("a {} b", "'a {} b' has {} without a field's name; write one between the braces"),
    ])
    func aTemplateThatCannotBeReadIsExplained(text: String, words: String) {
        let fault = #expect(throws: LineTemplate.Fault.self) { try LineTemplate(text) }
        #expect(fault?.description == words)
    }

    @Test func noRowsLeaveTheHeaderAlone() {
        #expect(output(.csv, of: []) == ["symbol,name,price,rank,live,tags"])
        #expect(output(.jsonLines, of: []) == [""])
    }
}
