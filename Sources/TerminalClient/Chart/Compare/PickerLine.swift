internal import TerminalKit

/// The row in which the user chooses a coin: the typed text, then the matching coins.
struct PickerLine {
    private static let fieldWidth = 14

    let picker: CoinPicker

    func draw(into buffer: inout Buffer, in area: Rect) -> Cursor? {
        guard !area.isEmpty else { return nil }
        var row = area.inset(horizontal: 1)
        let title = row.width >= 50 ? "Compare with " : "+ "
        buffer.draw(Line(title, Theme.title), in: row.removeLeft(title.columnCount))
        let cursor = TextField(
            picker.entry,
            placeholder: "symbol",
            isFocused: true,
            style: Theme.focusedField
        ).draw(into: &buffer, in: row.removeLeft(min(row.width, Self.fieldWidth)))
        buffer.draw(choices(columns: row.width - 2), in: row.inset(left: 2))
        return cursor
    }

    /// As many coins as there is room for. The chosen coin has its name and is the only one that is not muted, so it
    /// stands out without colors, too.
    private func choices(columns: Int) -> Line {
        guard !picker.matches.isEmpty else { return Line(Notice.noCoinMatches.description, Theme.muted) }
        let texts = picker.matches.enumerated().map { index, match in
            let isSelected = index == picker.selected
            return Span(
                isSelected ? " \(match.symbol) \(match.name) " : " \(match.symbol) ",
                isSelected ? Theme.selection : Theme.muted
            )
        }
        let all = Line(texts)
        // The chosen coin is always visible.
        return all.columnCount <= columns ? all : Line(Array(texts[picker.selected...]))
    }
}
