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

    /// The part of the body for the table.
    func rowsArea(in body: Rect) -> Rect
    func table(in area: Rect) -> RowTable
    /// Draws the table and everything around it.
    func drawRows(into buffer: inout Buffer, in body: Rect)
    /// Draws what lies over the list, such as a question.
    func drawOver(into buffer: inout Buffer, in frame: Frame) -> Cursor?
    func perform(_ action: Action)
}

extension RowsScreenView {
    var innerHints: [KeyHint]? { nil }

    func rowsArea(in body: Rect) -> Rect { body }

    func drawRows(into buffer: inout Buffer, in body: Rect) {
        let area = rowsArea(in: body)
        table(in: area).draw(into: &buffer, in: area)
    }

    func drawOver(into buffer: inout Buffer, in frame: Frame) -> Cursor? { nil }

    func prepare(for size: Size) {
        viewModel.tabs.status.refresh()
        viewModel.refresh()
        showSelection(in: size)
    }

    /// A table of the view model's rows.
    func rowTable(_ columns: [Column], in area: Rect, cell: @escaping (_ row: Int, _ column: Int) -> Line) -> RowTable {
        RowTable(
            columns: columns,
            count: viewModel.rowIDs.count,
            selected: viewModel.selected,
            first: viewModel.selection.window.first,
            spacing: area.width < 60 ? 1 : 2,
            cell: cell
        )
    }

    /// Keeps the selected row visible.
    func showSelection(in size: Size) {
        viewModel.resized(height: RowTable.rowsSeen(in: rowsArea(in: Frame(size).body)))
    }

    func draw(into buffer: inout Buffer) -> Cursor? {
        let frame = Frame(buffer.size)
        header.draw(into: &buffer, in: frame.header)
        if viewModel.rowIDs.isEmpty {
            Message(absence).draw(into: &buffer, in: frame.body.inset(horizontal: 1))
        } else {
            drawRows(into: &buffer, in: frame.body)
        }
        let cursor = drawOver(into: &buffer, in: frame)
        // A question takes precedence over a message.
        FooterView(
            status: viewModel.tabs.status,
            keys: listKeys.statusKeys(seen: innerHints == nil ? .back : nil, retry: .refresh),
            hints: innerHints ?? listHints
        ).draw(into: &buffer, in: frame)
        return cursor
    }

    func handle(_ event: InputEvent, in size: Size) -> Bool {
        handleInList(event, in: size)
    }

    /// Handles an event that means the same in every list.
    func handleInList(_ event: InputEvent, in size: Size) -> Bool {
        if case .mouse(let mouse) = event {
            let area = rowsArea(in: Frame(size).body)
            return handle(mouse, on: table(in: area).layout(in: area))
        }
        guard let action = listKeys.action(for: event) else { return false }
        perform(action)
        return true
    }

    /// Performs an action that every list has.
    func performInList(_ action: Action) {
        switch action {
        case .up: viewModel.selectionMoved(by: -1)
        case .down: viewModel.selectionMoved(by: 1)
        case .pageUp: viewModel.paged(by: -1)
        case .pageDown: viewModel.paged(by: 1)
        case .first: viewModel.firstRequested()
        case .last: viewModel.lastRequested()
        case .back: viewModel.backPressed()
        case .refresh: viewModel.refreshRequested()
        case .help: viewModel.helpRequested()
        case .quit: viewModel.quitRequested()
        default: break
        }
    }

    /// An empty list has no hints about rows.
    private var listHints: [KeyHint] {
        let isEmpty = viewModel.rowIDs.isEmpty
        return listKeys.hints { !isEmpty || !$0.needsRow }
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

extension [Line] {
    /// The first sentence as it is, and what to do about it in muted words.
    init(absence words: [String]) {
        self = words.prefix(1).map { Line($0) } + words.dropFirst().map { Line($0, Theme.muted) }
    }
}
