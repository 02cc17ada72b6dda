internal import Shared
internal import TerminalKit

/// Draws a row for each transaction of a coin.
struct TransactionsView: RowsScreenView {
    let viewModel: TransactionsViewModel

    var help: [HelpSection] { [helpOnRows("Transactions")] }
    var listKeys: KeyMap<TransactionsAction> { keys.transactions }
    var hasCoinPane: Bool { true }
    /// Days of transactions are days in UTC by definition, as those of exchange rates and closing prices are.
    var zoneInTitles: String? { "UTC" }
    var absence: [Line] { [Line](absence: viewModel.absence) }
    var header: TitleBar {
        TitleBar(title: "Transactions of \(viewModel.symbol)", note: viewModel.tabs.status.userName)
    }
}

extension TransactionsView {
    func table(in area: Rect) -> RowTable {
        let (rows, selected) = (viewModel.rows, viewModel.selected)
        let columns = [
            Column(Line("Day (UTC)", Theme.title), .fixed(10)),
            Column(Line(), .fixed(6)),
            TransactionColumn.amount.column(.flexible(minimum: 12), priority: 9),
            TransactionColumn.money.column(.flexible(minimum: 15), priority: 8),
            TransactionColumn.fee.column(.flexible(minimum: 12), priority: 3),
            TransactionColumn.words.column(.flexible(minimum: 17), priority: 2),
        ]
        return rowTable(columns, in: area) { index, column, _ in
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

    func perform(_ action: TransactionsAction) {
        switch action {
        case .edit: viewModel.editRequested()
        case .add: viewModel.addRequested()
        case .remove: viewModel.removeRequested()
        case .hide: viewModel.hideRequested()
        case .up, .down, .pageUp, .pageDown, .first, .last: performInList(action)
        }
    }
}
