internal import Observation
internal import Shared
internal import TerminalKit

/// The user's favorites in the user's own order, which all of the user's terminals share.
@MainActor
@Observable
final class FavoritesViewModel: CoinList, TabsScreenModel {
    let tabs: TabsViewModel
    var exits: Exits<TabsViewModel.Destination> { tabs.exits }

    // MARK: Outputs
    private(set) var scroll = Scroll()

    private let session: Session
    private let board: QuoteBoard
    /// Changes when the user selects a coin.
    private var choices = 0
    /// The selection is a coin, not a place, from the moment that it is shown: it stays on it when another terminal changes
    /// the order.
    @ObservationIgnored private var selectedCoin: CoinID?
    /// Where the selection goes when its coin is removed.
    @ObservationIgnored private var lastPlace = 0

    init(session: Session, board: QuoteBoard, tabs: TabsViewModel) {
        self.session = session
        self.board = board
        self.tabs = tabs
    }

    var favorites: [ListItem] { session.user.favorites }

    var selectedPlace: Int? {
        _ = choices
        let favorites = favorites
        guard !favorites.isEmpty else { return nil }
        let place = favorites.firstIndex { $0.coin == selectedCoin } ?? min(lastPlace, favorites.count - 1)
        (lastPlace, selectedCoin) = (place, favorites[place].coin)
        return place
    }

    /// The room for the open chart, in a window of `height` rows; nil while its coin is no favorite.
    func gap(height: Int) -> Table.Gap? {
        chartPlace.map { Table.Gap(afterRow: $0, height: OpenChart.height(inListOf: height)) }
    }

    private var chartPlace: Int? {
        tabs.open.chart.flatMap { chart in favorites.firstIndex { $0.coin == chart.coin } }
    }

    /// Nil for a coin that the market does not have.
    func row(at place: Int) -> QuoteRow? { rows(place) }

    /// For who reads many rows.
    var rows: (_ place: Int) -> QuoteRow? {
        let (favorites, table, row) = (favorites, board.table, board.rows())
        return { favorites.indices.contains($0) ? table.row(of: favorites[$0].coin).map(row) : nil }
    }

    /// What is said in place of such a coin.
    func missingWords(at place: Int) -> String {
        let words =
            session.market.isComplete
            ? "not listed on this server" : isConnected ? "loading…" : "not known until there is a connection"
        return "\(favorites[place].coin)  \(words)"
    }

    var emptyWords: [String] {
        guard session.user.isComplete else {
            return isConnected
                ? ["Loading your favorites…"]
                : ["Your favorites are not known yet.", "They appear here once there is a connection."]
        }
        let deed = tabs.keys.prices.name(of: .favorite).map { "Press \($0) on a coin" } ?? "Mark a coin"
        return ["You have no favorites yet.", "\(deed) in Prices; it shows up here and on your other terminals."]
    }
}

// MARK: Words
extension FavoritesViewModel {
    /// Whether the server is there, or may be in a moment.
    private var isConnected: Bool {
        switch session.state() {
        case .connecting, .live: true
        case .waiting, .stopped: false
        }
    }
}

// MARK: Inputs
extension FavoritesViewModel {
    /// - Parameter height: how many rows are seen, so that the selection stays among them.
    func selectionMoved(by rows: Int, height: Int) {
        guard let place = selectedPlace else { return }
        select(place + rows, height: height)
    }

    /// By as many rows as are seen beside an open chart.
    func paged(by pages: Int, height: Int) {
        selectionMoved(by: pages * max(1, height - (gap(height: height)?.height ?? 0)), height: height)
    }

    func firstRequested(height: Int) { select(0, height: height) }
    func lastRequested(height: Int) { select(favorites.count - 1, height: height) }

    /// A click is a step to a favorite; on the one that is selected it opens the chart, or closes it. A star takes no clicks of its own:
    /// the next one would come up under the pointer.
    func rowClicked(_ place: Int, height: Int) {
        let wasSelected = place == selectedPlace
        select(place, height: height)
        guard wasSelected else { return }
        tabs.open.toggled(favorites[place].coin)
        select(place, height: height)
    }

    func coinCommanded(_ command: CoinCommand, height: Int) {
        guard let place = selectedPlace else { return }
        tabs.perform(command, on: favorites[place].coin)
        // The chart opens in sight.
        select(place, height: height)
    }

    /// One level back: a message, the chart.
    func dismissed() {
        if !tabs.perform(.dismiss), chartPlace != nil { _ = tabs.open.dismissed() }
    }

    func removed() {
        guard let place = selectedPlace else { return }
        let favorite = favorites[place]
        let name = row(at: place)?.symbol ?? favorite.coin.description
        session.user.mutate { _ in .remove([favorite.coin]) }
        // The one below has moved up under the selection.
        _ = selectedPlace
        tabs.removed(name)
    }

    func absenceWords(for query: CoinQuery) -> String { "\(query) is none of your favorites" }

    func coinRequested(_ query: CoinQuery) -> CoinID? {
        let match = query.match(in: board.table, where: board.favoriteCoins.contains)
        guard let coin = match?.instrument.coin else { return nil }
        select(coin)
        return coin
    }

    /// Puts the selected coin one place up (-1) or down (1).
    func moved(by step: Int, height: Int) {
        guard let place = selectedPlace, favorites.indices.contains(place + step) else { return }
        let coin = favorites[place].coin
        let target = place + step
        select(coin)
        session.user.mutate { .move(coin, to: target, of: $0) }
        scroll.select(target, count: favorites.count, height: height, gap: gap(height: height))
    }

    private func select(_ place: Int, height: Int) {
        guard !favorites.isEmpty else { return }
        scroll.select(place, count: favorites.count, height: height, gap: gap(height: height))
        select(favorites[scroll.selected].coin)
    }

    private func select(_ coin: CoinID) {
        selectedCoin = coin
        choices += 1
    }
}
