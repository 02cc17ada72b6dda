internal import Shared

extension TabsViewModel {
    /// Passes a command on as the input that it stands for.
    /// - Parameter row: the selected coin.
    func perform(_ command: TabsCommand, on row: QuoteRow?) {
        switch command {
        case .nextTab, .previousTab: tabChosen(tab.next)
        case .prices: tabChosen(.prices)
        case .favorites: tabChosen(.favorites)
        case .settings: settingsRequested()
        case .help: helpRequested()
        case .undo: undoRequested()
        case .refresh: refreshRequested()
        case .dismiss: _ = status.dismissed()
        case .quit: quitRequested()
        case .copy: copyRequested(row?.price?.plain)
        case .copyLink: copyRequested(row.map { DeepLink.coin($0.coin, in: tab).description })
        }
    }

    /// The same for what is asked of one coin.
    func perform(_ command: CoinCommand, on coin: CoinID) {
        switch command {
        case .expand: chartRequested(of: coin)
        case .chart: fullChartRequested(of: coin)
        case .detail: detailRequested(of: coin)
        }
    }

    /// What a link wants to see of a coin, whose row is selected already.
    func follow(_ destination: CoinRoute.Destination, of coin: CoinID) {
        switch destination {
        case .row: break
        case .expanded(let interval): open.opened(coin, interval: interval)
        case .chart(let interval): fullChartRequested(of: coin, interval: interval)
        case .detail: detailRequested(of: coin)
        }
    }
}
