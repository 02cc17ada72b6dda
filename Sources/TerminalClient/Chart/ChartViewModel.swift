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
        case copy(String)
        case repaint
        case quit
    }

    // MARK: Outputs
    let chart: CoinChart
    let tabs: TabsViewModel
    let routes: AsyncStream<Route>

    private let session: Session
    private let navigate: AsyncStream<Route>.Continuation

    init(chart: CoinChart, session: Session, tabs: TabsViewModel) {
        self.chart = chart
        self.session = session
        self.tabs = tabs
        (routes, navigate) = AsyncStream.makeStream(of: Route.self, bufferingPolicy: .bufferingOldest(8))
    }

    /// The coin in words and figures; nil while the market does not have it.
    var row: QuoteRow? { chart.quote.map { QuoteRow($0, isFavorite: session.user.state.isFavorite(chart.coin)) } }

    // MARK: Inputs

    func favoriteToggled() { tabs.favoriteToggled(chart.coin, symbol: chart.symbol) }
    func undoRequested() { tabs.undoRequested() }

    /// One level back: a message, the crosshair, this screen.
    func backPressed() {
        if tabs.perform(.dismiss) { return }
        if !chart.dismissed() { navigate.yield(.closed) }
    }

    func detailRequested() { navigate.yield(.detail) }
    func helpRequested() { navigate.yield(.help) }

    func copyRequested() { copy(row?.price?.plain) }

    /// Of the chart as it is now, but for what is scrolled to.
    func linkRequested() {
        let route = CoinRoute(.id(chart.coin), .chart(chart.interval))
        copy(DeepLink.tab(tabs.tab, route).description)
    }

    func refreshRequested() {
        tabs.status.retryRequested()
        navigate.yield(.repaint)
    }

    func quitRequested() { navigate.yield(.quit) }

    private func copy(_ text: String?) {
        guard let text else { return tabs.status.noted("nothing to copy here") }
        navigate.yield(.copy(text))
        tabs.status.noted("copied \(text)")
    }
}
