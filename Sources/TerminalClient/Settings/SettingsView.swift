internal import Shared
internal import TerminalKit

/// Draws one row for each setting, with a sentence below it if there is room.
struct SettingsView: TabsScreenView {
    let viewModel: SettingsViewModel

    var help: [HelpSection] { [helpSection("Settings", ownKeys)] }

    func prepare(for size: Size) {
        viewModel.status.refresh()
        viewModel.refresh()
    }

    func draw(into buffer: inout Buffer) -> Cursor? {
        let frame = frame(buffer.size)
        let layout = layout(in: buffer.size)
        let note = layout.hasHeadings ? viewModel.userName : Self.legend(width: buffer.size.width)
        TitleBar(title: "Settings", note: note).draw(into: &buffer, in: frame.header)
        for (place, area) in layout.places where !area.isEmpty {
            switch place {
            case .heading(let group): buffer.draw(Line(group.title, Theme.title), in: area)
            case .row(let row):
                draw(row, into: &buffer, in: area)
                if row.group == .local, !layout.hasHeadings { drawLocalMark(of: row, into: &buffer, in: area) }
            }
        }
        Scrollbar(
            offset: layout.offset,
            visible: layout.visible,
            total: viewModel.rows.count,
            style: Theme.muted
        ).draw(into: &buffer, in: frame.body)
        if let question = viewModel.question {
            QuestionView(question: question, answers: answers, hasHints: !frame.hints.isEmpty)
                .draw(into: &buffer, in: frame.body)
        }
        let hints = viewModel.asking == nil ? screenHints(around: ownKeys.hints) : answers
        drawFooter(hints, into: &buffer, in: frame)
        return nil
    }

    func handle(_ event: InputEvent, in size: Size) -> Bool {
        if case .mouse(let mouse) = event { return handle(mouse, in: size) }
        guard let action = ownKeys.action(for: event) else { return handleOnScreen(event) }
        perform(action)
        return true
    }

    /// In a terminal of 24 rows, headings and sentences matter more than empty rows.
    private func frame(_ size: Size) -> Frame { Frame(size, airMin: 25) }
    /// A question has the keys of its answers, and they work for nothing else.
    private var ownKeys: KeyMap<SettingsAction> {
        keys.settings.only { action in
            switch action {
            case .confirm, .decline: viewModel.asking != nil
            case .choose, .next, .previous: viewModel.asking == nil && viewModel.canAct
            case .up, .down, .first, .last: viewModel.asking == nil
            case .close: true
            }
        }
    }
    private var answers: [KeyHint] { keys.settings.answers(yes: .confirm, no: .decline) }
    private func layout(in size: Size) -> SettingsLayout {
        SettingsLayout(viewModel.rows, in: frame(size).body, selected: viewModel.selected)
    }
}

// MARK: Input
extension SettingsView {
    private func perform(_ action: SettingsAction) {
        switch action {
        case .up: viewModel.selectionMoved(by: -1)
        case .down: viewModel.selectionMoved(by: 1)
        case .first: viewModel.firstRequested()
        case .last: viewModel.lastRequested()
        case .choose: viewModel.chooseRequested()
        case .next: viewModel.nextRequested()
        case .previous: viewModel.previousRequested()
        case .confirm: viewModel.confirmed()
        case .decline: viewModel.declined()
        case .close: viewModel.backPressed()
        }
    }

    private func handle(_ mouse: Mouse, in size: Size) -> Bool {
        if let rows = mouse.wheelRows {
            viewModel.selectionMoved(by: rows.signum())
        } else if mouse.kind == .press(.left), let (row, area) = layout(in: size).row(at: mouse.position) {
            if let steps = control(of: row, in: area.row(0)).steps(to: mouse.position, in: area.row(0)) {
                viewModel.valueClicked(steps, of: row)
            } else {
                viewModel.rowClicked(row)
            }
        } else {
            return false
        }
        return true
    }
}

// MARK: Rows
extension SettingsView {
    private func draw(_ row: SettingsRow, into buffer: inout Buffer, in area: Rect) {
        control(of: row, in: area.row(0)).draw(into: &buffer, in: area.row(0))
        buffer.draw(Line(viewModel.content(of: row).explanation, Theme.muted), in: area.row(1).inset(left: 6))
    }

