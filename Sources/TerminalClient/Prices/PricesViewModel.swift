internal import Observation
internal import Shared
internal import TerminalKit

/// The list of prices: what is listed, in which order, and which coin is selected.
///
/// The list is derived when it is read and something that it depends on has changed, so that there is no moment at which
/// it is out of date, and a frame costs only the rows that are seen.
@MainActor
@Observable
final class PricesViewModel: CoinList, TabsScreenModel {
    private struct Inputs: Equatable {
        var sequence: UInt64
        var time: MarketTime
        var count: Int
        /// But for the favorites, and without the filter.
        var query: ListQuery
        var favoritesGeneration: Int
    }

    let tabs: TabsViewModel
    var exits: Exits<TabsViewModel.Destination> { tabs.exits }

    // MARK: Outputs
    private(set) var filter = TextInput()
    /// Whether keys are typed into the filter.
    private(set) var isFiltering = false
    private(set) var scroll = Scroll()

    private let session: Session
    private let board: QuoteBoard
    private var sorts = ListQuery()
    /// The selection is a coin, not a place: it stays on it when the order changes.
    private var selectedCoin: CoinID?
    /// The coin that was shown as selected last, whether or not the user went to it: what keys are about.
    @ObservationIgnored private var shownCoin: CoinID?
    /// Where the selection goes when its coin is no longer listed.
    @ObservationIgnored private var lastPlace = 0
    @ObservationIgnored private var index = InstrumentIndex()
    /// Kept for the next key of the filter.
    @ObservationIgnored private var ordered: (inputs: Inputs, order: PriceOrder)?
    @ObservationIgnored private var derived: (inputs: Inputs, filter: String, list: PriceList)?

    init(session: Session, board: QuoteBoard, tabs: TabsViewModel) {
        self.session = session
        self.board = board
        self.tabs = tabs
    }

    var list: PriceList {
        let (inputs, filter) = (inputs, filter.text)
        if let derived, derived.inputs == inputs, derived.filter == filter { return derived.list }
        let list = PriceList(order(inputs), filter: filter, index: index)
        derived = (inputs, filter, list)
        return list
    }

    private func order(_ inputs: Inputs) -> PriceOrder {
        if let ordered, ordered.inputs == inputs { return ordered.order }
        var query = inputs.query
        query.favorites = board.favoriteCoins
        let order = PriceOrder(table: board.table, query: query, index: &index)
        ordered = (inputs, order)
        return order
    }

    var selectedPlace: Int? {
        let list = list
        let known = [selectedCoin, shownCoin].lazy.compactMap { $0.flatMap { self.place(of: $0, in: list) } }
        let place = known.first ?? list.coinPlace(near: lastPlace)
        lastPlace = place ?? 0
        shownCoin = place.flatMap { list.row(at: $0) }.map { board.table[$0].instrument.coin }
        return place
    }

    private func place(of coin: CoinID, in list: PriceList) -> Int? {
        board.table.row(of: coin).flatMap { list.place(ofRow: $0) }
    }

    /// The room for the open chart, in a window of `height` rows; nil while its coin is not in the list.
    func gap(height: Int) -> Table.Gap? {
        chartPlace.map { Table.Gap(afterRow: $0, height: OpenChart.height(inListOf: height)) }
    }

    private var chartPlace: Int? {
        tabs.open.chart.flatMap { board.table.row(of: $0.coin) }.flatMap { list.place(ofRow: $0) }
    }

    func sort(of section: PriceSection) -> PriceSort { sorts.sort(of: section) }
    func row(at place: Int) -> QuoteRow? { rows(of: list)(place) }

    /// For who reads many rows.
    func rows(of list: PriceList) -> (_ place: Int) -> QuoteRow? {
        let row = board.rows(filter: filter.text)
        return { list.row(at: $0).map(row) }
    }

    func count(of section: PriceSection) -> String { Grouping.thousands(list.counts[section] ?? 0) }
    var isFilterShown: Bool { isFiltering || !filter.isEmpty }

    private var inputs: Inputs {
        let table = board.table
        var query = sorts
        query.coinsOnly = session.user.table[Settings.coinsOnly]
        return Inputs(
            sequence: table.sequence,
            time: table.time,
            count: table.count,
            query: query,
            favoritesGeneration: board.favoritesGeneration
        )
    }
}

// MARK: Words
extension PricesViewModel {
    /// How many coins the filter leaves, the longest words first.
    var filterCounts: [String] {
        let list = list
        let count = Grouping.thousands(list.matchCount)
        return ["\(count) of \(Grouping.thousands(list.total))", count]
    }

    /// What is said instead of a list that has nothing in it.
    var emptyWords: [String] {
        if !filter.isEmpty, list.total > 0 {
            let key = isFiltering ? tabs.keys.filter.name(of: .clear) : tabs.keys.tabs.name(of: .dismiss)
            return ["Nothing matches \"\(filter.text)\"."] + (key.map { ["\($0) shows everything again."] } ?? [])
        }
        if session.market.isComplete { return ["The server has no prices yet.", "They appear here as they come in."] }
        return switch session.state() {
        case .connecting: ["Connecting to \(session.server)…"]
        case .live: ["Loading prices…"]
        case .waiting, .stopped: ["No prices yet.", "They appear here once there is a connection."]
        }
    }
}

