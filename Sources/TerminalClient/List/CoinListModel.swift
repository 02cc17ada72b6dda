internal import Observation
internal import Shared

/// A list of coins: which coins it has, in which order, which one is selected and which are visible. Prices and
/// Favorites have one each.
///
/// What the list shows is an immutable value, computed once for each change, when an input comes or a frame is due.
/// Reading it changes nothing.
@MainActor
@Observable
final class CoinListModel {
    // MARK: Outputs
    private(set) var content = Content()
    private(set) var filter = TextEntry()
    /// Whether the user types into the filter.
    private(set) var isFiltering = false
    /// Nil: the members' own order.
    private(set) var sort: PriceSort?
    /// Whether the open chart is beside the list, and not below its coin's row.
    @ObservationIgnored private var isChartBeside = false

    /// Whether the list has an order of its own, which the user has made.
    let hasOwnOrder: Bool
    private let board: QuoteBoard
    private let open: OpenChart
    private let local: LocalStore
    private let members: @MainActor () -> ListQuery.Members
    private var selection = Selection()
    @ObservationIgnored private var index = InstrumentIndex()
    /// Kept for the next tick, and for the next key of the filter.
    @ObservationIgnored private var order: PriceOrder?
    @ObservationIgnored private var inputs: Inputs?
    /// The first row of the window before the user filtered, to return to.
    @ObservationIgnored private var firstBeforeFilter = 0

    /// - Parameter members: the coins of the list as of the board's last refresh.
    init(
        board: QuoteBoard,
        open: OpenChart,
        local: LocalStore,
        hasOwnOrder: Bool = false,
        members: @escaping @MainActor () -> ListQuery.Members
    ) {
        (self.board, self.open, self.local) = (board, open, local)
        (self.hasOwnOrder, self.members) = (hasOwnOrder, members)
        sort = hasOwnOrder ? nil : PriceSort()
    }

    /// The sum of the whole market.
    var summary: MarketSummary? { board.summary }
    /// The time zone of the shown times.
    var zone: String { board.zone }
    var columns: QuoteColumns { board.columns }
    /// The currency of the shown prices.
    var money: ShownCurrency { board.money }
    var isFilterShown: Bool { isFiltering || !filter.isEmpty }
    /// The coin that keys act on.
    var selectedCoin: CoinID? { content.coin }
    /// Whether the open chart is in this list, below a row.
    var hasChart: Bool { content.gap != nil }

    /// How many coins match the filter, in words of falling length.
    var filterCounts: [String] {
        let count = Grouping.thousands(content.list.matchCount)
        return ["\(count) of \(Grouping.thousands(content.list.total))", count]
    }

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
        next.window = inputs.window
        next.gap = chartGap(in: next)
        next.window.show(next.selected, count: next.list.items.count, gap: next.gap)
        makeRows(of: &next, areTrue: inputs.hasRows(of: before) && !board.isOver(content.end))
        board.shown(isLit: next.rows.contains { $0?.flash != nil })
        if next != content { content = next }
        // A refresh changes only these two inputs.
        self.inputs = inputs.with(selection: selection, window: content.window)
    }

    private var currentInputs: Inputs {
        Inputs(
            market: board.mark,
            query: ListQuery(
                members: members(),
                sort: sort,
                filter: filter.text,
                hasSections: !hasOwnOrder && local.settings.sections
            ),
            rows: board.source,
            selection: selection,
            window: content.window,
            chart: isChartBeside ? nil : open.chart?.coin
        )
    }

    private func list(_ inputs: Inputs, _ before: Inputs?) -> PriceList {
        var query = inputs.query
        query.filter = ""
        var order = self.order ?? PriceOrder(table: board.table, query: query, index: &index)
        // As the only owner of its arrays, it changes them in place.
        self.order = nil
        let changed = board.rowsChanged(since: before?.market)
        let isOther = order.follow(board.table, changed: changed, query: query, index: &index)
        self.order = order
        if !isOther, inputs.query == before?.query { return content.list }
        let table = board.table
        return PriceList(order, filter: inputs.query.filter, index: index) { table[$0].fundamentals.rank }
    }

    private func select(in next: inout Content) {
        let (table, list) = (board.table, next.list)
        let known = [selection.chosen, selection.shown].compactMap { $0.flatMap { list.place(of: $0, in: table) } }
        next.selected = known.first ?? list.coinPlace(near: selection.place)
        next.coin = next.selected.flatMap { list.coin(at: $0, in: table) }
        let place = next.selected ?? 0
        if selection.place != place { selection.place = place }
        if selection.shown != next.coin { selection.shown = next.coin }
    }

    private func chartGap(in next: Content) -> ListWindow.Gap? {
        guard !isChartBeside, let coin = open.chart?.coin, let place = next.list.place(of: coin, in: board.table) else {
            return nil
        }
        return ListWindow.Gap(afterRow: place, height: OpenChart.height(inListOf: next.window.height ?? 0))
    }

    /// Makes the visible rows. A row that is still true stays the same object, so that a view can keep the cells that
    /// it painted.
    /// - Parameter areTrue: whether all earlier rows are still true.
    private func makeRows(of next: inout Content, areTrue: Bool) {
        let known = Dictionary(content.rows.compactMap { $0.map { ($0.coin, $0) } }) { one, _ in one }
        let table = board.table
        lazy var rows = board.rows(filter: filter.text)
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
        (next.oldestAge, next.oldestAgeEnd) = rows.oldestAge(of: next.rows)
    }
}

