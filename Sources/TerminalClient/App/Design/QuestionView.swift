internal import TerminalKit

/// A question that the user answers with yes or no. It lies over the screen, or replaces it if there is no room for
/// both.
struct QuestionView {
    private static let dialogSize = Size(width: 56, height: 9)

    let question: Question
    let answers: [KeyHint]
    /// Whether the bottom row shows the answers, too.
    let hasHints: Bool

    func draw(into buffer: inout Buffer, in area: Rect) {
        let words = question.lines.prefix(1).map { Line($0, Theme.problem) }
        let meaning = question.lines.dropFirst().map { Line($0) }
        guard area.width >= Self.dialogSize.width, area.height >= Self.dialogSize.height else {
            buffer.fill(area)
            var rest = area.inset(horizontal: area.width < 30 ? 0 : 1)
            if !hasHints {
                KeyHints(answers, style: Theme.muted)
                    .draw(into: &buffer, in: rest.removeBottom(area.height > 1 ? 1 : 0))
            }
            // Without room for all of it, leave the explanation out: half a sentence is worse than none.
            let lines = (words + meaning).flatMap { $0.wrapped(toColumns: rest.width) }
            return Message(lines.count > rest.height ? words : lines, alignment: .left)
                .draw(into: &buffer, in: rest)
        }
        var inner = Dialog(title: Line(question.title, Theme.title), size: Self.dialogSize, style: Theme.plain)
            .draw(into: &buffer, in: area).inset(horizontal: 1, vertical: 1)
        KeyHints(answers, style: Theme.muted).draw(into: &buffer, in: inner.removeBottom(1))
        Message(words + meaning, alignment: .left).draw(into: &buffer, in: inner)
    }
}

extension KeyMap {
    /// The keys that answer the question.
    func answers(yes: Action, no: Action) -> [KeyHint] {
        hint(yes, "yes") + hint(no, "no")
    }
}

/// The questions that screens ask before they do something that is hard to take back.
enum Question: Hashable, Sendable {
    /// Signs this machine out, from the list of devices.
    case signOutHere
    /// - Parameter address: where the device connected from; empty if unknown.
    case signOut(device: String, address: String)
    case removeAllFavorites(count: Int)
    case logOut
    /// Logs out while there is no connection.
    case forgetLogin

    /// The title above the question.
    var title: String {
        switch self {
        case .signOutHere, .signOut: "Sign out?"
        case .removeAllFavorites: "Remove all?"
        case .logOut, .forgetLogin: "Log out?"
        }
    }

    /// The question, and what a yes does.
    var lines: [String] {
        switch self {
        case .signOutHere: ["Sign out this device?", Self.closesAll]
        case .signOut(let device, let address):
            [
                "Sign out \(device)\(address.isEmpty ? "" : " (\(address))")?",
                "It is signed out at once, and needs your password to log in again.",
            ]
        case .removeAllFavorites(let count):
            [
                count == 1 ? "Remove your only favorite?" : "Remove all \(count) favorites?",
                "This removes \(count == 1 ? "it" : "them") on all your terminals. You can undo it.",
            ]
        case .logOut: ["Log out on this machine?", Self.closesAll]
        case .forgetLogin:
            [
                "Forget the login on this machine?",
                "The server is not told: this device stays on the list until you sign it out.",
            ]
        }
    }

    private static let closesAll =
        "All its windows close at once, including this one. Log in again with your password."
}

/// The question about the key of a server that no authority vouches for.
struct TrustQuestion: Hashable, Sendable {
    let server: String
    /// Why no authority vouches for it.
    let reason: String

    var title: String { "\(server) is not known yet" }
    var explanation: String { "No authority vouches for it (\(reason))." }
    let question = "Is it the key that the server printed when it started?"
    /// The question in short, for a small screen.
    let shortQuestion = "Is this its key?"
}
