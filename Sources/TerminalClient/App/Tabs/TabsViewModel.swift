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
        case quit
    }

    // MARK: Outputs
    private(set) var tab = Tab.prices
    let status: StatusViewModel
    let open: OpenChart
    let routes: AsyncStream<Route>
    var favoritesCount: Int { session.user.state.favorites.count }

    private let session: Session
    private let navigate: AsyncStream<Route>.Continuation

    init(session: Session, clock: AppClock) {
        self.session = session
        status = StatusViewModel(session: session, clock: clock)
        open = OpenChart(session: session)
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
}
