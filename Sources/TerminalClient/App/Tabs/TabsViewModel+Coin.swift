internal import Shared

extension TabsViewModel {
    /// Turns a command for one coin into the matching input.
    func perform(_ command: SelectedCoinCommand, on coin: CoinID) {
        switch command {
        case .expand: chartRequested(of: coin)
        case .chart: fullChartRequested(of: coin)
        case .detail: detailRequested(of: coin)
        case .alert: exits.take(.alerts(coin))
        case .transaction: exits.take(.transaction(coin))
        case .lists: exits.take(.listsOf(coin))
        }
    }

    /// Shows what a link wants of a coin whose row is selected already.
    func follow(_ destination: CoinRoute.Destination, of coin: CoinID) {
        switch destination {
        case .row: break
        case .expanded(let interval): open.opened(coin, interval: interval)
        case .chart(let interval): fullChartRequested(of: coin, interval: interval)
        case .detail: detailRequested(of: coin)
        }
    }
}
