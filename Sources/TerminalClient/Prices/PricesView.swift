internal import TerminalKit

/// Two sections of coins in one list, with the titles of the section at the top always in sight.
struct PricesView: TabsScreenView {
    let viewModel: PricesViewModel
    private let painted = PaintedRows()

    init(viewModel: PricesViewModel) { self.viewModel = viewModel }

    func draw(into buffer: inout Buffer) -> Cursor? {
        let frame = Frame(buffer.size, needsToolbar: viewModel.isFilterShown)
        TabsHeader(tabs: viewModel.tabs).draw(into: &buffer, in: frame.header)
        let cursor = drawFilter(into: &buffer, in: frame.toolbar)
        let gap = drawList(into: &buffer, in: frame.body)
        FooterView(status: viewModel.tabs.status, keys: statusKeys, hints: hints(gap)).draw(into: &buffer, in: frame)
        return cursor
    }

    func shown(images: [UInt32]) { viewModel.tabs.icons.shown(images) }

    func handle(_ event: InputEvent, in size: Size) -> Bool {
        if case .mouse(let mouse) = event { return handle(mouse, in: size) }
        if viewModel.isFiltering { return handleFilter(event, in: size) }
        if let command = keys.prices.command(for: event) {
            perform(command, height: height(in: size))
            return true
        }
        if let command = keys.coin.command(for: event) {
            viewModel.coinCommanded(command, height: height(in: size))
            return true
        }
        if chart.handle(event, in: layout(in: size)?.gap) { return true }
        guard let command = keys.tabs.command(for: event) else { return false }
        if command == .dismiss {
            viewModel.dismissed()
        } else {
            _ = viewModel.tabs.perform(command, on: viewModel.selectedPlace.flatMap { viewModel.row(at: $0) })
        }
        return true
    }

    var help: [HelpSection] { [keys.prices.help("Prices"), keys.filter.help("In the filter")] + keys.helpOnTabs }

    /// - Parameter gap: the room of the open chart.
    private func hints(_ gap: Rect?) -> [KeyHint] {
        if viewModel.isFiltering { return keys.filter.hints }
        let wayBack = viewModel.isFilterShown ? keys.tabs.hint(.dismiss, "clear") : []
        if viewModel.list.items.isEmpty { return wayBack + keys.tabs.hints }
        let selected = viewModel.selectedPlace.flatMap { viewModel.row(at: $0) }?.coin
        return chart.hints(wayBack + keys.prices.hints, in: gap, selected: selected)
    }

    private var statusKeys: StatusKeys {
        viewModel.isFiltering
            ? keys.filter.statusKeys(seen: .clear, retry: nil) : keys.tabs.statusKeys(seen: .dismiss, retry: .refresh)
    }

    private var chart: RowChart { RowChart(tabs: viewModel.tabs) }
}

// MARK: Drawing
extension PricesView {
    /// What is typed matters more than how much it finds.
    private static let filterWidthMin = 10

    private func drawFilter(into buffer: inout Buffer, in area: Rect) -> Cursor? {
        guard viewModel.isFilterShown, !area.isEmpty else { return nil }
        var row = area.inset(horizontal: 1)
        let room = row.width - Self.filterWidthMin - 3
        if let count = viewModel.filterCounts.first(where: { $0.columnCount <= room }) {
            buffer.draw(Line(count, Theme.muted), in: row.removeRight(count.columnCount + 1), alignment: .right)
        }
        buffer.draw(Line("/ ", Theme.title), in: row.removeLeft(2))
        return TextField(
            viewModel.filter,
            placeholder: "name or symbol",
            isFocused: viewModel.isFiltering,
            style: viewModel.isFiltering ? Theme.focusedField : Theme.match
        ).draw(into: &buffer, in: row.removeLeft(min(row.width, 40)))
    }

    /// - Returns: the room of the open chart.
    private func drawList(into buffer: inout Buffer, in area: Rect) -> Rect? {
        guard let table = quoteTable(in: area) else {
            let words = viewModel.emptyWords
            let lines = words.prefix(1).map { Line($0) } + words.dropFirst().map { Line($0, Theme.muted) }
            Message(lines).draw(into: &buffer, in: area.inset(horizontal: 1))
            return nil
        }
        let layout = table.draw(into: &buffer, in: area)
        let top = topSection(in: layout)
        drawTitles(of: top, into: &buffer, in: layout.header, layout)
        let items = viewModel.list.items
        for placed in layout.rows {
            guard case .title(let section) = items[placed.index], section != top else { continue }
            drawTitles(of: section, into: &buffer, in: placed.area, layout)
        }
        chart.draw(into: &buffer, in: layout.gap)
        return layout.gap
    }

