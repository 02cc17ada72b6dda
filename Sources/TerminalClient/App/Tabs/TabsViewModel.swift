internal import Observation
internal import Shared

/// What the tabs have in common: which one is shown, how things are, and the ways out.
@MainActor
@Observable
final class TabsViewModel {
    enum Route: Equatable, Sendable {
        case tab(Tab)
        /// The open chart on the whole screen.
        case chart
        case detail(CoinID)
        case settings
        case help
        case copy(String)
        case repaint
        case quit
    }

    // MARK: Outputs
    private(set) var tab = Tab.prices
    let keys: Keys
    let local: LocalStore
    let status: StatusViewModel
    let open: OpenChart
    let undo: FavoritesUndo
    let icons: CoinIcons
    let routes: AsyncStream<Route>
    var favoritesCount: Int { session.user.state.favorites.count }

    private let session: Session
    private let navigate: AsyncStream<Route>.Continuation

    init(session: Session, clock: AppClock, keys: Keys = Keys(), local: LocalStore = LocalStore()) {
        self.session = session
        self.keys = keys
        self.local = local
        status = StatusViewModel(session: session, clock: clock)
        open = OpenChart(session: session)
        undo = FavoritesUndo(session: session, clock: clock)
        icons = CoinIcons(session: session, local: local)
        (routes, navigate) = AsyncStream.makeStream(of: Route.self, bufferingPolicy: .bufferingOldest(8))
    }

    // MARK: Inputs

    func tabShown(_ tab: Tab) { if self.tab != tab { self.tab = tab } }
    func tabChosen(_ tab: Tab) { if self.tab != tab { navigate.yield(.tab(tab)) } }

    /// A coin's chart, under its row; where it is there already, on the whole screen.
    func chartRequested(of coin: CoinID) {
        if open.chart?.coin == coin { navigate.yield(.chart) } else { open.opened(coin) }
    }

    /// - Parameter interval: nil: that of the last chart.
    func fullChartRequested(of coin: CoinID, interval: CandleInterval? = nil) {
        open.opened(coin, interval: interval)
        navigate.yield(.chart)
    }

    func detailRequested(of coin: CoinID) { navigate.yield(.detail(coin)) }
    func settingsRequested() { navigate.yield(.settings) }
    func helpRequested() { navigate.yield(.help) }
    func quitRequested() { navigate.yield(.quit) }

    func refreshRequested() {
        status.retryRequested()
        navigate.yield(.repaint)
    }

    func copyRequested(_ text: String?) {
        guard let text else { return status.noted("nothing to copy here") }
        navigate.yield(.copy(text))
        status.noted("copied \(text)")
    }

    func undoRequested() {
        let count = undo.undone()
        status.noted(count == 0 ? "nothing to undo" : "back: \(count == 1 ? "1 favorite" : "\(count) favorites")")
    }

    /// - Parameter name: what was removed, in a word or two.
    func removed(_ favorites: [Favorite], _ name: String, undoable time: Duration? = nil) {
        undo.removed(favorites, undoable: time)
        let key = keys.tabs.name(of: .undo).map { " (\($0): undo)" } ?? ""
        status.noted("removed \(name)\(key)", for: FavoritesUndo.noticeTime)
    }
}
