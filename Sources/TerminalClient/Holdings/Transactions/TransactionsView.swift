internal import Shared
internal import TerminalKit

/// Draws a row for each transaction of a coin.
struct TransactionsView: TabsScreenView {
    let viewModel: TransactionsViewModel

    var help: [HelpSection] { [keys.help("Transactions")] }

    func prepare(for size: Size) {
        viewModel.tabs.status.refresh()
        viewModel.resized(height: RowTable.rowsSeen(in: Frame(size).body))
    }

    func draw(into buffer: inout Buffer) -> Cursor? {
        let frame = Frame(buffer.size)
        TitleBar(title: "Transactions of \(viewModel.symbol)", note: viewModel.tabs.status.userName)
            .draw(into: &buffer, in: frame.header)
        let rows = viewModel.rows
        if rows.isEmpty {
            let words = viewModel.absence
            let lines = words.prefix(1).map { Line($0) } + words.dropFirst().map { Line($0, Theme.muted) }
            Message(lines).draw(into: &buffer, in: frame.body.inset(horizontal: 1))
        } else {
            table(rows, in: frame.body).draw(into: &buffer, in: frame.body)
        }
        FooterView(
            status: viewModel.tabs.status,
            keys: keys.statusKeys(seen: .back, retry: .refresh),
            hints: hints(keys)
        ).draw(into: &buffer, in: frame)
        return nil
    }

    func handle(_ event: InputEvent, in size: Size) -> Bool {
        prepare(for: size)
        if case .mouse(let mouse) = event {
            let body = Frame(size).body
            return handle(mouse, on: table(viewModel.rows, in: body).layout(in: body))
        }
        guard let command = keys.command(for: event) else { return false }
        perform(command)
        return true
    }

    private var keys: KeyMap<TransactionsCommand> { viewModel.tabs.keys.transactions }
}

extension TransactionsView {
    private func table(_ rows: [TransactionRow], in area: Rect) -> RowTable {
        let selected = viewModel.selected
        return RowTable(
            columns: [
                Column(Line("Day", Theme.title), .fixed(10)),
                Column(Line(), .fixed(6)),
                Column(RowTable.title("Amount"), .flexible(minimum: 12), alignment: .right, priority: 9),
                Column(RowTable.title("Price or total"), .flexible(minimum: 15), alignment: .right, priority: 8),
                Column(RowTable.title("Fee"), .flexible(minimum: 12), alignment: .right, priority: 3),
                Column(RowTable.title("Accounts and note"), .flexible(minimum: 17), priority: 2),
            ],
            count: rows.count,
            selected: selected,
            first: viewModel.selection.window.first,
            spacing: area.width < 60 ? 1 : 2
        ) { index, column in
            let (row, isSelected) = (rows[index], index == selected)
            return switch column {
            case 0: Line(row.day, .bold)
            case 1: Line(row.kind)
            case 2: Line(row.amount)
            case 3: Line(row.money)
            case 4: Line(row.fee)
            default: Line(row.words, isSelected ? .plain : Theme.muted)
            }
        }
    }

    private func perform(_ command: TransactionsCommand) {
        switch command {
        case .up, .down, .pageUp, .pageDown, .first, .last: move(by: command)
        case .edit: viewModel.editRequested()
        case .add: viewModel.addRequested()
        case .remove: viewModel.removeRequested()
        case .undo: viewModel.tabs.undoRequested()
        case .hide: viewModel.hideRequested()
        case .back: viewModel.backPressed()
        case .refresh: viewModel.refreshRequested()
        case .help: viewModel.helpRequested()
        case .quit: viewModel.quitRequested()
        }
    }
}