    private func drawTitles(
        of section: PriceSection?,
        into buffer: inout Buffer,
        in row: Rect,
        _ layout: Table.Layout
    ) {
        guard let section else { return }
        QuoteTitles(
            name: section.title,
            count: viewModel.count(of: section),
            sort: viewModel.sort(of: section),
            isStale: viewModel.tabs.status.isStale
        ).draw(into: &buffer, in: row, columns: layout.columns)
    }

    /// Nil where nothing is listed.
    private func quoteTable(in area: Rect) -> QuoteTable? {
        let list = viewModel.list
        guard !list.items.isEmpty else { return nil }
        return QuoteTable(
            rowCount: list.items.count,
            selected: viewModel.selectedPlace,
            offset: viewModel.scroll.offset,
            gap: viewModel.gap(height: QuoteTable.rowsSeen(in: area)),
            palette: viewModel.tabs.local.settings.palette,
            icons: viewModel.tabs.icons,
            row: viewModel.rows(of: list),
            painted: painted
        )
    }

    /// The section whose titles stand at the top: that of the first coin in sight.
    private func topSection(in layout: Table.Layout) -> PriceSection? {
        let list = viewModel.list
        let first = layout.rows.first { list.row(at: $0.index) != nil } ?? layout.rows.first
        return first.flatMap { list.section(at: $0.index) }
    }
}

// MARK: Input
extension PricesView {
    private func layout(in size: Size) -> Table.Layout? {
        let body = Frame(size, needsToolbar: viewModel.isFilterShown).body
        return quoteTable(in: body)?.layout(in: body)
    }

    private func height(in size: Size) -> Int {
        QuoteTable.rowsSeen(in: Frame(size, needsToolbar: viewModel.isFilterShown).body)
    }

    private func perform(_ command: PricesCommand, height: Int) {
        switch command {
        case .up: viewModel.selectionMoved(by: -1, height: height)
        case .down: viewModel.selectionMoved(by: 1, height: height)
        case .pageUp: viewModel.paged(by: -1, height: height)
        case .pageDown: viewModel.paged(by: 1, height: height)
        case .first: viewModel.firstRequested(height: height)
        case .last: viewModel.lastRequested(height: height)
        case .nextSection: viewModel.nextSectionRequested(height: height)
        case .previousSection: viewModel.previousSectionRequested(height: height)
        case .favorite: viewModel.favoriteToggled()
        case .filter: viewModel.filterRequested()
        case .sort: viewModel.sortCycled()
        case .flip: viewModel.sortFlipped()
        }
    }

    private func handleFilter(_ event: InputEvent, in size: Size) -> Bool {
        if let command = keys.filter.command(for: event) {
            perform(command, height: height(in: size))
            return true
        }
        switch event {
        case .key(let key): return viewModel.filterTyped(key)
        case .paste(let text): viewModel.filterPasted(text)
        default: return false
        }
        return true
    }

    private func perform(_ command: FilterCommand, height: Int) {
        switch command {
        case .keep: viewModel.filterKept()
        case .clear: viewModel.filterDismissed()
        case .up: perform(PricesCommand.up, height: height)
        case .down: perform(PricesCommand.down, height: height)
        case .pageUp: perform(PricesCommand.pageUp, height: height)
        case .pageDown: perform(PricesCommand.pageDown, height: height)
        case .quit: viewModel.tabs.quitRequested()
        }
    }

    private func handle(_ mouse: Mouse, in size: Size) -> Bool {
        let height = height(in: size)
        if let rows = mouse.wheelRows {
            viewModel.selectionMoved(by: rows, height: height)
            return true
        }
        return mouse.kind == .press(.left) && clicked(mouse.position, in: size)
    }

    private func clicked(_ point: Point, in size: Size) -> Bool {
        let layout = layout(in: size)
        if let tab = TabsHeader(tabs: viewModel.tabs).tab(at: point, in: Frame(size).header) {
            viewModel.tabs.tabChosen(tab)
            return true
        }
        if chart.clicked(point, in: layout?.gap) { return true }
        guard let layout else { return false }
        if let section = titles(at: point, in: layout) {
            guard let column = layout.column(below: point.x).flatMap(QuoteColumn.init) else { return false }
            viewModel.titleClicked(column, of: section)
        } else if let place = layout.row(at: point) {
            viewModel.rowClicked(place, isOnStar: isOnStar(point, in: layout), height: height(in: size))
        } else {
            return false
        }
        return true
    }

    /// A column is little to aim at: those between it and its neighbours count, too.
    private func isOnStar(_ point: Point, in layout: Table.Layout) -> Bool {
        layout.columns.contains { $0.index == QuoteColumn.star.rawValue && abs($0.x - point.x) <= 1 }
    }

    /// The section whose titles stand at a place: at the top, or between the rows.
    private func titles(at point: Point, in layout: Table.Layout) -> PriceSection? {
        if layout.header.contains(point) { return topSection(in: layout) }
        guard let place = layout.row(at: point), case .title(let section) = viewModel.list.items[place] else {
            return nil
        }
        return section
    }
}
