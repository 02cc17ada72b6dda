internal import Shared
internal import TerminalKit

/// A tab that is a list of coins: filter, titles, rows and the open chart, and the input that all lists share. Each
/// list adds its title, its keys and their help.
@MainActor
protocol CoinListView: TabsScreenView where Model: CoinListScreenModel {
    var painted: PaintedRows { get }
    /// The hints for the keys that only this list has.
    var ownHints: [KeyHint] { get }

    /// - Returns: whether the event was one of the list's own keys.
    func handleOwn(_ event: InputEvent) -> Bool

    /// - Returns: false if a click on the star counts as a click on the row.
    func starClicked(_ place: Int) -> Bool
}

extension CoinListView {
    var list: CoinListModel { viewModel.list }
    private var tabs: TabsViewModel { viewModel.tabs }
    private var chart: ListChart { ListChart(tabs: tabs) }
    private var filterBar: FilterBar<CoinListModel, Model> { FilterBar(list: list, screen: viewModel) }
    private func frame(_ size: Size) -> Frame { Frame(size, needsToolbar: list.isFilterShown) }
    private func body(_ size: Size) -> CoinPaneLayout { CoinPaneLayout(frame(size).body) }

    /// The keys that all lists of coins share, shown below the list's own keys.
    var helpOnLists: [HelpSection] { keys.helpOnLists(order: keys.helpOnOrder(hasTrend: list.hasTrend)) }

    /// The keys that all tabs have.
    var helpOnTabs: [HelpSection] {
        [keys.coin.help("On a coin"), keys.chart.help("In its chart"), helpSection("On every tab", keys.tabs)]
    }

    var entryKeys: EntryKeys? { list.isFiltering ? keys.inFilter : nil }

    func starClicked(_ place: Int) -> Bool { false }

    func prepare(for size: Size) {
        tabs.status.refresh()
        tabs.open.chart?.refresh(at: tabs.serverTime)
        let body = body(size)
        let columns = table.layout(in: body.list).columns
        viewModel.resized(
            height: QuoteTable.rowsSeen(in: body.list),
            hasPane: body.hasPane,
            hasWeeks: list.columns.have(.days, among: columns),
            hasTrend: list.columns.have(.trend, among: columns),
            hasSources: list.columns.have(.source, among: columns)
        )
        chart.prepare(in: chartArea(in: size))
    }

    func draw(into buffer: inout Buffer) -> Cursor? {
        let frame = frame(buffer.size)
        TabsHeader(tabs: tabs).draw(into: &buffer, in: frame.header)
        let cursor = drawToolbar(into: &buffer, in: frame.toolbar)
        let body = body(buffer.size)
        let rows = drawList(into: &buffer, in: body.list)
        CoinPane(tabs: tabs, layout: body, zoneBeside: rows.flatMap { zoneInTitles($0) }).draw(into: &buffer)
        let clear = isTyping ? keys.filter.name(of: .clear) : nil
        drawFooter(hints(body.chart ?? rows?.gap), seen: clear, into: &buffer, in: frame)
        return cursor
    }

    func shown(images: [UInt32]) { tabs.icons.shown(images) }
}

// MARK: Drawing
extension CoinListView {
    /// Draws the filter, or else the sum of the market.
    private func drawToolbar(into buffer: inout Buffer, in area: Rect) -> Cursor? {
        if list.isFilterShown { return filterBar.draw(into: &buffer, in: area) }
        if let summary = list.summary {
            MarketLine(summary: summary, palette: tabs.local.settings.palette).draw(into: &buffer, in: area)
        }
        return nil
    }

    /// - Returns: where the rows are; nil if there are none.
    private func drawList(into buffer: inout Buffer, in area: Rect) -> Table.Layout? {
        let content = list.content
        guard !content.list.items.isEmpty else {
            let words = viewModel.emptyWords
            let lines = words.prefix(1).map { Line($0) } + words.dropFirst().map { Line($0, Theme.muted) }
            Message(lines).draw(into: &buffer, in: area.inset(horizontal: 1))
            return nil
        }
        let layout = table.draw(into: &buffer, in: area)
        let top = topSection(in: layout)
        drawTitles(of: top, into: &buffer, in: layout.header, layout)
        for placed in layout.rows {
            switch content.list.items[placed.index] {
            case .title(let section) where section != top:
                drawTitles(of: section, into: &buffer, in: placed.area, layout)
            case .missing(let coin):
                let style = placed.index == content.selected ? Theme.selection : Theme.plain
                let line = Line([Span(viewModel.missingWords(of: coin), Theme.muted)])
                buffer.draw(line, in: placed.area.inset(left: min(7, area.width / 10)), style: style)
            case .title, .gap, .coin: break
            }
        }
        chart.draw(into: &buffer, in: layout.gap)
        return layout
    }

    /// The time zone that a title names; nil if its column has no room.
    private func zoneInTitles(_ layout: Table.Layout) -> String? {
        list.columns.have(.source, among: layout.columns) ? list.zone : nil
    }

