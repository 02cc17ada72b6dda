internal import Observation
internal import Shared

/// A list of coins: which coins it has, in which order, which one is selected and which are visible. Prices and
/// Favorites have one each.
///
/// What the list shows is an immutable value, computed once for each change, when an input comes or a frame is due.
/// Reading it changes nothing.
@MainActor
@Observable
final class CoinListModel: ListModel {
    // MARK: Outputs
    private(set) var content = Content()
    var controls: ListControls<QuoteColumn>
    /// Of a coin.
    var selection = RowSelection<CoinID>()
    /// Whether the open chart is beside the list, and not below its coin's row.
    @ObservationIgnored private var isChartBeside = false
    /// Whether the list shows the column of the last minutes, which Help explains.
    @ObservationIgnored private(set) var hasTrend = false

    private let board: QuoteBoard
    private let open: OpenChart
    private let local: LocalStore
    private let members: @MainActor () -> ListQuery.Members
    @ObservationIgnored private var index = InstrumentIndex()
    /// Kept for the next tick, and for the next key of the filter.
    @ObservationIgnored private var memberOrder: PriceOrder?
    @ObservationIgnored private var inputs: Inputs?
    @ObservationIgnored private var oldestAge = OldestAge()

    /// - Parameters:
    ///   - hasOwnOrder: whether the list has an order of its own, which the user has made.
    ///   - members: the coins of the list as of the board's last refresh.
    init(
        board: QuoteBoard,
        open: OpenChart,
        local: LocalStore,
        hasOwnOrder: Bool = false,
        members: @escaping @MainActor () -> ListQuery.Members
    ) {
        (self.board, self.open, self.local) = (board, open, local)
        self.members = members
        controls = ListControls(hasOwnOrder ? .own : .sorted(PriceSort()))
    }

    /// The sum of the whole market.
    var summary: MarketSummary? { board.summary }
    /// The time zone of the shown times.
    var zone: String { board.zone }
    var columns: QuoteColumns { board.columns }
    /// The currency of the shown prices.
    var money: ShownCurrency { board.money }
    var sortable: [QuoteColumn] { columns.sortable }
    /// The coin that keys act on.
    var selectedCoin: CoinID? { content.coin }
    /// Whether the open chart is in this list, below a row.
    var hasChart: Bool { content.gap != nil }
    /// Whether a setting leaves tokens out of the list.
    var hidesTokens: Bool { if case .market(coinsOnly: true, _) = members() { true } else { false } }

    var counts: (matching: Int, all: Int) { (content.list.matchCount, content.list.total) }
    func count(of section: PriceSection) -> String { Grouping.thousands(content.list.counts[section] ?? 0) }
}

// MARK: Deriving
extension CoinListModel {
    /// Computes what the list shows, if something that it depends on has changed.
    func refresh() {
        board.refresh()
        let inputs = currentInputs
        if inputs == self.inputs, !board.isOver(content.end), !board.isOver(content.oldestAgeEnd) { return }
        let before = self.inputs
        var next = Content()
        next.list = list(inputs, before)
        select(in: &next)
        next.gap = chartGap(in: next)
        show(&next)
        makeRows(of: &next, areTrue: inputs.hasRows(of: before) && !board.isOver(content.end))
        board.shown(isLit: next.rows.contains { $0?.flash != nil })
        if next != content { content = next }
        // A refresh changes only these two inputs.
        self.inputs = inputs.with(selection)
    }

    private var currentInputs: Inputs {
        Inputs(
            market: board.mark,
            query: ListQuery(
                members: members(),
                order: order,
                filter: searched,
                hasSections: !controls.hasOwnOrder && local.settings.sections
            ),
            rows: board.source,
            selection: selection,
            chart: isChartBeside ? nil : open.chart?.coin
        )
    }

    private func list(_ inputs: Inputs, _ before: Inputs?) -> PriceList {
        let (table, query) = (board.table, inputs.query)
        var order = memberOrder ?? PriceOrder(table: table, query: query, index: &index)
        // As the only owner of its arrays, it changes them in place.
        memberOrder = nil
        let changed = board.rowsChanged(since: before?.market)
        let isOther = order.follow(table, changed: changed, query: query, index: &index)
        memberOrder = order
        return !isOther && query == before?.query ? content.list : PriceList(order, of: query, in: table, &index)
    }

