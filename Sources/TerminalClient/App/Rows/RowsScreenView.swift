internal import TerminalKit

/// The view of a screen that is a list of rows: a header, the rows or words in their place, and the footer. A screen
/// gives its words and its table, and says what its own actions do.
@MainActor
protocol RowsScreenView: TabsScreenView where Model: RowsScreenModel {
    associatedtype Action: RowsScreenActions

    var listKeys: KeyMap<Action> { get }
    var header: TitleBar { get }
    /// The words in place of rows.
    var absence: [Line] { get }
    /// The hints while a question or a field takes the keys; nil while the list takes them.
    var innerHints: [KeyHint]? { get }
    /// Whether a wide screen shows the coin of the selected row beside the rows.
    var hasCoinPane: Bool { get }
    /// The time zone that a title names; nil if none does.
    var zoneInTitles: String? { get }

    /// The hints while the list takes the keys.
    var listHints: [KeyHint] { get }
    /// Whether the row between header and body holds something, so that it must be there at any size.
    var needsToolbar: Bool { get }

    /// The part of the body for the table.
    /// - Parameter body: the screen without header, footer and pane.
    func rowsArea(in body: Rect) -> Rect
    func table(in area: Rect) -> RowTable
    /// Draws the table and everything around it.
    func drawRows(into buffer: inout Buffer, in body: Rect)
    /// Draws the row between header and body.
    func drawToolbar(into buffer: inout Buffer, in frame: Frame) -> Cursor?
    /// Draws what lies over the list, such as a question.
    func drawOver(into buffer: inout Buffer, in frame: Frame) -> Cursor?
    func perform(_ action: Action)
}

extension RowsScreenView {
    var innerHints: [KeyHint]? { entryKeys?.hints }
    var hasCoinPane: Bool { false }
    var zoneInTitles: String? { nil }
    var needsToolbar: Bool { false }

    /// The list's keys that do something now. The bottom line and Help offer only these.
    var usefulKeys: KeyMap<Action> { viewModel.rows.isEmpty ? listKeys.only { !$0.needsRow } : listKeys }

    var listHints: [KeyHint] { screenHints(around: usefulKeys.hints) }

    /// The help on the list's own keys and those of all screens.
    func helpOnRows(_ title: String) -> HelpSection { helpSection(title, usefulKeys) }

    func rowsArea(in body: Rect) -> Rect { body }

    func drawRows(into buffer: inout Buffer, in body: Rect) {
        let area = rowsArea(in: body)
        table(in: area).draw(into: &buffer, in: area)
    }

    func drawToolbar(into buffer: inout Buffer, in frame: Frame) -> Cursor? { nil }
    func drawOver(into buffer: inout Buffer, in frame: Frame) -> Cursor? { nil }

    func prepare(for size: Size) {
        viewModel.tabs.status.refresh()
        viewModel.refresh()
        showSelection(in: size)
        if let layout = paneLayout(frame(size)) { preparePane(layout) }
    }

    func frame(_ size: Size) -> Frame { Frame(size, needsToolbar: needsToolbar) }

    /// How the rows share the screen with the pane; nil if the screen never has one.
    private func paneLayout(_ frame: Frame) -> CoinPaneLayout? {
        hasCoinPane ? CoinPaneLayout(frame.body, listWidthMax: RowTable.widthMax) : nil
    }

    /// The screen without header, footer and pane.
    func body(_ frame: Frame) -> Rect { paneLayout(frame)?.list ?? frame.body }

    private func preparePane(_ layout: CoinPaneLayout) {
        let tabs = viewModel.tabs
        guard layout.hasPane else { return tabs.pane.roomLost() }
        tabs.open.chart?.refresh(at: tabs.serverTime)
        let row = viewModel.selectedCoin.flatMap { tabs.row(of: $0, known: tabs.pane.content.row) }
        tabs.pane.shown(besideSelected: row, isZoneBeside: zoneInTitles != nil)
        ListChart(tabs: tabs, hasEye: false).prepare(in: layout.chart)
    }