    private func control(of row: SettingsRow, in area: Rect) -> SettingsControl {
        switch row {
        case .shared, .local:
            let content = viewModel.content(of: row)
            if content.isSwitch { return toggle(row, isOn: content.chosen == 1, in: area) }
            return choice(row, content.titles, content.chosen, in: area)
        case .devices, .removeAllFavorites, .logOut:
            let isSelected = viewModel.selected == row
            let line = Line((isSelected ? "› " : "  ") + title(of: row, in: area))
            return .action(StatusBar(left: line, style: isSelected ? Theme.selection : Theme.plain))
        }
    }

    private static let widthWithTitles = 30

    private func title(of row: SettingsRow, in area: Rect) -> String {
        area.width < Self.widthWithTitles ? viewModel.shortTitle(of: row) : viewModel.title(of: row)
    }

    /// Draws only the chosen value, and how many others there are, if there is no room for all values.
    private func choice(_ row: SettingsRow, _ options: [String], _ chosen: Int?, in area: Rect) -> SettingsControl {
        let isNarrow = area.width < Self.widthWithTitles
        // The value matters more than the title, so the title is cut.
        let room = area.width - 3 - options[chosen ?? 0].columnCount
        let whole = title(of: row, in: area)
        let title = isNarrow ? whole.truncated(toColumns: max(0, room)) : whole
        var radio = RadioRow(
            title: title,
            options: options,
            chosen: chosen ?? 0,
            isSelected: viewModel.selected == row,
            styles: Theme.settings,
            isCompact: isNarrow
        )
        if radio.columnCount >= area.width {
            (radio.options, radio.chosen) = ([options[radio.chosen]], 0)
            radio.note = "\(options.count - 1) more"
            if options.count < 2 || radio.columnCount >= area.width { radio.note = "" }
        }
        return .choice(radio)
    }

    private func toggle(_ row: SettingsRow, isOn: Bool, in area: Rect) -> SettingsControl {
        .toggle(
            ToggleRow(
                title: title(of: row, in: area),
                isOn: isOn,
                isSelected: viewModel.selected == row,
                styles: Theme.settings
            )
        )
    }

    /// Says of a setting that it holds on this machine only, where no heading does.
    private static let localMark = "•"

    /// What the mark means. It stands where other screens have the user's name, so it must not look like one.
    private static func legend(width: Int) -> String {
        // The title bar leaves the product's name out where it is narrow.
        let columns = width - (width < 40 ? 12 : 22)
        return ["this machine only", "this machine", "here"].map { "\(localMark) \($0)" }
            .fitting(columns: columns)
    }

    private func drawLocalMark(of row: SettingsRow, into buffer: inout Buffer, in area: Rect) {
        let style = viewModel.selected == row ? Theme.muted.over(Theme.selection) : Theme.muted
        buffer.draw(Self.localMark, at: Point(x: area.x + 1, y: area.y), style: style, clippedTo: area)
    }
}

/// The actions of Settings.
enum SettingsAction: String, CaseIterable, Sendable {
    case up, down, first, last, choose, next, previous, confirm, decline, close
}

extension KeyMap where Action == SettingsAction {
    static let settings = KeyMap([
        Binding([Key(.up), "k"], .up, "up"),
        Binding([Key(.down), "j"], .down, "down"),
        Binding([Key(.home), "g", Key(.pageUp)], .first, "to the top"),
        Binding([Key(.end), "G", Key(.pageDown)], .last, "to the end"),
        Binding([Key(.enter)], .choose, "choose from a list, or change", hint: "choose"),
        Binding([" ", Key(.right), "l"], .next, "change", hint: "change"),
        Binding([Key(.left), "h"], .previous, "change back"),
        Binding(["y"], .confirm, "answer yes"),
        Binding(["n"], .decline, "answer no"),
        Binding([",", Key(.tab)], .close, "back"),
    ])
}

/// The control in a row of Settings.
enum SettingsControl {
    case choice(RadioRow)
    case toggle(ToggleRow)
    case action(StatusBar)

    func draw(into buffer: inout Buffer, in area: Rect) {
        switch self {
        case .choice(let row): row.draw(into: &buffer, in: area)
        case .toggle(let row): row.draw(into: &buffer, in: area)
        case .action(let bar): bar.draw(into: &buffer, in: area)
        }
    }

    /// How many values after the present one the clicked one is; nil if the click hits none.
    func steps(to point: Point, in area: Rect) -> Int? {
        guard area.contains(point) else { return nil }
        switch self {
        case .choice(let row): return row.option(at: point.x, in: area).map { $0 - row.chosen }
        case .toggle(let row): return row.hasControl(at: point.x, in: area) ? 1 : nil
        case .action: return nil
        }
    }
}
