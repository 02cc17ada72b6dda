internal import Shared

/// How a command prints its report.
package enum ReportFormat: Equatable, Sendable {
    /// For people.
    case text
    /// One JSON document, with sorted keys.
    case json
    /// One JSON object per line.
    case jsonLines
    /// Comma-separated values with a header line (RFC 4180, but with line feeds).
    case csv
    /// Tab-separated values with a header line. A tab, a line feed, a carriage return and a backslash in a value become
    /// `\t`, `\n`, `\r` and `\\`.
    case tsv
    /// One line for each row.
    case template(LineTemplate)

    /// - Parameters:
    ///   - rows: what the formats of one line per row print.
    ///   - document: what `json` prints.
    ///   - text: what people read.
    package func output<Row: ReportRow>(_ rows: [Row], document: some Encodable, text: () -> String) -> String {
        switch self {
        case .text: text()
        case .json: PushReport.json(document, pretty: true)
        case .jsonLines: lines(rows.map { PushReport.json($0) })
        case .csv: table(rows, \.escaped, CSVText.line)
        case .tsv: table(rows, \.tabEscaped) { $0.joined(separator: "\t") }
        case .template(let template): lines(rows.map { template.line($0.cells) })
        }
    }

    /// - Throws: `LineTemplate.UnknownField` if a template names a field that is not among these.
    package func check(_ fields: [String]) throws(LineTemplate.UnknownField) {
        if case .template(let template) = self { try template.check(fields) }
    }

    private func lines(_ lines: [String]) -> String { lines.joined(separator: "\n") }

    /// - Parameter escaped: escapes a cell, because text of a provider or of another terminal must not control this one.
    private func table<Row: ReportRow>(
        _ rows: [Row],
        _ escaped: (String) -> String,
        _ line: ([String]) -> String
    ) -> String {
        let cells = rows.map { row in
            let cells = row.cells
            return Row.fields.map { escaped(cells[$0] ?? "") }
        }
        return lines(([Row.fields] + cells).map(line))
    }
}

extension String {
    /// The text as a cell of TSV. `escaped` does not escape backslashes, so they are doubled first.
    fileprivate var tabEscaped: String { replacing(["\\": "\\\\"]).escaped }
}
