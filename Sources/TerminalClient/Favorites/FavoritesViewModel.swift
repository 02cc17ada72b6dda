internal import Shared

/// The user's favorites in the user's own order, which all of the user's terminals share.
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
            .coins(board.favoriteOrder)
        }
    }

    // MARK: Words

    func title(of section: PriceSection) -> String { "Favorites" }

    func missingWords(of coin: CoinID) -> String {
        "\(coin)  "
            + (session.market.isComplete ? "not listed on this server" : isConnected ? "loading…" : QuoteRow.none)
    }

    var absence: [String] {
        guard session.user.isComplete else {
            return isConnected ? Absence.favoritesLoading.lines : Absence.favoritesOffline.lines
        }
        return Absence.noFavorites(mark: tabs.keys.prices.name(of: .favorite)).lines
    }

    func absenceNotice(of query: CoinQuery) -> Notice { .notInFavorites(query.description) }

    /// Whether the server is there, or may be in a moment.
    private var isConnected: Bool {
        switch session.state() {
        case .connecting, .live: true
        case .waiting, .stopped: false
        }
    }

    // MARK: Inputs

    func coinRequested(_ query: CoinQuery) -> CoinID? {
        list.refresh()
        let match = query.match(in: board.table, where: board.favoriteCoins.contains)
        guard let coin = match?.instrument.coin, list.coinChosen(coin) else { return nil }
        return coin
    }

    func removed() {
        guard let coin = list.selectedCoin else { return }
        let name = board.table.row(of: coin).map { board.table.instrument(ofRow: $0).symbol } ?? coin.description
        session.user.mutate { _ in .remove([coin]) }
        list.selectedRemoved()
        tabs.removed(name)
    }

    /// Puts the selected coin one place up (-1) or down (1).
    func moved(by step: Int) {
        if session.user.favorites.isEmpty { return tabs.status.noted(.noFavoritesToMove) }
        guard list.sort == nil, list.filter.isEmpty else {
            return tabs.status.noted(.notInOwnOrder(key: tabs.keys.favorites.name(of: .ownOrder)))
        }
        let favorites = session.user.favorites
        guard let coin = list.selectedCoin, let place = favorites.firstIndex(where: { $0.coin == coin }),
            favorites.indices.contains(place + step)
        else { return }
        session.user.mutate { .move(coin, to: place + step, of: $0) }
        _ = list.coinChosen(coin)
    }

    func ownOrderRequested() { list.ownOrderRequested() }
}