// MARK: Moving
extension CoinListModel {
    /// - Parameters:
    ///   - height: how many rows there is room for.
    ///   - isChartBeside: whether there is room for the open chart beside the list.
    ///   - hasWeeks: whether there is a column for the last seven days.
    func resized(height: Int, isChartBeside: Bool = false, hasWeeks: Bool = false) {
        self.isChartBeside = isChartBeside
        if content.window.height != height { content.window.height = height }
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
        selection.chosen = nil
        refresh()
    }

    /// Goes to the beginning of a section, and scrolls its first row to the top, below its titles.
    private func goToStart(_ start: (_ place: Int) -> Int?) {
        guard let place = content.selected.flatMap(start) else { return }
        content.window.begin(at: place)
        choose(place)
    }

    private func choose(_ place: Int?) {
        guard let place, let coin = content.list.coin(at: place, in: board.table) else { return }
        selection = Selection(chosen: coin, shown: coin, place: place)
        refresh()
    }

    /// Goes to the top, whatever row is there.
    private func goToTop() {
        selection = Selection()
        content.window.begin(at: 0)
        refresh()
    }
}

// MARK: Order
extension CoinListModel {
    /// Sorts by a column, or reverses the order if the list is sorted by it already. A new order is shown from its top.
    func sorted(by column: QuoteColumn) {
        sort = if let sort, sort.column == column { sort.flipped } else { PriceSort(column) }
        goToTop()
    }

    /// Returns to the user's own order.
    func ownOrderRequested() {
        guard hasOwnOrder, sort != nil else { return }
        sort = nil
        goToTop()
    }

    func sortFlipped() {
        guard let sort else { return }
        self.sort = sort.flipped
        goToTop()
    }

    /// Sorts by the next column, in a ring that includes the list's own order if there is one.
    func sortCycled() {
        let sortable = columns.sortable
        guard let sort else { return sorted(by: sortable.first ?? .rank) }
        if hasOwnOrder, sort.column == sortable.last { return ownOrderRequested() }
        self.sort = sort.next(of: sortable)
        goToTop()
    }
}

// MARK: Filter
extension CoinListModel {
    func filterRequested() { isFiltering = true }
    func filterKept() { isFiltering = false }

    func filterEdited(_ edit: TextEdit) {
        var typed = filter
        typed.apply(edit)
        take(typed)
    }

    func filterCleared() {
        isFiltering = false
        take(TextEntry())
    }

    /// While the user types, the best match is selected. Without a filter, the earlier selection returns.
    private func take(_ typed: TextEntry) {
        let (isOther, isFirst) = (typed.text != filter.text, filter.isEmpty)
        filter = typed
        guard isOther else { return }
        let before = selection.chosen ?? selection.beforeFilter
        if isFirst { firstBeforeFilter = content.window.first }
        selection = typed.isEmpty ? Selection(chosen: before) : Selection(beforeFilter: before)
        content.window.begin(at: typed.isEmpty ? firstBeforeFilter : 0)
        refresh()
    }
}
