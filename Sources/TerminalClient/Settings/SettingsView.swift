internal import Shared
internal import TerminalKit

/// One row for each setting, with a sentence below it where there is room, else beside it.
struct SettingsView: View {
    let viewModel: SettingsViewModel

    func draw(into buffer: inout Buffer) -> Cursor? {
        let frame = Frame(buffer.size)
        TitleBar(title: "Settings", note: viewModel.userName).draw(into: &buffer, in: frame.header)
        drawRows(into: &buffer, in: frame.body)
        FooterView(status: viewModel.status, hints: KeyMap.settings.hints).draw(into: &buffer, in: frame)
        return nil
    }

    func handle(_ event: InputEvent, in size: Size) -> Bool {
        switch KeyMap.settings.command(for: event) {
        case .up: viewModel.selectionMoved(by: -1)
        case .down: viewModel.selectionMoved(by: 1)
        case .activate: viewModel.activated()
        case .confirm: viewModel.confirmed()
        case .decline: viewModel.declined()
        case .back: viewModel.backPressed()
        case .retry: viewModel.retryRequested()
        case .quit: viewModel.quitRequested()
        case nil: return false
        }
        return true
    }
}

// MARK: Rows
extension SettingsView {
    private func drawRows(into buffer: inout Buffer, in body: Rect) {
        let rows = SettingsRow.allCases
        let spacing = body.height >= 3 * rows.count ? 3 : body.height >= 2 * rows.count ? 2 : 1
        // Where not all rows fit, those around the selected one are shown.
        let first = max(0, viewModel.selected.rawValue - body.height / spacing + 1)
        for (index, row) in rows.dropFirst(first).enumerated() {
            let area = Rect(x: body.x, y: body.y + index * spacing, width: body.width, height: spacing)
                .intersection(body)
            draw(row, into: &buffer, in: area.inset(horizontal: min(1, body.width / 40)))
        }
    }

    private func draw(_ row: SettingsRow, into buffer: inout Buffer, in area: Rect) {
        drawControl(of: row, into: &buffer, in: area.row(0))
        let asks = viewModel.asking == row
        let style = asks ? Theme.problem : Theme.muted
        buffer.draw(Line(viewModel.explanation(of: row), style), in: area.row(1).inset(left: 6))
        // Too low for sentences, but not for a question.
        if asks, area.height < 2 { buffer.draw(Line(viewModel.explanation(of: row), style), in: area.row(0)) }
    }

    private func drawControl(of row: SettingsRow, into buffer: inout Buffer, in area: Rect) {
        let title = viewModel.title(of: row)
        let isSelected = viewModel.selected == row
        switch row {
        case .klineSource:
            // Where there is no room for all, the chosen one has to do.
            let shown = area.width < 42 ? [viewModel.settings.klineSource] : KlineSource.allCases
            RadioRow(
                title: area.width < 30 ? "" : title,
                options: shown.map(\.title),
                chosen: shown.firstIndex(of: viewModel.settings.klineSource) ?? 0,
                isSelected: isSelected,
                styles: Theme.settings
            ).draw(into: &buffer, in: area)
        case .coinsOnly: toggle(title, viewModel.settings.coinsOnly, isSelected).draw(into: &buffer, in: area)
        case .keepFavorites: toggle(title, viewModel.settings.keepFavorites, isSelected).draw(into: &buffer, in: area)
        case .removeAllFavorites, .logOut:
            let style = isSelected ? Theme.selection : Theme.plain
            StatusBar(left: Line((isSelected ? "› " : "  ") + title), style: style).draw(into: &buffer, in: area)
        }
    }

    private func toggle(_ title: String, _ isOn: Bool, _ isSelected: Bool) -> ToggleRow {
        ToggleRow(title: title, isOn: isOn, isSelected: isSelected, styles: Theme.settings)
    }
}
