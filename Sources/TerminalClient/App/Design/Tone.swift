internal import TerminalKit

/// How serious some words are; the view gives each a color and a mark of its own.
enum Tone: Equatable, Sendable {
    case good
    case quiet
    case warning
    case problem
}

/// A few words and how serious they are.
struct Phrase: Equatable, Sendable {
    var text: String
    var tone: Tone

    init(_ text: String, _ tone: Tone) {
        self.text = text
        self.tone = tone
    }
}

extension Tone {
    var style: Style {
        switch self {
        case .good: .foreground(Theme.up)
        case .quiet: Theme.muted
        case .warning: Theme.warning
        case .problem: Theme.problem
        }
    }

    /// Filled where all is well, hollow on the way there, a sign where something is wrong.
    var mark: String {
        switch self {
        case .good: "●"
        case .quiet: "○"
        case .warning, .problem: "!"
        }
    }
}
