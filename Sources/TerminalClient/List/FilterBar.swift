internal import TerminalKit

/// The row with the filter of a list, and the keys while the user types into it.
@MainActor
struct FilterBar<List: ListModel, Screen: TabsScreenModel> {
    /// The least room for the filter's text, which matters more than the count of matches.
    private static var textWidthMin: Int { 10 }

    let list: List
    let screen: Screen

    func draw(into buffer: inout Buffer, in area: Rect) -> Cursor? {
        guard !area.isEmpty else { return nil }
        var row = area.inset(horizontal: 1)
        let room = row.width - Self.textWidthMin - 3
        if let count = list.filterCounts.first(where: { $0.columnCount <= room }) {
            buffer.draw(Line(count, Theme.muted), in: row.removeRight(count.columnCount + 1), alignment: .right)
        }
        buffer.draw(Line("/ ", Theme.title), in: row.removeLeft(2))
        return TextField(
            list.filter,
            placeholder: "name or symbol",
            isFocused: list.isFiltering,
            style: list.isFiltering ? Theme.focusedField : Theme.match
        ).draw(into: &buffer, in: row.removeLeft(min(row.width, 40)))
    }

    /// Handles an event while the user types.
    func handle(_ event: InputEvent) -> Bool {
        if let action = screen.keys.filter.action(for: event) {
            perform(action)
            return true
        }
        guard let edit = TextEdit(event) else { return false }
        list.filterEdited(edit)
        return true
    }

    private func perform(_ action: FilterAction) {
        switch action {
        case .keep: list.filterKept()
        // Goes one level back: closes a message, or else the filter.
        case .clear: if !screen.tabs.status.dismissed() { list.filterCleared() }
        case .up: list.selectionMoved(by: -1)
        case .down: list.selectionMoved(by: 1)
        case .pageUp: list.paged(by: -1)
        case .pageDown: list.paged(by: 1)
        }
    }
}
