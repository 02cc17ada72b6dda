internal import Shared
internal import TerminalKit

/// Draws a row for each coin that the user holds, with a bar for its share, and the totals below.
struct HoldingsView: RowsScreenView {
    let viewModel: HoldingsViewModel

    var help: [HelpSection] {
        let (own, others) = (helpOnRows("Holdings"), otherScreens.help("Other screens"))
        guard viewModel.content.count > 0 else { return [own, others] }
        let order = keys.holdingsSort.help("Order")
        return [own] + keys.helpOnLists(order: order, hasRows: !viewModel.rows.isEmpty) + [others]
    }
    /// The keys that lead from here to another screen.
    private var otherScreens: KeyMap<TabsAction> { keys.tabs.toScreens.without(.holdings) }
    var listKeys: KeyMap<HoldingsAction> { keys.holdings }
    var absence: [Line] { [Line](absence: viewModel.absence) }
    var header: TitleBar {
        TitleBar(title: "Holdings", note: "\(viewModel.money.name), \(viewModel.method.title)", ages: ages)
    }

    private var isStale: Bool { viewModel.tabs.status.isStale }

    /// The age of the oldest price, in words of falling length; empty if all are recent.
    private var ages: [Line] {
        guard viewModel.content.count > 0 else { return [] }
        let unknown = isStale ? ["old prices", "old"] : []
        let words = viewModel.oldestAge.map { ["prices up to \($0) old", "\($0) old"] } ?? unknown
        return words.map { Line($0, isStale ? Theme.warning : Theme.barMuted) }
    }

    var entryKeys: EntryKeys? { viewModel.isFiltering ? keys.inFilter : nil }
    var needsToolbar: Bool { viewModel.isFilterShown }
    private var filterBar: FilterBar<HoldingsViewModel, HoldingsViewModel> {
        FilterBar(list: viewModel, screen: viewModel)
    }

    var listHints: [KeyHint] {
        let others = viewModel.content.count > 0 ? keys.list.hints : []
        return screenHints(around: usefulKeys.hints + others, back: viewModel.isFilterShown ? "clear" : "back")
    }

    /// The part for the rows, without the totals, warnings and chart.
    func rowsArea(in body: Rect) -> Rect {
        let area = listArea(body)
        return area.inset(bottom: min(2 + viewModel.content.warnings.count, max(0, area.height - 3)))
    }

    /// The part for the rows and what stands below them.
    private func listArea(_ body: Rect) -> Rect {
        let chart = chartArea(body)
        return isWide(body) ? body.inset(right: chart.width) : body.inset(bottom: chart.height)
    }

    /// The chart of values is beside the rows of a wide screen. Otherwise it is at the bottom of a screen that is high enough.
    private func chartArea(_ body: Rect) -> Rect {
        var rest = body
        if isWide(body) { return rest.removeRight(body.width - RowTable.widthMax - 2) }
        rest = body.inset(right: max(0, body.width - RowTable.widthMax))
        return rest.removeBottom(body.height < Self.heightWithChart ? 0 : min(18, body.height * 2 / 5))
    }

    private func isWide(_ body: Rect) -> Bool { body.width >= Self.widthWithChartBeside }

    /// The list keeps its full width, and the chart has some 40 columns or more.
    private static let widthWithChartBeside = 160
    private static let heightWithChart = 18

    private var history: HoldingsHistoryView {
        HoldingsHistoryView(
            history: viewModel.history.history,
            now: viewModel.historyNow,
            money: viewModel.historyMoney,
            remarks: viewModel.historyRemarks,
            hidesAmounts: viewModel.hidesAmounts,
            today: viewModel.today
        )
    }
}

// MARK: Drawing
extension HoldingsView {
    /// Draws the filter, or else the order if no visible title shows it.
    func drawToolbar(into buffer: inout Buffer, in frame: Frame) -> Cursor? {
        if viewModel.isFilterShown { return filterBar.draw(into: &buffer, in: frame.toolbar) }
        let area = rowsArea(in: body(frame))
        let shown = table(in: area).layout(in: area)
        guard let sort = viewModel.sort, !viewModel.rows.isEmpty, let words = sort.words.first else { return nil }
        let place = Self.columns.firstIndex(of: sort.column)
        if shown.header.isEmpty || !shown.columns.contains(where: { $0.index == place }) {
            buffer.draw(Line(words, Theme.title), in: frame.toolbar.inset(left: 1))
        }
        return nil
    }

    func drawRows(into buffer: inout Buffer, in body: Rect) {
        let (content, area, rows) = (viewModel.content, listArea(body), rowsArea(in: body))
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
        history.draw(into: &buffer, in: chartArea(body))
    }

    func table(in area: Rect) -> RowTable { table(viewModel.content.rows, isTotal: false, in: area) }

