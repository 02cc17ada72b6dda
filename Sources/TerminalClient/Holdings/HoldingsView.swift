internal import Shared
internal import TerminalKit

/// Draws a row for each coin that the user holds, with a bar for its share, and the totals below.
struct HoldingsView: TabsScreenView {
    let viewModel: HoldingsViewModel

    var help: [HelpSection] { [keys.help("Holdings")] }

    func prepare(for size: Size) {
        viewModel.tabs.status.refresh()
        viewModel.refresh()
        let body = Frame(size).body
        viewModel.resized(height: RowTable.rowsSeen(in: rowsArea(body.inset(bottom: chartArea(body).height))))
    }

    func draw(into buffer: inout Buffer) -> Cursor? {
        let frame = Frame(buffer.size)
        let note = "\(viewModel.money.name), \(viewModel.method.title)"
        TitleBar(title: "Holdings", note: note).draw(into: &buffer, in: frame.header)
        let content = viewModel.content
        if content.rows.isEmpty {
            let words = viewModel.absence
            let lines = words.prefix(1).map { Line($0) } + words.dropFirst().map { Line($0, Theme.muted) }
            Message(lines).draw(into: &buffer, in: frame.body.inset(horizontal: 1))
        } else {
            let chart = chartArea(frame.body)
            drawRows(content, into: &buffer, in: frame.body.inset(bottom: chart.height))
            history.draw(into: &buffer, in: chart)
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
            let rows = rowsArea(body.inset(bottom: chartArea(body).height))
            return handle(mouse, on: table(in: rows).layout(in: rows))
        }
        guard let command = keys.command(for: event) else { return false }
        perform(command)
        return true
    }

    private var keys: KeyMap<HoldingsCommand> { viewModel.tabs.keys.holdings }

    /// The chart of values stands at the bottom of a screen that is high enough.
    private func chartArea(_ body: Rect) -> Rect {
        var rest = Rect(x: body.x, y: body.y, width: min(body.width, RowTable.widthMax), height: body.height)
        return rest.removeBottom(body.height < Self.heightWithChart ? 0 : min(18, body.height * 2 / 5))
    }

    private static let heightWithChart = 18

    private var history: HoldingsHistoryView {
        HoldingsHistoryView(
            history: viewModel.history.history,
            now: viewModel.historyNow,
            money: viewModel.historyMoney,
            notes: viewModel.historyNotes,
            hidesAmounts: viewModel.hidesAmounts,
            today: viewModel.today
        )
    }

    /// The part for the rows, without the totals and warnings below.
    private func rowsArea(_ body: Rect) -> Rect {
        let below = min(2 + viewModel.content.warnings.count, max(0, body.height - 3))
        return Rect(x: body.x, y: body.y, width: body.width, height: body.height - below)
    }
}

// MARK: Drawing
extension HoldingsView {
    private func drawRows(_ content: HoldingsViewModel.Content, into buffer: inout Buffer, in area: Rect) {
        let rows = rowsArea(area)
        let layout = table(in: rows).draw(into: &buffer, in: rows)
        let bottom = layout.rows.last?.area.bottom ?? rows.bottom
        var rest = Rect(x: area.x, y: bottom, width: area.width, height: max(0, area.bottom - bottom))
        _ = rest.removeTop(1)
        if let total = content.total, !rest.isEmpty {
            // The totals are a table of their own, without titles and with the same columns.
            table([total], isTotal: true, in: rest).draw(into: &buffer, in: rest.removeTop(1))
        }
        for warning in content.warnings where !rest.isEmpty {
            buffer.draw(Line(warning, Theme.warning), in: rest.removeTop(1).inset(left: 1))
        }
    }

    private func table(in area: Rect) -> RowTable { table(viewModel.content.rows, isTotal: false, in: area) }

    private func table(_ rows: [HoldingRow], isTotal: Bool, in area: Rect) -> RowTable {
        RowTable(
            columns: [
                Column(Line("Coin", Theme.title), .fixed(7)),
                Column(RowTable.title("Amount"), .flexible(minimum: 12), alignment: .right, priority: 8),
                Column(RowTable.title("Average cost"), .flexible(minimum: 13), alignment: .right, priority: 4),
                Column(RowTable.title("Value"), .flexible(minimum: 13), alignment: .right),
                Column(RowTable.title("Profit"), .flexible(minimum: 13), alignment: .right, priority: 6),
                Column(RowTable.title("%"), .fixed(9), alignment: .right, priority: 9),
                Column(RowTable.title("Realized"), .flexible(minimum: 13), alignment: .right, priority: 3),
                Column(RowTable.title("Share"), .fixed(7), alignment: .right, priority: 5),
                Column(Line(), .fixed(Self.barWidth), priority: 2),
            ],
            count: rows.count,
            selected: isTotal ? nil : viewModel.selected,
            first: isTotal ? 0 : viewModel.selection.window.first,
            hasTitles: !isTotal,
            spacing: area.width < 60 ? 1 : 2
        ) { cell(rows[$0], column: $1) }
    }

    private static let barWidth = 10

    private func cell(_ row: HoldingRow, column: Int) -> Line {
        let palette = viewModel.tabs.local.settings.palette
        let profit: Style = row.isProfit.map { .foreground($0 ? palette.up : palette.down) } ?? .plain
        return switch column {
        case 0: Line(row.symbol, .bold)
        case 1: Line(row.amount)
        case 2: Line(row.averageCost)
        case 3: Line(row.value)
        case 4: Line(row.unrealized, profit)
        case 5: Line(row.percent?.withSign ?? QuoteRow.none, profit)
        case 6: Line(row.realized)
        case 7: Line(row.share.map { Self.percent($0) } ?? "")
        default: Line(row.share.map { Self.bar($0) } ?? "", .foreground(Theme.gold))
        }
    }

    private static func percent(_ share: Double) -> String {
        let tenths = Int((share * 1000).rounded())
        return "\(tenths / 10).\(tenths % 10)%"
    }

    /// Whole blocks: at least one for any share above zero.
    private static func bar(_ share: Double) -> String {
        String(repeating: "█", count: share > 0 ? max(1, Int((share * Double(barWidth)).rounded())) : 0)
    }
}

// MARK: Input
extension HoldingsView {
    private func perform(_ command: HoldingsCommand) {
        switch command {
        case .up, .down, .pageUp, .pageDown, .first, .last: move(by: command)
        case .open: viewModel.openRequested()
        case .add: viewModel.addRequested()
        case .hide: viewModel.hideRequested()
        case .back: viewModel.backPressed()
        case .refresh: viewModel.refreshRequested()
        case .help: viewModel.helpRequested()
        case .quit: viewModel.quitRequested()
        }
    }
}
