@testable import TerminalClient

/// A type of messages that people see. It is told by one sample of each of its cases; `meaning` has a switch without a default, so that a
/// new case does not compile before somebody has written down its cause and its remedy, and beside them its sample.
protocol Explained {
    static var samples: [Self] { get }
    var words: String { get }
    var meaning: Meaning { get }
}

extension Explained where Self: CustomStringConvertible {
    var words: String { description }
}

extension Explained where Self: AbsenceWords {
    var words: String { text }
}

/// Why a message comes, and what the user is to do about it.
struct Meaning: ExpressibleByStringLiteral {
    let cause: String
    /// Empty: nothing.
    let remedy: String

    init(_ cause: String, _ remedy: String) { (self.cause, self.remedy) = (cause, remedy) }
    /// Of a message that asks for nothing.
    init(stringLiteral cause: String) { self.init(cause, "") }

    static let onItsWay: Meaning = "The answer is on its way."
    /// Of what only the server knows.
    static let offline = Meaning(
        "There is no connection, and this machine has no copy.",
        "Wait, or press `r` to try now."
    )
}

/// A row of the table.
struct Message: Hashable {
    let text: String
    let cause: String
    let remedy: String

    init(_ text: String, _ meaning: Meaning) {
        (self.text, cause, remedy) = (text, meaning.cause, meaning.remedy)
    }

    static func all<Value: Explained>(_ type: Value.Type) -> [Message] {
        type.samples.map { Message($0.words, $0.meaning) }
    }

    /// What stands between bars must not hold one.
    var row: String {
        let cells = [text, cause, remedy.isEmpty ? "–" : remedy]
        return "| " + cells.map { $0.replacing("|", with: "\\|").replacing("\n", with: " ") }.joined(separator: " | ")
            + " |"
    }
}