// MARK: Inputs
extension PricesViewModel {
    /// - Parameter height: how many rows are seen, so that the selection stays among them.
    func selectionMoved(by rows: Int, height: Int) {
        guard let place = selectedPlace else { return }
        select(list.coinPlace(near: place + rows, forward: rows > 0), height: height)
    }

    /// By as many rows as are seen beside an open chart.
    func paged(by pages: Int, height: Int) {
        selectionMoved(by: pages * max(1, height - (gap(height: height)?.height ?? 0)), height: height)
    }

    func firstRequested(height: Int) { select(list.coinPlace(near: 0), height: height) }
    func lastRequested(height: Int) { select(list.coinPlace(near: .max, forward: false), height: height) }
    func nextSectionRequested(height: Int) { selectStart(list.sectionStart(after:), height: height) }
    func previousSectionRequested(height: Int) { selectStart(list.sectionStart(before:), height: height) }

    /// A click is a step to a coin, on its star the favorite, too; on the coin that is selected it opens the chart, or closes it.
    func rowClicked(_ place: Int, isOnStar: Bool, height: Int) {
        guard list.row(at: place) != nil else { return }
        let wasSelected = place == selectedPlace
        select(place, height: height)
        if isOnStar {
            favoriteToggled()
        } else if wasSelected, let coin = coinUnderSelection {
            tabs.open.toggled(coin)
            select(place, height: height)
        }
    }

    func favoriteToggled() {
        guard let row = selectedPlace.flatMap({ list.row(at: $0) }) else { return }
        let instrument = board.table[row].instrument
        tabs.favoriteToggled(instrument.coin, symbol: instrument.symbol)
    }

    func absenceWords(for query: CoinQuery) -> String { "\(query) is not listed here" }

    func coinRequested(_ query: CoinQuery) -> CoinID? {
        let list = list
        guard let coin = query.match(in: board.table, where: { place(of: $0, in: list) != nil })?.instrument.coin
        else { return nil }
        selectedCoin = coin
        return coin
    }

    func coinCommanded(_ command: CoinCommand, height: Int) {
        guard let coin = coinUnderSelection else { return }
        tabs.perform(command, on: coin)
        // The chart opens in sight.
        select(selectedPlace, height: height)
    }

    /// The next column for the section that holds the selection.
    func sortCycled() { changeSort { PriceSort($0.key.next) } }
    func sortFlipped() { changeSort(\.flipped) }

    /// A click on a title sorts by it, a second one the other way round.
    func titleClicked(_ column: QuoteColumn, of section: PriceSection) {
        guard let key = PriceSort.Key(column) else { return }
        let sort = sorts.sort(of: section)
        shownCoin = nil
        sorts.setSort(sort.key == key ? sort.flipped : PriceSort(key), of: section)
    }

    func filterRequested() { isFiltering = true }
    func filterKept() { isFiltering = false }

    /// One level back from typing: a message, the filter.
    func filterDismissed() { if !tabs.perform(.dismiss) { clearFilter() } }

    /// - Returns: whether the key was one for the filter.
    func filterTyped(_ key: Key) -> Bool {
        (lastPlace, shownCoin) = (0, nil)
        return filter.handle(key)
    }

    func filterPasted(_ text: String) {
        (lastPlace, shownCoin) = (0, nil)
        filter.insert(text)
    }

    /// One level back: a message, the chart, the filter.
    func dismissed() {
        if tabs.perform(.dismiss) { return }
        if chartPlace == nil || !tabs.open.dismissed() { clearFilter() }
    }

    private func clearFilter() {
        isFiltering = false
        // What was found may stand far from what is in sight.
        shownCoin = nil
        filter.clear()
    }

    private func changeSort(_ change: (PriceSort) -> PriceSort) {
        guard let section = selectedPlace.flatMap({ list.section(at: $0) }) else { return }
        // One that was not moved stays at the top of the user's own new order.
        shownCoin = nil
        sorts.setSort(change(sorts.sort(of: section)), of: section)
    }

    private var coinUnderSelection: CoinID? {
        selectedPlace.flatMap { list.row(at: $0) }.map { board.table[$0].instrument.coin }
    }

    /// The section that begins there is what is looked at next: its first row comes to the top, below its titles.
    private func selectStart(_ start: (_ place: Int) -> Int?, height: Int) {
        guard let place = selectedPlace.flatMap(start) else { return }
        scroll.select(place + height - 1, count: list.items.count, height: height)
        select(place, height: height)
    }

    private func select(_ place: Int?, height: Int) {
        guard let place, let row = list.row(at: place) else { return }
        selectedCoin = board.table[row].instrument.coin
        scroll.select(place, count: list.items.count, height: height, gap: gap(height: height))
    }
}
