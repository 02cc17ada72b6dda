internal import Shared

extension TabsViewModel {
    /// Passes a command on as the input that it stands for.
    /// - Returns: whether it was of use.
    func perform(_ command: TabsCommand) -> Bool {
        switch command {
        case .nextTab: tabChosen(tab.next)
        case .prices: tabChosen(.prices)
        case .favorites: tabChosen(.favorites)
        case .settings: settingsRequested()
        case .help: helpRequested()
        case .retry: status.retryRequested()
        case .dismiss:
            guard status.problem != nil else { return false }
            status.problemSeen()
        case .quit: quitRequested()
        }
        return true
    }

    /// The same for what is asked of one coin.
    func perform(_ command: CoinCommand, on coin: CoinID) {
        switch command {
        case .expand: chartRequested(of: coin)
        case .chart: fullChartRequested(of: coin)
        case .detail: detailRequested(of: coin)
        }
    }
}
