internal import TerminalKit

/// The actions of every list that can be sorted and filtered.
enum CoinListAction: String, CaseIterable, RowActions {
    case up, down, pageUp, pageDown, first, last, filter, sort, flip
}

extension KeyMap where Action == CoinListAction {
    static let list = KeyMap(
        Binding.rows + [
            Binding(["/"], .filter, "filter by name or symbol", hint: "filter"),
            Binding(["s"], .sort, "sort by the next column", hint: "sort"),
            Binding(["S"], .flip, "reverse the order"),
        ]
    )
}

extension KeyMap where Action: SortColumn {
    /// A letter for each column that a list can be sorted by.
    init(sortingBy columns: [Action]) {
        self.init(
            columns.map { column in
                Binding(column.key.map { [Key(.character($0))] } ?? [], column, "sort by \(column.subject)")
            }
        )
    }
}

extension KeyMap where Action == QuoteColumn {
    static let sort = KeyMap(sortingBy: QuoteColumn.sortable)
}

/// The actions while the filter has the focus. All other keys type.
enum FilterAction: String, CaseIterable, Sendable {
    case keep, clear, up, down, pageUp, pageDown
}

extension KeyMap where Action == FilterAction {
    static let filter = KeyMap([
        Binding([Key(.enter)], .keep, "keep the filter", hint: "keep"),
        Binding([Key(.escape)], .clear, "clear the filter", hint: "clear"),
        Binding([Key(.up)], .up, "up", hint: "select"),
        Binding([Key(.down)], .down, "down", hint: "select"),
        Binding([Key(.pageUp)], .pageUp, "a page up"),
        Binding([Key(.pageDown)], .pageDown, "a page down"),
    ])
}
