internal import Observation
internal import Shared

/// The screen that a chart fills.
@MainActor
@Observable
final class ChartViewModel {
    enum Route: Equatable, Sendable {
        case closed
        case detail
        case help
        case quit
    }

    // MARK: Outputs
    let chart: CoinChart
    let status: StatusViewModel
    let routes: AsyncStream<Route>

    private let session: Session
    private let navigate: AsyncStream<Route>.Continuation

    init(chart: CoinChart, session: Session, status: StatusViewModel) {
        self.chart = chart
        self.session = session
        self.status = status
        (routes, navigate) = AsyncStream.makeStream(of: Route.self, bufferingPolicy: .bufferingOldest(8))
    }

    /// The coin in words and figures; nil while the market does not have it.
    var row: QuoteRow? { chart.quote.map { QuoteRow($0, isFavorite: session.user.state.isFavorite(chart.coin)) } }

    // MARK: Inputs

    func favoriteToggled() {
        let isFavorite = session.user.state.isFavorite(chart.coin)
        session.user.mutate(isFavorite ? .removeFavorite(chart.coin) : .addFavorite(chart.coin))
    }

    /// One level back: a message, the crosshair, this screen.
    func backPressed() {
        if status.problem != nil {
            status.problemSeen()
        } else if !chart.dismissed() {
            navigate.yield(.closed)
        }
    }

    func detailRequested() { navigate.yield(.detail) }
    func helpRequested() { navigate.yield(.help) }
    func retryRequested() { status.retryRequested() }
    func quitRequested() { navigate.yield(.quit) }
}
