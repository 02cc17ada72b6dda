internal import TerminalKit

/// A list to choose from, in a box over the screen below. If there is no room for both, it replaces the body of that
/// screen.
struct PickerView<Value: Hashable & Sendable>: TabsScreenView {
    let viewModel: PickerViewModel<Value>
    let background: any ScreenView

    var help: [HelpSection] {
        [helpSection("Choosing", choosingKeys)] + (isEditable ? [editKeys.help("Changing")] : [])
    }
    var isTyping: Bool { true }

    /// While the user types a name, the keys for the list do nothing.
    var entryKeys: EntryKeys? {
        viewModel.typing == .filter ? nil : EntryKeys("Typing a name", keys.picker.whileNaming)
    }

    func prepare(for size: Size) {
        background.prepare(for: size)
        viewModel.tabs.status.refresh()
        viewModel.refresh()
        viewModel.resized(height: max(1, layout(in: size).list.height))
    }

    func draw(into buffer: inout Buffer) -> Cursor? {
        _ = background.draw(into: &buffer)
        buffer.coverKeys()
        let layout = layout(in: buffer.size)
        if layout.hasBox {
            buffer.fill(layout.outer)
            Box(title: Line(viewModel.title, Theme.title), style: Theme.plain).draw(into: &buffer, in: layout.outer)
        } else {
            buffer.fill(layout.outer)
        }
        let cursor = drawEntry(into: &buffer, in: layout.entry, titleWidthMax: layout.titleWidthMax)
        drawList(into: &buffer, in: layout.list)
        drawNote(into: &buffer, in: layout.note)
        drawFooter(hints, seen: keys.picker.name(of: .cancel), into: &buffer, in: Frame(buffer.size))
        return cursor
    }

    func handle(_ event: InputEvent, in size: Size) -> Bool {
        if case .mouse(let mouse) = event { return handle(mouse, in: size) }
        if let action = keys.picker.action(for: event) {
            perform(action)
        } else if isEditable, let action = keys.pickerEdit.action(for: event) {
            perform(action)
        } else if let edit = TextEdit(event) {
            viewModel.edited(edit)
        } else {
            return handleOnScreen(event)
        }
        return true
    }

    private var choosingKeys: KeyMap<PickerAction> { keys.picker.choosing(viewModel.verb) }
    private var isEditable: Bool { viewModel.editing != nil }

    /// The keys that can change something now. A filter gives places no meaning, so nothing moves.
    private var editKeys: KeyMap<PickerEditAction> {
        keys.pickerEdit.only { action in
            switch action {
            case .create: true
            case .rename, .delete: viewModel.selectedItem != nil
            case .moveUp, .moveDown: viewModel.selectedItem != nil && viewModel.entry.isEmpty
            }
        }
    }

    /// In a narrow terminal, the keys of every picker stay longest.
    private var hints: [KeyHint] {
        if let entryKeys { return entryKeys.hints }
        let own = choosingKeys.hints
        return Array(own.prefix(1)) + (isEditable ? editKeys.hints : []) + own.dropFirst()
    }

    private func layout(in size: Size) -> PickerLayout {
        let rows = viewModel.rowsMax == 0 ? absence(columns: PickerLayout.listWidth).count : viewModel.rowsMax
        return PickerLayout(in: Frame(size).body, rows: rows, fault: viewModel.fault)
    }
}

/// The places of a picker's parts.
private struct PickerLayout {
    private static let width = 56
    /// The width of the list in a box that has all of its width.
    static let listWidth = width - 4
    private static let heightWithBox = 8
    /// Room for the prompt and some typed characters.
    private static let entryWidthMin = 10

    let hasBox: Bool
    let outer: Rect
    let entry: Rect
    let list: Rect
    /// The place for the reason why the last key did nothing.
    let note: Rect

