internal import Observation
internal import Shared

/// What the tabs have in common: which one is shown, how things are, and the ways out.
@MainActor
@Observable
final class TabsViewModel {
    enum Route: Equatable, Sendable {
        case tab(Tab)
        case settings
        case help
        case quit
    }

    // MARK: Outputs
    private(set) var tab = Tab.prices
    let status: StatusViewModel
    let routes: AsyncStream<Route>
    var favoritesCount: Int { session.user.state.favorites.count }

    private let session: Session
    private let navigate: AsyncStream<Route>.Continuation

    init(session: Session, clock: AppClock) {
        self.session = session
        status = StatusViewModel(session: session, clock: clock)
        (routes, navigate) = AsyncStream.makeStream(of: Route.self, bufferingPolicy: .bufferingOldest(8))
    }

    // MARK: Inputs

    func tabShown(_ tab: Tab) { if self.tab != tab { self.tab = tab } }
    func tabChosen(_ tab: Tab) { if self.tab != tab { navigate.yield(.tab(tab)) } }
    func settingsRequested() { navigate.yield(.settings) }
    func helpRequested() { navigate.yield(.help) }
    func quitRequested() { navigate.yield(.quit) }
}