    private func table(_ rows: [HoldingRow], isTotal: Bool, in area: Rect) -> RowTable {
        var table = RowTable(
            columns: Self.columns.map(column) + [Column(Line(), .fixed(Self.barWidth), priority: 2)],
            count: rows.count,
            selected: isTotal ? nil : viewModel.selected,
            first: isTotal ? 0 : viewModel.selection.window.first,
            hasTitles: !isTotal,
            spacing: area.width < 60 ? 1 : 2
        ) { row, column, _ in
            Self.columns.indices.contains(column)
                ? cell(rows[row], Self.columns[column])
                : Line(rows[row].share.map { Self.bar($0) } ?? "", .foreground(Theme.gold))
        }
        // If a single space between columns makes room for all of them, it is better than two.
        let wide = table
        table.spacing = 1
        return table.layout(in: area).columns.count == table.columns.count ? table : wide
    }

    private static let columns = HoldingColumn.allCases
    private static let barWidth = 10

    private func column(_ column: HoldingColumn) -> Column {
        let title = viewModel.sort?.title(of: column, column.title) ?? RowTable.title(column.title)
        let (width, priority): (Column.Width, Int) =
            switch column {
            case .symbol: (.fixed(7), Column.required)
            case .amount: (.flexible(minimum: 12), 8)
            case .averageCost: (.flexible(minimum: 13), 4)
            case .value: (.flexible(minimum: 13), Column.required)
            case .profit: (.flexible(minimum: 13), 6)
            case .percent: (.fixed(9), 9)
            case .realized: (.flexible(minimum: 13), 3)
            case .realizedPercent: (.fixed(9), 1)
            case .share: (.fixed(7), 5)
            }
        return Column(title, width, alignment: column.alignment, priority: priority)
    }

    private func cell(_ row: HoldingRow, _ column: HoldingColumn) -> Line {
        let palette = viewModel.tabs.local.settings.palette
        let isOld = row.isOld || isStale
        let colored: Style = row.isProfit.map { .foreground($0 ? palette.up : palette.down) } ?? .plain
        let profit = isOld ? Theme.old : colored
        return switch column {
        case .symbol: Line(row.symbol, highlighting: row.match, .bold)
        case .amount: Line(row.amount)
        case .averageCost: Line(row.averageCost)
        case .value: Line(row.value, isOld ? Theme.old : Theme.plain)
        case .profit: Line(row.unrealized, profit)
        case .percent: Line(row.percent?.withSign ?? QuoteRow.none, profit)
        case .realized: Line(row.realized)
        case .realizedPercent: Line(row.realizedPercent?.withSign ?? QuoteRow.none)
        case .share: Line(row.share.map { Self.percent($0) } ?? "")
        }
    }

    private static func percent(_ share: Double) -> String {
        let tenths = Int((share * 1000).rounded())
        return "\(tenths / 10).\(tenths % 10)%"
    }

    /// Whole blocks: at least one for any share above zero.
    private static func bar(_ share: Double) -> String {
        // The full block would touch that of the next row.
        String(repeating: "▇", count: share > 0 ? max(1, Int((share * Double(barWidth)).rounded())) : 0)
    }
}

// MARK: Input
extension HoldingsView {
    func handle(_ event: InputEvent, in size: Size) -> Bool {
        if case .mouse(let mouse) = event {
            guard let column = column(ofTitleAt: mouse, in: size) else { return handleInList(event, in: size) }
            viewModel.sorted(by: column)
        } else if isTyping {
            return filterBar.handle(event) || handleOnScreen(event)
        } else if let action = keys.list.action(for: event) {
            viewModel.perform(action)
        } else if let column = keys.holdingsSort.action(for: event) {
            viewModel.sorted(by: column)
        } else if listKeys.action(for: event) == nil, let action = otherScreens.action(for: event) {
            viewModel.left(for: action)
        } else {
            return handleInList(event, in: size)
        }
        return true
    }

    /// The column whose title is clicked.
    private func column(ofTitleAt mouse: Mouse, in size: Size) -> HoldingColumn? {
        let area = rowsArea(in: body(frame(size)))
        let layout = table(in: area).layout(in: area)
        guard mouse.kind == .press(.left), !viewModel.rows.isEmpty, layout.header.contains(mouse.position),
            let column = layout.column(below: mouse.position.x), Self.columns.indices.contains(column)
        else { return nil }
        return Self.columns[column]
    }

    func perform(_ action: HoldingsAction) {
        switch action {
        case .open: viewModel.openRequested()
        case .add: viewModel.addRequested()
        case .new: viewModel.newRequested()
        case .hide: viewModel.hideRequested()
        case .close: viewModel.backPressed()
        }
    }
}

/// The actions of the holdings, besides those of every list.
enum HoldingsAction: String, CaseIterable, RowsScreenActions {
    case open, add, new, hide, close

    var needsRow: Bool { [.open, .add, .hide].contains(self) }
}

extension KeyMap where Action == HoldingsAction {
    static let holdings = KeyMap(
        [
            Binding([Key(.enter)], .open, "the coin's transactions", hint: "transactions"),
            Binding(["a"], .add, "add a transaction of the coin", hint: "add"),
            Binding(["A"], .new, "add a transaction of any coin", hint: "add"),
            Binding(["x"], .hide, "hide or show amounts", hint: "amounts"),
            Binding(["H"], .close, "back"),
        ]
    )
}