    private func drawTitles(
        of section: PriceSection?,
        into buffer: inout Buffer,
        in row: Rect,
        _ layout: Table.Layout
    ) {
        guard let section else { return }
        QuoteTitles(
            columns: list.columns,
            name: viewModel.title(of: section),
            count: list.count(of: section),
            sort: list.sort,
            isStale: tabs.status.isStale,
            oldestAge: list.content.oldestAge,
            zone: list.zone,
            unit: list.money.suffix
        ).draw(into: &buffer, in: row, placed: layout.columns)
    }

    private var table: QuoteTable {
        let content = list.content
        return QuoteTable(
            columns: list.columns,
            rowCount: content.list.items.count,
            selected: content.selected,
            first: content.window.first,
            gap: content.gap.map { Table.Gap(afterRow: $0.afterRow, height: $0.height) },
            palette: tabs.local.settings.palette,
            isStale: tabs.status.isStale,
            icons: tabs.icons,
            row: content.row(at:),
            painted: painted
        )
    }

    /// The section whose title is at the top, which is that of the first visible coin.
    private func topSection(in layout: Table.Layout) -> PriceSection? {
        let list = list.content.list
        let first = layout.rows.first { list.items[$0.index].isMember } ?? layout.rows.first
        return first.flatMap { list.section(at: $0.index) }
    }

    /// - Parameter chartArea: the area of the open chart.
    private func hints(_ chartArea: Rect?) -> [KeyHint] {
        if let entryKeys { return entryKeys.hints }
        let back = list.isFilterShown ? "clear" : nil
        guard let coin = list.selectedCoin else { return keys.hintsOnTabs(around: [], back: back) }
        return chart.hints(ownHints + keys.list.hints, back: back, in: chartArea, selected: coin)
    }
}

// MARK: Input
extension CoinListView {
    func handle(_ event: InputEvent, in size: Size) -> Bool {
        if case .mouse(let mouse) = event { return take(mouse, in: size) }
        if isTyping { return filterBar.handle(event) || handleOnScreen(event) }
        if handleOwn(event) { return true }
        if let action = keys.list.action(for: event) {
            list.perform(action)
        } else if let column = keys.sort.action(for: event) {
            list.sorted(by: column)
        } else if let action = keys.coin.action(for: event) {
            viewModel.coinActionRequested(action)
        } else if chart.handle(event, in: chartArea(in: size)) {
            return true
        } else if let action = keys.tabs.action(for: event) {
            action.perform(in: tabs, on: list.content.selectedRow)
        } else {
            return handleOnScreen(event)
        }
        return true
    }

    private func take(_ mouse: Mouse, in size: Size) -> Bool {
        if let rows = mouse.wheelRows {
            if chart.wheelTurned(mouse, in: chartArea(in: size)) { return true }
            if body(size).pane.contains(mouse.position) { return false }
            list.selectionMoved(by: rows)
            return true
        }
        if mouse.kind == .moved(.left) { return chart.dragged(mouse.position, in: chartArea(in: size)) }
        return mouse.kind == .press(.left) && clicked(mouse.position, in: size)
    }

    private func layout(in size: Size) -> Table.Layout? {
        list.content.list.items.isEmpty ? nil : table.layout(in: body(size).list)
    }

    /// The area of the open chart, below its row or beside the list.
    private func chartArea(in size: Size) -> Rect? {
        body(size).chart ?? (list.hasChart ? layout(in: size)?.gap : nil)
    }

    private func clicked(_ point: Point, in size: Size) -> Bool {
        let layout = layout(in: size)
        if let tab = TabsHeader(tabs: tabs).tab(at: point, in: frame(size).header) {
            tabs.tabChosen(tab)
            return true
        }
        if chart.clicked(point, in: chartArea(in: size)) { return true }
        guard let layout, !body(size).pane.contains(point) else { return false }
        if isTitle(point, in: layout) {
            let columns = list.columns
            guard let column = layout.column(below: point.x).flatMap({ columns[$0] })?.sorting else { return false }
            list.sorted(by: column)
            return true
        }
        guard let place = layout.row(at: point) else { return false }
        if !isOnStar(point, in: layout) || !starClicked(place) { viewModel.rowClicked(place) }
        return true
    }

    /// A single column is hard to hit, so the columns between it and its neighbors count, too.
    private func isOnStar(_ point: Point, in layout: Table.Layout) -> Bool {
        let star = list.columns.place(of: .star)
        return layout.columns.contains { $0.index == star && abs($0.x - point.x) <= 1 }
    }

    /// Whether a title is at this point: at the top, or between the rows.
    private func isTitle(_ point: Point, in layout: Table.Layout) -> Bool {
        if layout.header.contains(point) { return true }
        guard let place = layout.row(at: point), case .title = list.content.list.items[place] else { return false }
        return true
    }
}
