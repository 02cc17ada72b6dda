internal import Shared

/// The view model of a screen that is a list of rows, one of them selected.
@MainActor
protocol RowsScreenModel: TabsScreenModel {
    associatedtype Row: Identifiable where Row.ID: Hashable & Sendable

    /// From top to bottom, as of the last refresh.
    var rows: [Row] { get }
    var selection: RowSelection<Row.ID> { get set }
    /// The coin that the selected row is about, for the pane beside the rows; nil if it is about none.
    var selectedCoin: CoinID? { get }
    /// Whether the selection may move now.
    var isSelectable: Bool { get }
    /// Makes the rows, if something that they depend on has changed. It is called before a frame is drawn, and before
    /// keys are handled.
    func refresh()
}

extension RowsScreenModel {
    var selectedCoin: CoinID? { nil }
    var isSelectable: Bool { true }

    /// Closes the crosshair of the chart beside the rows.
    func innerDismissed() -> Bool {
        let pane = tabs.pane
        return selectedCoin != nil && pane.isShown && pane.chart?.dismissed() == true
    }

    /// The place of the selected row.
    var selected: Int { selection.place(in: rows) }
    /// The row that keys act on; nil in an empty list.
    var selectedID: Row.ID? {
        let rows = rows
        return rows.isEmpty ? nil : rows[selection.place(in: rows)].id
    }

    /// - Parameter height: how many rows are visible.
    func resized(height: Int) {
        var next = selection
        next.follow(rows, height: height)
        if next != selection { selection = next }
    }

    func selectionMoved(by rows: Int) { select(selected + rows) }
    func paged(by pages: Int) { select(selected + pages * (selection.window.height ?? 1)) }
    func firstRequested() { select(0) }
    func lastRequested() { select(rows.count - 1) }
    func rowClicked(_ row: Int) { select(row) }

    private func select(_ row: Int) { if isSelectable { selection.select(place: row, in: rows) } }
}