    init(in body: Rect, rows: Int, fault: String?) {
        hasBox = body.width >= 40 && body.height >= Self.heightWithBox
        outer = hasBox ? body.centered(Size(width: Self.width, height: max(Self.heightWithBox, rows + 4))) : body
        var rest = hasBox ? outer.inset(horizontal: 2, vertical: 1) : outer
        entry = rest.removeTop(rest.height > 1 ? 1 : 0)
        let words = fault.map { Line($0).wrapped(toColumns: rest.width).count } ?? 0
        note = rest.removeBottom(min(rest.height - 1, max(hasBox ? 1 : 0, words)))
        list = rest
    }

    /// How many columns the title may take before the entry; 0 if the box has the title.
    var titleWidthMax: Int { hasBox ? 0 : max(0, entry.width - Self.entryWidthMin) }
}

// MARK: Drawing
extension PickerView {
    /// - Parameter titleWidthMax: how many columns the title may take before the entry.
    private func drawEntry(into buffer: inout Buffer, in area: Rect, titleWidthMax: Int) -> Cursor? {
        guard !area.isEmpty else { return nil }
        var row = area
        if titleWidthMax > 0 {
            let title = viewModel.title.truncated(toColumns: titleWidthMax)
            buffer.draw(Line(title, Theme.title), in: row.removeLeft(title.columnCount))
            _ = row.removeLeft(1)
        }
        let isFilter = viewModel.typing == .filter
        buffer.draw(Line(isFilter ? "/ " : "› ", Theme.title), in: row.removeLeft(2))
        return TextField(
            viewModel.entry,
            placeholder: isFilter ? viewModel.reading.map { "such as \($0.example)" } ?? "type to filter" : "name",
            isFocused: true,
            style: Theme.focusedField
        ).draw(into: &buffer, in: row)
    }

    private func drawList(into buffer: inout Buffer, in area: Rect) {
        let rows = viewModel.rows
        if rows.isEmpty {
            // What is wrong with the typed text says more than that nothing matches it.
            if viewModel.fault != nil { return }
            for (index, line) in absence(columns: area.width).enumerated() { buffer.draw(line, in: area.row(index)) }
            return
        }
        for placed in table(rows).draw(into: &buffer, in: area).rows where placed.index == selected {
            SelectionMark.draw(into: &buffer, at: Point(x: placed.area.x, y: placed.area.y))
        }
        Scrollbar(offset: viewModel.window.first, visible: area.height, total: rows.count, style: Theme.muted)
            .draw(into: &buffer, in: area)
    }

    private func absence(columns: Int) -> [Line] {
        viewModel.absence.flatMap { Line($0, Theme.muted).wrapped(toColumns: columns) }
    }

    private func drawNote(into buffer: inout Buffer, in area: Rect) {
        guard let fault = viewModel.fault else { return }
        for (index, line) in Line(fault, Theme.warning).wrapped(toColumns: area.width).enumerated() {
            buffer.draw(line, in: area.row(index))
        }
    }

    /// While the user types a name, nothing is selected.
    private var selected: Int? { viewModel.typing == .filter ? viewModel.selected : nil }

    private func table(_ rows: [PickerViewModel<Value>.Row]) -> Table {
        let noteWidth = rows.map { note(of: $0).columnCount }.max() ?? 0
        return Table(
            columns: [
                Column(Line(), .fixed(1)), Column(Line(), .fixed(1)), Column(Line(), .flexible(minimum: 8)),
                Column(Line(), .fixed(noteWidth + 1), priority: noteWidth == 0 ? Column.hidden : 1),
            ],
            rowCount: rows.count,
            selected: selected,
            first: viewModel.window.first,
            hasHeader: false,
            styles: Table.Styles(header: Theme.plain, row: Theme.plain, selected: Theme.selection)
        ) { index, column, _ in cell(rows[index], column: column, isSelected: index == selected) }
    }

    private func note(of row: PickerViewModel<Value>.Row) -> String {
        if case .item(let item) = row { item.note } else { "" }
    }

