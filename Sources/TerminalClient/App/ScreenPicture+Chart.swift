internal import Shared
package import TerminalKit

/// Charts without a terminal, of candles that `HeadlessClient.chart` has brought.
extension ScreenPicture {
    /// Where a chart is seen.
    package enum ChartPlace: Sendable {
        case fullScreen
        case belowItsRow
    }

    package static func chart(
        _ replica: ChartReplica,
        _ place: ChartPlace = .fullScreen,
        of link: ServerLink,
        size: Size,
        charset: Charset = .unicode
    ) -> Buffer {
        let session = Session.still(table: link.market.table, user: link.user.state, userName: link.userName ?? "")
        let tabs = TabsViewModel(session: session, clock: .system)
        let board = QuoteBoard(session: session, clock: .system, local: tabs.local)
        let prices = PricesViewModel(session: session, board: board, tabs: tabs)
        _ = prices.coinRequested(.id(replica.order.coin))
        tabs.open.opened(replica.order.coin, interval: replica.order.interval)
        session.charts.show(replica)
        var buffer = Buffer(size: size, charset: charset)
        if case .fullScreen = place, let chart = tabs.open.chart {
            let viewModel = ChartViewModel(chart: chart, session: session, tabs: tabs)
            _ = ChartView(viewModel: viewModel).draw(into: &buffer)
        } else {
            _ = PricesView(viewModel: prices).draw(into: &buffer)
        }
        return buffer
    }
}

extension ChartDesk {
    /// Shows in every open chart what another one holds.
    fileprivate func show(_ other: ChartReplica) {
        for chart in openCharts {
            if let source = other.source {
                let batch = CandleBatch(source: source, isFirst: true, isLast: true, candles: other.candles)
                receive(chart, batch)
            }
            other.problem.map { receive(chart, $0) }
        }
    }
}
