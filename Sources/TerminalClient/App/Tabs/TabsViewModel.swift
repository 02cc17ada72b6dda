internal import Observation
internal import Shared

/// What the tabs have in common: which one is shown, how things are, and the ways out.
@MainActor
@Observable
final class TabsViewModel: TabsScreenModel {
    // MARK: Outputs
    private(set) var tab = Tab.prices
    let clock: AppClock
    let keys: Keys
    let local: LocalStore
    let status: StatusViewModel
    let open: OpenChart
    let pane: CoinPaneModel
    let icons: CoinIcons
    let devices: DeviceList
    let exits = Exits<Destination>()
    var tabs: TabsViewModel { self }
    /// The clock that screens tell times by.
    var wall: WallClock { clock.wall(local.settings.times) }
    /// The list that stands in the place of favorites, if it is still there.
    var list: ListID { session.user.table.name(of: chosenList) == nil ? .favorites : chosenList }
    var listName: String { (session.user.table.name(of: list) ?? "").visible }
    var listCount: Int { session.user.items(of: list).count }
    /// The list that the user went to, and what it was called then.
    private var chosenList = ListID.favorites
    private var chosenName = ""

    private let session: Session

    init(session: Session, clock: AppClock, keys: Keys = Keys(), local: LocalStore = LocalStore()) {
        self.session = session
        self.clock = clock
        self.keys = keys
        self.local = local
        status = StatusViewModel(session: session, clock: clock)
        open = OpenChart(session: session, clock: clock.wall(local.settings.times))
        pane = CoinPaneModel(session: session, clock: clock, open: open, status: status)
        icons = CoinIcons(session: session, local: local)
        devices = DeviceList(session: session, status: status)
    }

    // MARK: Inputs

    func tabShown(_ tab: Tab) { if self.tab != tab { self.tab = tab } }
    /// Shows a list in the place of favorites.
    func listChosen(_ list: ListID) {
        (chosenList, chosenName) = (list, (session.user.table.name(of: list) ?? "").visible)
        tabChosen(.favorites)
    }

    /// The favorites take their place again.
    func listLeft() { chosenList = .favorites }

    /// Another terminal may have deleted the list: the user is told its name, and sees the favorites.
    func followList() {
        guard session.user.isComplete, chosenList != .favorites else { return }
        if let name = session.user.table.name(of: chosenList) {
            if chosenName != name.visible { chosenName = name.visible }
        } else {
            status.noted(.listGone(chosenName))
            chosenList = .favorites
        }
    }

    /// - Parameter route: what is to be seen of a coin.
    func link(to route: CoinRoute) -> DeepLink {
        tab == .favorites && list != .favorites ? .list(listName, route) : .tab(tab, route)
    }

    func tabChosen(_ tab: Tab) { if self.tab != tab { exits.take(.tab(tab)) } }

    /// A coin's chart, under its row; where it is there already, or beside the list, on the whole screen.
    func chartRequested(of coin: CoinID) {
        if pane.isShown || open.chart?.coin == coin { fullChartRequested(of: coin) } else { open.opened(coin) }
    }

    /// - Parameter interval: nil: that of the last chart.
    func fullChartRequested(of coin: CoinID, interval: CandleInterval? = nil) {
        open.opened(coin, interval: interval)
        exits.take(.chart)
    }

    func detailRequested(of coin: CoinID) { exits.take(.detail(coin)) }

    func favoriteToggled(_ coin: CoinID, symbol: String) {
        let user = session.user
        if user.table.contains(coin) {
            user.mutate { _ in .remove([coin]) }
            removed(symbol)
        } else {
            user.mutate { .add([coin], of: $0) }
        }
    }

    /// - Parameter name: what was removed, in a word or two.
    func removed(_ name: String) { status.noted(.removed(name, undo: keys.tabs.name(of: .undo))) }

    /// Candles from another source: a setting that all of the user's terminals share.
    func otherSourceChosen(for chart: CoinChart) {
        guard let source = chart.otherSourceChosen() else {
            return status.noted(.noOtherSource(symbol: chart.symbol))
        }
        status.noted(.candlesFrom(source.title, undo: keys.tabs.name(of: .undo)))
    }

    /// - Parameter source: of candles, for all of the user's terminals.
    func sourceChosen(_ source: KlineSource) {
        session.user.mutate { _ in .set(Shared.Settings.klineSource, to: source.name) }
        status.noted(.candlesFrom(source.title, undo: keys.tabs.name(of: .undo)))
    }

    /// - Parameter count: at least one.
    func allFavoritesRemoved(_ count: Int) {
        session.user.mutate(undoableUntil: clock.now() + Notice.undoTime) { .removeAll(of: $0) }
        removed(count == 1 ? "1 favorite" : "all \(count) favorites")
    }

    /// Takes this terminal's latest change of what all terminals share back.
    func undoRequested() {
        let (user, now) = (session.user, clock.now())
        let words = UndoWords(of: user.undoing(at: now), market: session.market.table, offers: user.offers)
        user.undo(at: now)
        status.noted(.undone(words))
    }
}