    private func cell(_ row: PickerViewModel<Value>.Row, column: Int, isSelected: Bool) -> Line {
        let quiet = isSelected ? Style.plain : Theme.muted
        return switch (row, column) {
        case (.item(let item), 1): Line(item.isMarked ? "●" : "", isSelected ? .plain : Theme.link)
        case (.item(let item), 2): Line(item.title, item.isMarked ? .bold : .plain)
        case (.item(let item), 3): Line(item.note, quiet)
        case (.new, 1): Line("+", quiet)
        case (.new(let name), 2): Line(newTitle(name), quiet)
        default: Line()
        }
    }

    private func newTitle(_ name: String) -> String {
        let noun = viewModel.editing?.noun ?? ""
        return name.isEmpty ? "new \(noun)…" : "new \(noun) '\(name)'…"
    }
}

// MARK: Input
extension PickerView {
    private func perform(_ action: PickerAction) {
        switch action {
        case .choose: viewModel.chooseRequested()
        case .cancel: viewModel.backPressed()
        case .up: viewModel.selectionMoved(by: -1)
        case .down: viewModel.selectionMoved(by: 1)
        case .pageUp: viewModel.paged(by: -1)
        case .pageDown: viewModel.paged(by: 1)
        }
    }

    private func perform(_ action: PickerEditAction) {
        switch action {
        case .create: viewModel.createRequested()
        case .rename: viewModel.renameRequested()
        case .delete: viewModel.deleteRequested()
        case .moveUp: viewModel.moved(by: -1)
        case .moveDown: viewModel.moved(by: 1)
        }
    }

    /// A click on a row chooses it. A click beside the box goes back.
    private func handle(_ mouse: Mouse, in size: Size) -> Bool {
        if let rows = mouse.wheelRows {
            viewModel.selectionMoved(by: rows.signum())
            return true
        }
        guard mouse.kind == .press(.left) else { return false }
        let layout = layout(in: size)
        if !layout.outer.contains(mouse.position) {
            viewModel.backPressed()
            return true
        }
        guard let row = table(viewModel.rows).layout(in: layout.list).row(at: mouse.position) else { return false }
        viewModel.rowClicked(row)
        return true
    }
}

/// The actions of a picker. All other keys type.
enum PickerAction: String, CaseIterable, Sendable {
    case choose, cancel, up, down, pageUp, pageDown
}

extension KeyMap where Action == PickerAction {
    static let picker = KeyMap([
        Binding([Key(.enter)], .choose, "choose", hint: "choose"),
        Binding([Key(.escape)], .cancel, "back", hint: "back"),
        Binding([Key(.up)], .up, "up", hint: "select"),
        Binding([Key(.down)], .down, "down", hint: "select"),
        Binding([Key(.pageUp)], .pageUp, "a page up"),
        Binding([Key(.pageDown)], .pageDown, "a page down"),
    ])

    /// The keys where a choice does what the verb says.
    func choosing(_ verb: String) -> KeyMap {
        KeyMap(bindings.map { $0.action == .choose ? Binding($0.keys, .choose, verb, hint: verb) : $0 })
    }

    /// The keys that work while the user types a name.
    var whileNaming: KeyMap {
        KeyMap(
            bindings.compactMap { binding -> Binding? in
                switch binding.action {
                case .choose: Binding(binding.keys, .choose, "keep the name", hint: "keep")
                case .cancel: Binding(binding.keys, .cancel, "cancel", hint: "cancel")
                case .up, .down, .pageUp, .pageDown: nil
                }
            }
        )
    }
}

/// The further actions of a picker whose items can be changed.
enum PickerEditAction: String, CaseIterable, Sendable {
    case create, rename, delete, moveUp, moveDown
}

extension KeyMap where Action == PickerEditAction {
    static let pickerEdit = KeyMap([
        Binding([.control("n")], .create, "make a new one", hint: "new"),
        Binding([.control("r"), Key(.function(2))], .rename, "rename it", hint: "rename"),
        Binding([.control("x")], .delete, "delete it", hint: "delete"),
        Binding([Key(.up, .shift)], .moveUp, "move it up", hint: "move"),
        Binding([Key(.down, .shift)], .moveDown, "move it down", hint: "move"),
    ])
}
