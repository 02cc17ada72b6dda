import Shared

/// Prints for an operator. Each text takes one line, whatever characters a name has.
enum CommandOutput {
    static func line(_ text: String) { print(text.escaped) }
    static func line(_ outcome: OperatorOutcome) { line(outcome.description) }
    /// Prints JSON, which may have several lines: its texts contain no line ends.
    static func json(_ text: String) { print(text.escapedInJSON) }
}

/// One of our errors as an operator reads it. Its text may come from a file or from the database.
struct EscapedError: Error, CustomStringConvertible {
    let description: String

    init(_ error: any Error) { self.init("\(error)") }
    init(_ words: String) { description = words.escaped }
}
