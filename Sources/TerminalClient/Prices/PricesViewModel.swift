internal import Shared

/// The market, in which the user marks favorites.
@MainActor
final class PricesViewModel: CoinListScreenModel {
    let tabs: TabsViewModel
    let list: CoinListModel

    private let session: Session
    private let board: QuoteBoard

    init(session: Session, board: QuoteBoard, tabs: TabsViewModel) {
        self.session = session
        self.board = board
        self.tabs = tabs
        list = CoinListModel(board: board, open: tabs.open, local: tabs.local) {
            .market(coinsOnly: ListSettings(session.user.table).coinsOnly, favorites: board.favoriteCoins)
        }
    }

    // MARK: Words

    func title(of section: PriceSection) -> String { section == .tokens ? "Tokens" : "Coins" }

    var absence: [String] { session.marketAbsence.lines }

    func missingWords(of coin: CoinID) -> String { "" }
    func absenceNotice(of query: CoinQuery) -> Notice { .notInPrices(query.description) }

    // MARK: Inputs

    func coinRequested(_ query: CoinQuery) -> CoinID? {
        list.refresh()
        let table = board.table
        let match = query.match(in: table) { self.list.content.list.place(of: $0, in: table) != nil }
        guard let coin = match, list.coinChosen(coin) else { return nil }
        return coin
    }

    func favoriteToggled() {
        guard let coin = list.selectedCoin, let row = board.table.row(of: coin) else { return }
        tabs.favoriteToggled(coin, symbol: board.table.instrument(ofRow: row).symbol)
        list.refresh()
    }

    /// A click on a star, or beside it, selects the coin and marks it.
    func starClicked(_ place: Int) { if list.rowClicked(place) != nil { favoriteToggled() } }

    /// Goes to the beginning of the next section.
    func nextSectionRequested() { goToSection { list.nextSectionRequested() } }
    /// Goes to the beginning of the section, or of the one before if it is there already.
    func previousSectionRequested() { goToSection { list.previousSectionRequested() } }

    private func goToSection(_ go: () -> Void) {
        list.refresh()
        let sections = list.content.list.counts.count
        if sections > 1 { return go() }
        // An empty list says itself why it is empty.
        if sections == 0, list.searched.isEmpty { return }
        let reason: Notice =
            if !list.searched.isEmpty {
                .noSectionsInFilter(clear: tabs.keys.screen.name(of: .back))
            } else if tabs.local.settings.sections {
                .noOtherSection
            } else {
                .sectionsOff(show: tabs.keys.prices.name(of: .sections))
            }
        tabs.status.noted(reason)
    }

    /// Applies the choice at once, whether or not it can be saved.
    func sectionsToggled() {
        do {
            let isOn = !tabs.local.settings.sections
            try tabs.local.set(.sections, to: isOn.text)
        } catch {
            session.user.noted(.settingNotSaved(reason: "\(error)"))
        }
        list.refresh()
    }
}
