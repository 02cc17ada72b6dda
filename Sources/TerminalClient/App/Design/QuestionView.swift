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
    func answers(yes: Command, no: Command) -> [KeyHint] {
        hint(yes, "yes") + hint(no, "no")
    }
}
