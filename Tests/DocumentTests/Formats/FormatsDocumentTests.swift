import TestSupport
import Testing

@testable import TerminalClient

/// docs/FORMATS.md has the fields of each command's rows. `RECORD_PICTURES=1` writes it anew.
struct FormatsDocumentTests {
    @Test func theDocumentHasEveryField() throws {
        #expect(try RecordedText.isKept(Self.text, inDocument: "FORMATS.md"), "differs from FORMATS.md")
    }

    @Test func everyFieldIsExplainedAndNoOther() {
        let fields = Set(Self.commands.filter { $0.fields != SettingsReport.fields }.flatMap(\.fields))
        #expect(Set(Self.meanings.keys) == fields)
    }

    private static let commands: [(name: String, document: String, fields: [String])] = [
        ("tickwire prices", "a list of rows", QuoteReport.fields),
        ("tickwire favorites", "a list of rows", FavoriteReport.fields),
        ("tickwire lists", "a list of rows", ListReport.fields),
        ("tickwire lists show", "an object with `name` and the rows in `coins`", FavoriteReport.fields),
        (
            "tickwire candles",
            "an object with `id`, `symbol`, `interval`, `source`, `age_ms`, `live`, `problem`, `currency` and the rows in `candles`",
            CandleReport.Row.fields
        ),
        ("tickwire detail", "the one row", DetailReport.fields),
        (
            "tickwire holdings",
            "an object with `currency`, `method`, `totals`, `warnings` and the rows in `holdings`",
            HoldingsReport.Row.fields
        ),
        ("tickwire holdings list", "a list of rows", TransactionReport.Row.fields),
        ("tickwire alerts", "an object with `fired` and the rows in `alerts`", FiredAlertReport.fields),
        ("tickwire alerts ways", "a list of rows", DeliveryReport.fields),
        ("tickwire alerts test", "a list of rows", DeliveryTestReport.fields),
        ("tickwire settings", "the one row; its fields are the settings", SettingsReport.fields),
        ("tickwire devices", "a list of rows", DeviceReport.fields),
    ]

    private static var text: String {
        let head = """
            # Formats for programs

            This page is generated. `--format` of every command that prints data once takes:

            | format | what it prints |
            | --- | --- |
            | `text` | what people read; no promise is made about it |
            | `json` | one JSON document with sorted keys; `--json` is short for it |
            | `jsonl` | one JSON object per row and line |
            | `csv` | a header and one line per row, with commas (RFC 4180) |
            | `tsv` | a header and one line per row, with tabs; a tab, line feed, carriage return or backslash in a value is `\\t`, `\\n`, `\\r` or `\\\\` |
            | `template` | one line per row: `--template '{symbol} {price}'`; an unknown value is `-`, and `{{` is a brace |

            A field whose value is unknown is missing in JSON and empty in CSV and TSV. Lists and objects in a cell are JSON. Numbers that
            must keep every digit are text in JSON. Times are UTC in ISO 8601. A later version may add fields, but does not rename or
            remove any. `tickwire watch --json` prints events as they come, and `tickwire export` has a format of its own.

            ## Exit statuses

            | status | meaning |
            | --- | --- |
            | 0 | done |
            | 1 | the command failed; standard error says why |
            | 64 | an argument is wrong |
            | 69 | the server cannot be reached |
            | 75 | a printed price is older than `--max-age` |
            | 77 | not allowed: log in, or check the password with which you log in |
            | 128 + N | ended by signal N, as the shell says |
            """
        return ([head] + commands.map(chapter) + [fieldTable]).joined(separator: "\n\n")
    }

    private static func chapter(_ name: String, _ document: String, _ fields: [String]) -> String {
        """
        ## \(name)

        JSON: \(document).

        Fields: \(fields.map { "`\($0)`" }.joined(separator: ", ")).
        """
    }

    private static var fieldTable: String {
        (["## Fields", "", "A field means the same in every command.", "", "| field | meaning |", "| --- | --- |"]
            + meanings.sorted { $0.key < $1.key }.map { "| `\($0)` | \($1) |" }).joined(separator: "\n")
    }
}