    /// A table of the view model's rows.
    func rowTable(_ columns: [Column], in area: Rect, cell: @escaping Table.CellLine) -> RowTable {
        RowTable(
            columns: columns,
            count: viewModel.rows.count,
            selected: viewModel.selected,
            first: viewModel.selection.window.first,
            spacing: area.width < 60 ? 1 : 2,
            cell: cell
        )
    }

    /// Keeps the selected row visible.
    func showSelection(in size: Size) {
        viewModel.resized(height: RowTable.rowsSeen(in: rowsArea(in: body(frame(size)))))
    }

    func draw(into buffer: inout Buffer) -> Cursor? {
        let frame = frame(buffer.size)
        header.draw(into: &buffer, in: frame.header)
        let typing = drawToolbar(into: &buffer, in: frame)
        if viewModel.rows.isEmpty {
            Message(absence).draw(into: &buffer, in: body(frame).inset(horizontal: 1))
        } else {
            drawRows(into: &buffer, in: body(frame))
        }
        if let layout = paneLayout(frame), viewModel.selectedCoin != nil {
            let zone = viewModel.rows.isEmpty ? nil : zoneInTitles
            CoinPane(tabs: viewModel.tabs, layout: layout, hasEye: false, zoneBeside: zone).draw(into: &buffer)
        }
        let cursor = drawOver(into: &buffer, in: frame) ?? typing
        drawFooter(innerHints ?? listHints, into: &buffer, in: frame)
        return cursor
    }

    func handle(_ event: InputEvent, in size: Size) -> Bool {
        handleInList(event, in: size)
    }

    /// Handles an event that means the same in every list.
    func handleInList(_ event: InputEvent, in size: Size) -> Bool {
        if case .mouse(let mouse) = event {
            if let layout = paneLayout(frame(size)), layout.pane.contains(mouse.position) {
                return handle(mouse, inChart: layout.chart)
            }
            let area = rowsArea(in: body(frame(size)))
            return handle(mouse, on: table(in: area).layout(in: area))
        }
        guard let action = listKeys.action(for: event) else { return handleOnScreen(event) }
        perform(action)
        return true
    }

    /// - Returns: false if the chart beside the rows does not use the event.
    private func handle(_ mouse: Mouse, inChart area: Rect?) -> Bool {
        let chart = ListChart(tabs: viewModel.tabs, hasEye: false)
        return switch mouse.kind {
        case .press(.left): chart.clicked(mouse.position, in: area)
        case .moved(.left): chart.dragged(mouse.position, in: area)
        default: chart.wheelTurned(mouse, in: area)
        }
    }

    /// - Returns: false if the list does not use the event.
    private func handle(_ mouse: Mouse, on layout: Table.Layout) -> Bool {
        if let rows = mouse.wheelRows {
            viewModel.selectionMoved(by: rows.signum())
        } else if mouse.kind == .press(.left), let row = layout.row(at: mouse.position) {
            viewModel.rowClicked(row)
        } else {
            return false
        }
        return true
    }
}

extension RowsScreenView where Action: RowActions {
    /// Performs an action that every list has.
    func performInList(_ action: Action) {
        switch action {
        case .up: viewModel.selectionMoved(by: -1)
        case .down: viewModel.selectionMoved(by: 1)
        case .pageUp: viewModel.paged(by: -1)
        case .pageDown: viewModel.paged(by: 1)
        case .first: viewModel.firstRequested()
        case .last: viewModel.lastRequested()
        default: break
        }
    }
}

extension [Line] {
    /// The first sentence as it is, and what to do about it in muted words.
    init(absence words: [String]) {
        self = words.prefix(1).map { Line($0) } + words.dropFirst().map { Line($0, Theme.muted) }
    }
}
