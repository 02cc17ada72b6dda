import Shared
import TerminalKit

@testable import TerminalClient

/// The tabs of a signed-in user over a connection that the test plays.
@MainActor
struct Scene {
    let link: TestLink
    let time: ManualClock
    let tabs: TabsViewModel
    let board: QuoteBoard
    let prices: PricesViewModel
    let favorites: FavoritesViewModel
    let settings: SettingsViewModel
    let devices: DevicesViewModel

    init(
        _ coins: [TestCoin] = .few,
        user: UserTable = UserTable(),
        sources: [MarketSource] = [],
        isComplete: Bool = true,
        keys: Keys = Keys(),
        local: LocalStore = LocalStore(),
        wall: WallClock = .utc,
        server: ServerAddress = ServerAddress(host: "localhost", port: 7443)
    ) {
        time = ManualClock(local: wall)
        link = TestLink(
            .of(coins, sources: sources),
            user: user,
            isComplete: isComplete,
            server: server,
            now: time.clock.now
        )
        tabs = TabsViewModel(session: link.session, clock: time.clock, keys: keys, local: local)
        board = QuoteBoard(session: link.session, clock: time.clock, local: local)
        prices = PricesViewModel(session: link.session, board: board, tabs: tabs)
        favorites = FavoritesViewModel(session: link.session, board: board, tabs: tabs)
        settings = SettingsViewModel(session: link.session, tabs: tabs)
        devices = DevicesViewModel(session: link.session, tabs: tabs)
    }

    var pricesView: PricesView { PricesView(viewModel: prices) }
    var favoritesView: FavoritesView { FavoritesView(viewModel: favorites) }
    var settingsView: SettingsView { SettingsView(viewModel: settings) }
    var devicesView: DevicesView { DevicesView(viewModel: devices) }
    var helpView: HelpView {
        HelpView(
            viewModel: HelpViewModel(
                sections: pricesView.help,
                status: tabs.status
            )
        )
    }

    /// The symbol under the selection in Prices.
    var selectedSymbol: String? {
        prices.list.refresh()
        return prices.list.selectedCoin.flatMap(board.table.row(of:)).map { board.table[$0].instrument.symbol }
    }
    var priceSymbols: [String] { symbols(of: prices) }
    var favoriteSymbols: [String] { symbols(of: favorites) }

    private func symbols(of model: some CoinListScreenModel) -> [String] {
        model.shown.items.compactMap { $0.row.map { board.table[$0].instrument.symbol } }
    }

    /// Changes the market as a tick does.
    func tick(_ change: (inout MarketTable) -> Void) {
        var table = link.market.table
        change(&table)
        link.show(table)
    }

    /// The server answers the mutation with this number.
    func answer(_ number: UInt64, _ outcome: MutationResult.Outcome) {
        _ = link.user.receive(MutationResult(number: number, outcome: outcome, version: 2, lastNumber: number))
    }
}

/// What a list shows. As in a frame, changes are worked out first.
extension CoinListScreenModel {
    var shown: PriceList {
        list.refresh()
        return list.content.list
    }

    var selectedPlace: Int? {
        list.refresh()
        return list.content.selected
    }

    func row(at place: Int) -> QuoteRow? {
        list.resized(height: list.content.window.height ?? 20)
        return list.content.row(at: place)
    }
}

extension SettingsViewModel {
    /// What a row of the next frame says.
    func shown(_ row: SettingsRow) -> Content {
        refresh()
        return content(of: row)
    }
}

extension StatusViewModel {
    /// The status as the next frame shows it.
    var shown: StatusViewModel {
        refresh()
        return self
    }
}

extension QuoteBoard {
    /// A row as the next frame shows it.
    func refreshedRow(_ row: Int, filter: String = "") -> QuoteRow {
        refresh()
        return rows(filter: filter).row(row).row
    }
}
