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
        let words =
            session.market.isComplete
            ? "not listed on this server" : isConnected ? "loading…" : "not known until there is a connection"
        return "\(coin)  \(words)"
    }

    var absence: [String] {
        guard session.user.isComplete else {
            return isConnected
                ? ["Loading your favorites…"]
                : ["Your favorites are not known yet.", "They appear here once there is a connection."]
        }
        let deed = tabs.keys.prices.name(of: .favorite).map { "Press \($0) on a coin" } ?? "Mark a coin"
        return ["You have no favorites yet.", "\(deed) in Prices; it shows up here and on your other terminals."]
    }

    func absenceWords(for query: CoinQuery) -> String { "\(query) is none of your favorites" }

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
        guard list.sort == nil, list.filter.isEmpty else {
            let key = tabs.keys.favorites.name(of: .ownOrder).map { " (\($0))" } ?? ""
            return tabs.status.noted("coins move in your own order\(key), without a filter")
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
