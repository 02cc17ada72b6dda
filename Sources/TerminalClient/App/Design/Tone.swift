internal import TerminalKit

/// How serious some words are. The view gives each tone a color and a mark.
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

    /// A filled circle if all is well, a hollow one if it soon will be, and an exclamation mark if something is wrong.
    var mark: String {
        switch self {
        case .good: "●"
        case .quiet: "○"
        case .warning, .problem: "!"
        }
    }
}
