import Shared

/// What commands print for an operator: whatever stands in a name, it is one line each.
enum CommandOutput {
    static func line(_ text: String) { print(text.escaped) }
    /// JSON may have several lines: within its texts there is no line end.
    static func json(_ text: String) { print(text.escapedInJSON) }
}

/// An error of ours as an operator reads it. Its text may come from a file or from the database.
struct EscapedError: Error, CustomStringConvertible {
    let description: String

    init(_ error: any Error) { description = "\(error)".escaped }
}