    private func select(in next: inout Content) {
        let (table, list) = (board.table, next.list)
        let known = selection.wanted.lazy.compactMap { list.place(of: $0, in: table) }.first
        next.selected = known ?? list.coinPlace(near: selection.place)
        next.coin = next.selected.flatMap { list.coin(at: $0, in: table) }
    }

    private func show(_ next: inout Content) {
        var moved = selection
        moved.show(next.coin, at: next.selected, count: next.list.items.count, gap: next.gap)
        if moved != selection { selection = moved }
        next.window = moved.window
    }

    private func chartGap(in next: Content) -> ListWindow.Gap? {
        guard !isChartBeside, let coin = open.chart?.coin, let place = next.list.place(of: coin, in: board.table) else {
            return nil
        }
        return ListWindow.Gap(afterRow: place, height: OpenChart.height(inListOf: selection.window.height ?? 0))
    }

    /// Makes the visible rows. A row that is still true stays the same object, so that a view can keep the cells that
    /// it painted.
    /// - Parameter areTrue: whether all earlier rows are still true.
    private func makeRows(of next: inout Content, areTrue: Bool) {
        let known = Dictionary(content.rows.compactMap { $0.map { ($0.coin, $0) } }) { one, _ in one }
        let table = board.table
        lazy var rows = board.rows(filter: searched)
        var end = areTrue ? content.end : nil
        let list = next.list
        next.rows = next.window.range(count: list.items.count).map { place in
            guard let row = list.row(at: place) else { return nil }
            let known = known[table.instrument(ofRow: row).coin]
            if areTrue, let known { return known }
            let made = rows.row(row, known: known)
            end = [end, made.end].compactMap(\.self).min()
            return made.row
        }
        next.end = end
        (next.oldestAge, next.oldestAgeEnd) = oldestAge.words(rows.oldestAge(of: next.rows), at: rows.now)
    }
}

// MARK: Moving
extension CoinListModel {
    /// - Parameters:
    ///   - height: how many rows there is room for.
    ///   - isChartBeside: whether there is room for the open chart beside the list.
    ///   - hasWeeks: whether there is a column for the last seven days.
    ///   - hasTrend: whether there is a column for the last minutes.
    func resized(height: Int, isChartBeside: Bool = false, hasWeeks: Bool = false, hasTrend: Bool = false) {
        (self.isChartBeside, self.hasTrend) = (isChartBeside, hasTrend)
        if selection.window.height != height { selection.resize(height: height) }
        refresh()
        board.weeksShown(hasWeeks ? content.rows.compactMap { $0?.coin } : [])
    }

    func selectionMoved(by rows: Int) {
        guard let place = content.selected else { return }
        choose(content.list.coinPlace(near: place + rows, forward: rows > 0))
    }

    /// Moves by as many rows as are visible beside an open chart.
    func paged(by pages: Int) {
        selectionMoved(by: pages * max(1, (content.window.height ?? 0) - (content.gap?.height ?? 0)))
    }

    func firstRequested() { choose(content.list.coinPlace(near: 0)) }
    func lastRequested() { choose(content.list.coinPlace(near: .max, forward: false)) }
    func nextSectionRequested() { goToStart(content.list.sectionStart(after:)) }
    func previousSectionRequested() { goToStart(content.list.sectionStart(before:)) }

    /// - Returns: the coin at that place, and whether it was selected before.
    func rowClicked(_ place: Int) -> (coin: CoinID, wasSelected: Bool)? {
        guard let coin = content.list.coin(at: place, in: board.table) else { return nil }
        let wasSelected = place == content.selected
        choose(place)
        return (coin, wasSelected)
    }

    /// - Returns: false if the coin is not in the list.
    func coinChosen(_ coin: CoinID) -> Bool {
        refresh()
        guard let place = content.list.place(of: coin, in: board.table) else { return false }
        choose(place)
        return true
    }

    /// The selected coin was removed. Selects the coin that takes its place.
    func selectedRemoved() {
        selection.removed()
        refresh()
    }

    /// Goes to the beginning of a section, and scrolls its first row to the top, below its titles.
    private func goToStart(_ start: (_ place: Int) -> Int?) {
        guard let place = content.selected.flatMap(start) else { return }
        selection.begin(at: place)
        choose(place)
    }

    private func choose(_ place: Int?) {
        guard let place, let coin = content.list.coin(at: place, in: board.table) else { return }
        selection.select(coin, at: place)
        refresh()
    }
}
