internal import Shared
internal import TerminalKit

/// Draws a row for each coin that the user holds, with a bar for its share, and the totals below.
struct HoldingsView: TabsScreenView {
    let viewModel: HoldingsViewModel

    var help: [HelpSection] { [keys.help("Holdings")] }

    func prepare(for size: Size) {
        viewModel.tabs.status.refresh()
        viewModel.resized(height: max(1, body(size).height - 1))
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
            drawRows(content, into: &buffer, in: frame.body)
        }
        FooterView(
            status: viewModel.tabs.status,
            keys: keys.statusKeys(seen: .back, retry: .refresh),
            hints: keys.hints
        ).draw(into: &buffer, in: frame)
        return nil
    }

    func handle(_ event: InputEvent, in size: Size) -> Bool {
        prepare(for: size)
        if case .mouse(let mouse) = event { return handle(mouse, in: size) }
        guard let command = keys.command(for: event) else { return false }
        perform(command)
        return true
    }

    private var keys: KeyMap<HoldingsCommand> { viewModel.tabs.keys.holdings }

    /// The part for the rows, without the totals and warnings below.
    private func body(_ size: Size) -> Rect { rowsArea(Frame(size).body) }

    private func rowsArea(_ body: Rect) -> Rect {
        let below = min(2 + viewModel.content.warnings.count, max(0, body.height - 3))
        return Rect(x: body.x, y: body.y, width: body.width, height: body.height - below)
    }
}

// MARK: Drawing
extension HoldingsView {
    private static let widthMax = 120

    private func drawRows(_ content: HoldingsViewModel.Content, into buffer: inout Buffer, in area: Rect) {
        let rows = rowsArea(area)
        let table = table(content.rows, in: rows, selected: viewModel.selected)
        let layout = table.draw(into: &buffer, in: inner(rows))
        for placed in layout.rows where placed.index == viewModel.selected {
            SelectionMark.draw(into: &buffer, at: Point(x: area.x, y: placed.area.y))
        }
        var y = (layout.rows.last.map { $0.area.bottom } ?? rows.bottom) + 1
        if let total = content.total, y < area.bottom {
            let row = Rect(x: area.x, y: y - 1, width: area.width, height: 2)
            // The totals are a table of their own, without titles and with the same columns.
            self.table([total], in: Rect(x: row.x, y: y, width: row.width, height: 1), selected: nil)
                .draw(into: &buffer, in: inner(Rect(x: row.x, y: y, width: row.width, height: 1)))
            y += 1
        }
        for warning in content.warnings where y < area.bottom {
            buffer.draw(
                Line(warning, Theme.warning),
                in: Rect(x: area.x, y: y, width: area.width, height: 1).inset(left: 1)
            )
            y += 1
        }
    }

    private func inner(_ area: Rect) -> Rect {
        Rect(x: area.x, y: area.y, width: min(area.width, Self.widthMax), height: area.height)
            .inset(left: 1, right: area.width < 30 ? 0 : 1)
    }

    private func table(_ rows: [HoldingRow], in area: Rect, selected: Int?) -> Table {
        let muted = { (text: String) in Line(text, Theme.muted) }
        return Table(
            columns: [
                Column(Line("Coin", Theme.title), .fixed(7)),
                Column(muted("Amount"), .flexible(minimum: 12), alignment: .right, priority: 8),
                Column(muted("Average cost"), .flexible(minimum: 13), alignment: .right, priority: 4),
                Column(muted("Value"), .flexible(minimum: 13), alignment: .right),
                Column(muted("Profit"), .flexible(minimum: 13), alignment: .right, priority: 6),
                Column(muted("%"), .fixed(9), alignment: .right, priority: 9),
                Column(muted("Realized"), .flexible(minimum: 13), alignment: .right, priority: 3),
                Column(muted("Share"), .fixed(7), alignment: .right, priority: 5),
                Column(Line(), .fixed(Self.barWidth), priority: 2),
            ],
            rowCount: rows.count,
            selected: selected,
            first: selected == nil ? 0 : viewModel.window.first,
            hasHeader: selected != nil,
            spacing: area.width < 60 ? 1 : 2,
            styles: Table.Styles(header: Theme.plain, row: Theme.plain, selected: Theme.selection)
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
        case .up: viewModel.selectionMoved(by: -1)
        case .down: viewModel.selectionMoved(by: 1)
        case .pageUp: viewModel.paged(by: -1)
        case .pageDown: viewModel.paged(by: 1)
        case .first: viewModel.firstRequested()
        case .last: viewModel.lastRequested()
        case .hide: viewModel.hideRequested()
        case .back: viewModel.backPressed()
        case .refresh: viewModel.refreshRequested()
        case .help: viewModel.helpRequested()
        case .quit: viewModel.quitRequested()
        }
    }

    private func handle(_ mouse: Mouse, in size: Size) -> Bool {
        let area = body(size)
        if let rows = mouse.wheelRows {
            viewModel.selectionMoved(by: rows.signum())
        } else if mouse.kind == .press(.left),
            let row = table(viewModel.content.rows, in: area, selected: viewModel.selected)
                .layout(in: inner(area)).row(at: mouse.position)
        {
            viewModel.rowClicked(row)
        } else {
            return false
        }
        return true
    }
}
