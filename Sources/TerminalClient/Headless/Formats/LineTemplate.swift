internal import Shared

/// A line with places for fields, as a user types it: `{symbol} {price}`. `{{` and `}}` are braces.
package struct LineTemplate: Equatable, Sendable {
    private enum Part: Equatable, Sendable {
        case text(String)
        case field(String)
    }

    private let parts: [Part]

    /// Commands print different fields, so one example would be wrong for most of them.
    package static let examples = [
        (command: "prices", text: "{symbol} {price}"), (command: "candles", text: "{time} {close}"),
    ]
    /// `'{symbol} {price}' for prices or '{time} {close}' for candles`
    package static let exampleWords = examples.map { "'\($0.text)' for \($0.command)" }.joined(separator: " or ")

    /// - Throws: `Fault`
    package init(_ text: String) throws(Fault) {
        var parts: [Part] = []
        var literal = ""
        var rest = Substring(text)
        while let character = rest.popFirst() {
            switch character {
            case "{" where rest.first == "{", "}" where rest.first == "}": literal.append(rest.removeFirst())
            case "{":
                guard let end = rest.firstIndex(of: "}") else { throw Fault.open(text) }
                let name = String(rest[..<end])
                if name.isEmpty { throw Fault.empty(text) }
                if !literal.isEmpty { parts.append(.text(literal)) }
                literal = ""
                parts.append(.field(name))
                rest = rest[rest.index(after: end)...]
            case "}": throw Fault.closed(text)
            default: literal.append(character)
            }
        }
        if !literal.isEmpty { parts.append(.text(literal)) }
        self.parts = parts
    }

    /// - Throws: `UnknownField` for the first field that is not among `known`.
    func check(_ known: [String]) throws(UnknownField) {
        for case .field(let name) in parts where !known.contains(name) { throw UnknownField(name: name, known: known) }
    }

    /// - Parameter cells: by field; a missing one is an unknown value, and is printed as `-`.
    func line(_ cells: [String: String]) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .field(let name): cells[name].flatMap { $0.isEmpty ? nil : $0.escaped } ?? "-"
            }
        }
        .joined()
    }

    /// Why a text is not a template.
    package enum Fault: Error, Equatable, Sendable, CustomStringConvertible {
        case open(String)
        case closed(String)
        case empty(String)

        package var description: String {
            switch self {
            case .open(let text): "'\(text.escaped)' has a { without a }; for a brace itself, use {{"
            case .closed(let text): "'\(text.escaped)' has a } without a {; for a brace itself, use }}"
            case .empty(let text): "'\(text.escaped)' has {} without a field's name; write one between the braces"
            }
        }
    }

    /// A template names a field that the command does not print.
    package struct UnknownField: Error, Equatable, Sendable, CustomStringConvertible {
        let name: String
        let known: [String]

        package var description: String {
            let meant = NearMiss.of(name, among: known).map { " (did you mean '\($0)'?)" } ?? ""
            return "there is no field '\(name.escaped)'\(meant); the fields are \(known.joined(separator: ", "))"
        }
    }
}
