internal import Shared

/// Favorites, or the list that is shown in their place, in the user's own order. All of the user's terminals share that
/// order.
@MainActor
final class FavoritesViewModel: CoinListScreenModel {
    let tabs: TabsViewModel
    let list: CoinListModel

    private let session: Session
    private let board: QuoteBoard

    init(session: Session, board: QuoteBoard, tabs: TabsViewModel) {
        self.session = session
        self.board = board
        self.tabs = tabs
        list = CoinListModel(board: board, open: tabs.open, local: tabs.local, hasOwnOrder: true) {
            .coins(session.user.items(of: tabs.list).map(\.coin))
        }
    }

    // MARK: Words

    func title(of section: PriceSection) -> String { tabs.listName }

    func missingWords(of coin: CoinID) -> String {
        "\(coin)  "
            + (session.market.isComplete ? Absence.notOnServer.text : isConnected ? "loading…" : QuoteRow.none)
    }

    var absence: [String] {
        guard session.user.isComplete else {
            return isConnected ? Absence.favoritesLoading.lines : Absence.favoritesOffline.lines
        }
        if tabs.list != .favorites {
            return Absence.listEmpty(name: tabs.listName, add: tabs.keys.coin.name(of: .lists)).lines
        }
        return Absence.noFavorites(mark: tabs.keys.prices.name(of: .favorite)).lines
    }

    func absenceNotice(of query: CoinQuery) -> Notice {
        tabs.list == .favorites
            ? .notInFavorites(query.description) : .notInList(query.description, list: tabs.listName)
    }

    /// Whether the terminal is connected, or is connecting.
    private var isConnected: Bool {
        switch session.state() {
        case .connecting, .live: true
        case .waiting, .stopped: false
        }
    }

    private var items: [ListItem] { session.user.items(of: tabs.list) }

    // MARK: Inputs

    func coinRequested(_ query: CoinQuery) -> CoinID? {
        list.refresh()
        guard let coin = query.match(in: board.table, where: Set(items.map(\.coin)).contains), list.coinChosen(coin)
        else { return nil }
        return coin
    }

    func removed() {
        guard let coin = list.selectedCoin else { return }
        let name = board.table.symbol(of: coin)
        let shown = tabs.list
        session.user.mutate { _ in .remove([coin], from: shown) }
        list.selectedRemoved()
        tabs.removed(name)
    }

    /// Moves the selected coin one place up (-1) or down (1).
    func moved(by step: Int) {
        if items.isEmpty { return tabs.status.noted(.noFavoritesToMove) }
        guard list.order == .own, list.filter.isEmpty else {
            return tabs.status.noted(.notInOwnOrder(key: tabs.keys.favorites.name(of: .ownOrder)))
        }
        let (items, shown) = (items, tabs.list)
        guard let coin = list.selectedCoin, let place = items.firstIndex(where: { $0.coin == coin }),
            items.indices.contains(place + step)
        else { return }
        session.user.mutate { .move(coin, to: place + step, in: shown, of: $0) }
        _ = list.coinChosen(coin)
    }

    /// Removes all coins of the list, including those that the filter hides.
    func allRemoved() {
        let (count, shown) = (items.count, tabs.list)
        if count == 0 { return tabs.status.noted(.nothingToRemove(list: tabs.listName)) }
        session.user.mutate { .removeAll(from: shown, of: $0) }
        tabs.removed(count == 1 ? "1 coin" : "all \(count) coins")
    }

    func ownOrderRequested() { list.ownOrderRequested() }
}
