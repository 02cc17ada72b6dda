internal import Shared
internal import TerminalKit

/// The view model of a screen that is a list of rows, one of them selected.
@MainActor
protocol RowsScreenModel: TabsScreenModel {
    associatedtype RowID: Hashable & Sendable

    /// The ids of the rows, from top to bottom.
    var rowIDs: [RowID] { get }
    var selection: RowSelection<RowID> { get set }
    /// The coin that the selected row is about, for the pane beside the rows; nil if it is about none.
    var selectedCoin: CoinID? { get }
    /// Whether the selection may move now.
    var isSelectable: Bool { get }
    /// Makes the rows that the view model keeps. It is called before a frame is drawn, and before keys are handled.
    func refresh()
}

extension RowsScreenModel {
    var selectedCoin: CoinID? { nil }
    var isSelectable: Bool { true }
    func refresh() {}

    /// Closes the crosshair of the chart beside the rows.
    func innerDismissed() -> Bool {
        let pane = tabs.pane
        return selectedCoin != nil && pane.isShown && pane.chart?.dismissed() == true
    }

    /// The place of the selected row.
    var selected: Int { selection.place(in: rowIDs) }
    /// The row that keys act on; nil in an empty list.
    var selectedID: RowID? {
        let ids = rowIDs
        return ids.isEmpty ? nil : ids[selection.place(in: ids)]
    }

    /// - Parameter height: how many rows are visible.
    func resized(height: Int) {
        var next = selection
        next.follow(rowIDs, height: height)
        if next != selection { selection = next }
    }

    func selectionMoved(by rows: Int) { select(selected + rows) }
    func paged(by pages: Int) { select(selected + pages * (selection.window.height ?? 1)) }
    func firstRequested() { select(0) }
    func lastRequested() { select(rowIDs.count - 1) }
    func rowClicked(_ row: Int) { select(row) }

    private func select(_ row: Int) { if isSelectable { selection.select(place: row, in: rowIDs) } }
}

/// The actions that move the selection of a list.
protocol RowActions: Hashable, Sendable {
    static var up: Self { get }
    static var down: Self { get }
    static var pageUp: Self { get }
    static var pageDown: Self { get }
    static var first: Self { get }
    static var last: Self { get }
}

/// The actions of a screen that is a list of rows.
protocol RowsScreenActions: RowActions {
    static var back: Self { get }
    static var refresh: Self { get }
    static var help: Self { get }
    static var quit: Self { get }
    /// Whether the action is about the selected row, so that it does nothing in an empty list.
    var needsRow: Bool { get }
}

extension KeyMap.Binding where Action: RowActions {
    /// The keys that move the selection.
    static var rows: [Self] {
        [
            Self([Key(.up), "k"], .up, "up"),
            Self([Key(.down), "j"], .down, "down"),
            Self([Key(.pageUp), .control("b")], .pageUp, "a page up"),
            Self([Key(.pageDown), .control("f")], .pageDown, "a page down"),
            Self([Key(.home), "g"], .first, "to the top"),
            Self([Key(.end), "G"], .last, "to the end"),
        ]
    }
}
