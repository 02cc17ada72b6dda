import ArgumentParser
import TerminalClient

/// In which format a command prints.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print JSON, like --format json.")
    var json = false

    @Option(help: "How to print; docs/FORMATS.md has the fields of each command.")
    var format: Name?

    @Option(
        help: ArgumentHelp(
            "With --format template: the line for each row, as in \(LineTemplate.exampleWords).",
            valueName: "line"
        )
    )
    var template: String?

    enum Name: String, CaseIterable, ExpressibleByArgument {
        case text, json, jsonl, csv, tsv, template
    }

    func validate() throws {
        if json, format != nil { throw ValidationError(.exclusive("--json", "--format")) }
        if template != nil, format != .template { throw ValidationError(.templateWithoutFormat) }
        _ = try chosen
    }

    /// - Throws: `ValidationError`
    private var chosen: ReportFormat {
        get throws {
            switch format {
            case nil: return json ? .json : .text
            case .text: return .text
            case .json: return .json
            case .jsonl: return .jsonLines
            case .csv: return .csv
            case .tsv: return .tsv
            case .template:
                guard let template else { throw ValidationError(.formatWithoutTemplate) }
                do { return .template(try LineTemplate(template)) } catch { throw ValidationError("\(error)") }
            }
        }
    }

    /// Whether people read the output, so that warnings about old prices stand beside it.
    var isText: Bool { !json && format.map { $0 == .text } ?? true }

    /// Whether lists within a row are printed.
    var isJSON: Bool { json || format == .json || format == .jsonl }

    /// Commands that change something check this first, so that a mistyped template changes nothing.
    /// - Parameter fields: those of the rows that the command prints.
    /// - Throws: `ValidationError` if a template names another one.
    func check(_ fields: [String]) throws {
        do { try chosen.check(fields) } catch { throw ValidationError("\(error)") }
    }

    /// - Parameters:
    ///   - rows: what the formats of one line per row print.
    ///   - document: what JSON prints.
    ///   - text: what people read.
    /// - Throws: `ValidationError` if a template names an unknown field.
    func print<Row: ReportRow>(_ rows: [Row], document: some Encodable, text: @autoclosure () -> String) throws {
        try check(Row.fields)
        let output = try chosen.output(rows, document: document, text: text)
        // Without rows, the formats of one line per row print nothing, and not an empty line.
        if output.isEmpty, !isText { return }
        Swift.print(output)
    }

    /// Prints rows that are the JSON document as well.
    func print<Row: ReportRow>(_ rows: [Row], text: @autoclosure () -> String) throws {
        try print(rows, document: rows, text: text())
    }
}
