internal import Observation
internal import Shared

/// The screen that a chart fills.
@MainActor
@Observable
final class ChartViewModel: TabsScreenModel {
    enum Destination: Equatable, Sendable {
        case detail
    }

    // MARK: Outputs
    let chart: CoinChart
    let tabs: TabsViewModel
    let exits = Exits<Destination>()

    private let session: Session

    init(chart: CoinChart, session: Session, tabs: TabsViewModel) {
        self.chart = chart
        self.session = session
        self.tabs = tabs
    }

    /// The coin in words and figures; nil while the market does not have it.
    var row: QuoteRow? {
        chart.quote.map {
            QuoteRow(
                $0,
                isFavorite: session.user.table.contains(chart.coin),
                origin: PriceOrigin($0.pricing, in: session.market.table, by: tabs.wall)
            )
        }
    }

    // MARK: Inputs

    func favoriteToggled() { tabs.favoriteToggled(chart.coin, symbol: chart.symbol) }
    func undoRequested() { tabs.undoRequested() }

    /// The crosshair.
    func innerDismissed() -> Bool { chart.dismissed() }

    func detailRequested() { exits.take(.detail) }
    func priceRequested() { copyRequested(row?.price?.plain) }

    /// Of the chart as it is now, but for what is scrolled to.
    func linkRequested() {
        let route = CoinRoute(.id(chart.coin), .chart(chart.interval))
        copyRequested(DeepLink.tab(tabs.tab, route).description)
    }
}
