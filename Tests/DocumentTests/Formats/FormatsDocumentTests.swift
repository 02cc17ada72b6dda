import TestSupport
import Testing

@testable import TerminalClient

/// docs/FORMATS.md has the fields of each command's rows. `RECORD_PICTURES=1` writes it anew.
@MainActor
struct FormatsDocumentTests {
    @Test func theDocumentHasEveryField() throws {
        #expect(try RecordedText.isKept(try Self.text, inDocument: "FORMATS.md"), "differs from FORMATS.md")
    }

    @Test func everyFieldIsExplainedAndNoOther() throws {
        let commands = try FormatSamples.commands().filter { $0.name != "tickwire settings" }
        let tables = commands.flatMap { [$0.rows] + $0.parts.map(\.fields) }
        let fields = Set(tables.flatMap { $0.map(\.name) })
        #expect(Set(Self.meanings.keys) == fields)
        #expect(Set(Self.units.keys).isSubset(of: fields))
    }

    /// A column that the samples lack would be missing in the document.
    @Test func theSamplesHaveEveryColumn() throws {
        let wanted = [
            QuoteReport.fields, FavoriteReport.fields, ListReport.fields, FavoriteReport.fields,
            CandleReport.Row.fields,
            DetailReport.fields, HoldingsReport.Row.fields, TransactionReport.Row.fields, AlertReport.fields,
            DeliveryReport.fields, DeliveryTestReport.fields, SettingsReport.fields, DeviceReport.fields,
        ]
        #expect(try FormatSamples.commands().map { $0.rows.map(\.name) } == wanted)
    }

    /// A reader tries the examples first.
    @Test func theExamplesOfTemplatesHaveFieldsOfTheirCommands() throws {
        for example in LineTemplate.examples {
            let command = try #require(FormatSamples.commands().first { $0.name == "tickwire \(example.command)" })
            try LineTemplate(example.text).check(command.rows.map(\.name))
        }
    }

    private static var text: String {
        get throws {
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
                | `template` | one line per row, as `--template` says: \(LineTemplate.exampleWords); an unknown value is `-`, and `{{` is a brace |

                A field whose value is unknown is missing or null in JSON and empty in CSV and TSV; the tables say which fields may be unknown.
                Lists and objects in a cell are JSON. A number as text keeps every digit: `65012.30`, with a point, without a sign for plus, and
                never with an exponent. Times are UTC in ISO 8601. A later version may add fields, but does not rename or remove any.
                `tickwire watch --json` prints events as they come: first a `snapshot` of all prices, then the sources (`source`) and your favorites
                and settings (`user`), then each change. `tickwire export` has a format of its own.

                ## Exit statuses

                | status | meaning |
                | --- | --- |
                | 0 | done |
                | 1 | the command failed; standard error says why. This includes a coin, list, transaction or other record that does not exist |
                | 64 | an argument is wrong: it is missing, has a wrong form or value, is none of the choices (a currency, a source, a setting), or names a file that cannot be read |
                | 69 | the server cannot be reached or does not answer |
                | 75 | a printed price is older than `--max-age` |
                | 77 | not allowed: log in, or check the password with which you log in |
                | 128 + N | ended by signal N, as the shell says |
                """
            return ([head] + (try FormatSamples.commands()).map(chapter) + [fieldTable]).joined(separator: "\n\n")
        }
    }

    private static func chapter(_ command: FormatSamples.Command) -> String {
        let parts = command.parts.map { "\($0.title):\n\n\(table($0.fields))" }
        return (["## \(command.name)", "JSON: \(command.document).", table(command.rows)] + parts)
            .joined(separator: "\n\n")
    }

    private static func table(_ fields: [ReportSchema.Field]) -> String {
        (["| field | type | may be unknown |", "| --- | --- | --- |"]
            + fields.map { "| `\($0.name)` | \(type($0)) | \($0.isOptional ? "yes" : "") |" })
            .joined(separator: "\n")
    }

    /// What a text holds follows from its unit.
    private static func type(_ field: ReportSchema.Field) -> String {
        guard field.type == .text, let unit = units[field.name] else { return field.type.rawValue }
        return switch unit {
        case .time: "time as text"
        case .day: "day as text"
        default: "number as text"
        }
    }

    private static var fieldTable: String {
        ([
            "## Fields", "", "A field means the same in every command.", "", "| field | unit | meaning |",
            "| --- | --- | --- |",
        ]
            + meanings.sorted { $0.key < $1.key }.map { "| `\($0)` | \(units[$0]?.rawValue ?? "") | \($1) |" })
            .joined(separator: "\n")
    }
}
