internal import Shared
internal import TerminalKit

/// The user's favorites, in the columns of Prices.
struct FavoritesView: TabsScreenView {
    let viewModel: FavoritesViewModel
    private let painted = PaintedRows()

    init(viewModel: FavoritesViewModel) { self.viewModel = viewModel }

    var help: [HelpSection] { [keys.favorites.help("Favorites")] + keys.helpOnTabs }
    private var chart: RowChart { RowChart(tabs: viewModel.tabs) }

    func draw(into buffer: inout Buffer) -> Cursor? {
        let frame = Frame(buffer.size)
        TabsHeader(tabs: viewModel.tabs).draw(into: &buffer, in: frame.header)
        let gap = drawList(into: &buffer, in: frame.body)
        let statusKeys = keys.tabs.statusKeys(seen: .dismiss, retry: .refresh)
        FooterView(status: viewModel.tabs.status, keys: statusKeys, hints: hints(gap)).draw(into: &buffer, in: frame)
        return nil
    }

    /// - Parameter gap: the room of the open chart.
    private func hints(_ gap: Rect?) -> [KeyHint] {
        guard let place = viewModel.selectedPlace else { return keys.tabs.hints }
        return chart.hints(keys.favorites.hints, in: gap, selected: viewModel.favorites[place].coin)
    }

    func shown(images: [UInt32]) { viewModel.tabs.icons.shown(images) }

    func handle(_ event: InputEvent, in size: Size) -> Bool {
        if case .mouse(let mouse) = event { return handle(mouse, in: size) }
        if let command = keys.favorites.command(for: event) {
            perform(command, height: height(in: size))
            return true
        }
        if let command = keys.coin.command(for: event) {
            viewModel.coinCommanded(command, height: height(in: size))
            return true
        }
        if chart.handle(event, in: gap(in: size)) { return true }
        guard let command = keys.tabs.command(for: event) else { return false }
        if command == .dismiss {
            viewModel.dismissed()
        } else {
            _ = viewModel.tabs.perform(command, on: viewModel.selectedPlace.flatMap { viewModel.row(at: $0) })
        }
        return true
    }
}

// MARK: Drawing
extension FavoritesView {
    /// - Returns: the room of the open chart.
    private func drawList(into buffer: inout Buffer, in area: Rect) -> Rect? {
        guard !viewModel.favorites.isEmpty else {
            let words = viewModel.emptyWords
            let lines = words.prefix(1).map { Line($0) } + words.dropFirst().map { Line($0, Theme.muted) }
            Message(lines).draw(into: &buffer, in: area.inset(horizontal: 1))
            return nil
        }
        let layout = quoteTable(in: area).draw(into: &buffer, in: area)
        QuoteTitles(
            name: "Favorites",
            count: Grouping.thousands(viewModel.favorites.count),
            sort: nil,
            isStale: viewModel.tabs.status.isStale
        ).draw(into: &buffer, in: layout.header, columns: layout.columns)
        let row = viewModel.rows
        for placed in layout.rows where row(placed.index) == nil {
            let style = placed.index == viewModel.selectedPlace ? Theme.selection : Theme.plain
            let line = Line([Span(viewModel.missingWords(at: placed.index), Theme.muted)])
            buffer.draw(line, in: placed.area.inset(left: min(7, area.width / 10)), style: style)
        }
        chart.draw(into: &buffer, in: layout.gap)
        return layout.gap
    }

    private func quoteTable(in area: Rect) -> QuoteTable {
        QuoteTable(
            rowCount: viewModel.favorites.count,
            selected: viewModel.selectedPlace,
            offset: viewModel.scroll.offset,
            gap: viewModel.gap(height: QuoteTable.rowsSeen(in: area)),
            palette: viewModel.tabs.local.settings.palette,
            icons: viewModel.tabs.icons,
            row: viewModel.rows,
            painted: painted
        )
    }
}

// MARK: Input
extension FavoritesView {
    private func gap(in size: Size) -> Rect? {
        let body = Frame(size).body
        return quoteTable(in: body).layout(in: body).gap
    }

    private func height(in size: Size) -> Int { QuoteTable.rowsSeen(in: Frame(size).body) }

    private func perform(_ command: FavoritesCommand, height: Int) {
        switch command {
        case .up: viewModel.selectionMoved(by: -1, height: height)
        case .down: viewModel.selectionMoved(by: 1, height: height)
        case .pageUp: viewModel.paged(by: -1, height: height)
        case .pageDown: viewModel.paged(by: 1, height: height)
        case .first: viewModel.firstRequested(height: height)
        case .last: viewModel.lastRequested(height: height)
        case .moveUp: viewModel.moved(by: -1, height: height)
        case .moveDown: viewModel.moved(by: 1, height: height)
        case .remove: viewModel.removed()
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
        let frame = Frame(size)
        let layout = quoteTable(in: frame.body).layout(in: frame.body)
        if let tab = TabsHeader(tabs: viewModel.tabs).tab(at: point, in: frame.header) {
            viewModel.tabs.tabChosen(tab)
        } else if chart.clicked(point, in: layout.gap) {
            return true
        } else if let place = layout.row(at: point) {
            viewModel.rowClicked(place, height: height(in: size))
        } else {
            return false
        }
        return true
    }
}
