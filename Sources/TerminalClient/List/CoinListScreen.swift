internal import Shared

/// The view model of a tab that is a list of coins.
@MainActor
protocol CoinListScreenModel: TabsScreenModel where Destination == TabsViewModel.Destination {
    var list: CoinListModel { get }
    /// The title above the columns.
    func title(of section: PriceSection) -> String
    /// The words in place of an empty list, if no filter is the reason.
    var absence: [String] { get }
    /// The words in place of a member that the market does not have.
    func missingWords(of coin: CoinID) -> String
    /// The notice about a coin that a link names and the list does not have.
    func absenceNotice(of query: CoinQuery) -> Notice
    /// Selects a coin that a link names.
    /// - Returns: nil if the coin is not in the list.
    func coinRequested(_ query: CoinQuery) -> CoinID?
}

extension CoinListScreenModel {
    var exits: Exits<TabsViewModel.Destination> { tabs.exits }
    /// Leads to the selected coin. If its chart is open below its row, the link opens it again.
    var link: DeepLink? {
        tabs.link(to: list.content.selectedRow.map { CoinRoute(.id($0.coin), destination(of: $0.coin)) })
    }

    private func destination(of coin: CoinID) -> CoinRoute.Destination {
        guard list.hasChart, let chart = tabs.open.chart, chart.coin == coin else { return .row }
        return .expanded(chart.interval)
    }

    /// The words in place of an empty list.
    var emptyWords: [String] {
        guard !list.filter.isEmpty, list.content.list.total > 0 else { return absence }
        let key = list.isFiltering ? keys.filter.name(of: .clear) : keys.screen.name(of: .back)
        return Absence.noMatch(filter: list.searched, clear: key, hidesTokens: list.hidesTokens).lines
    }

    // MARK: Inputs

    /// - Parameters:
    ///   - height: how many rows there is room for.
    ///   - hasPane: whether there is room beside the list for the pane about the selected coin.
    ///   - hasWeeks: whether there is a column for the last seven days.
    ///   - hasTrend: whether there is a column for the last minutes.
    ///   - hasSources: whether there is a column for sources, whose title names the time zone.
    func resized(height: Int, hasPane: Bool, hasWeeks: Bool, hasTrend: Bool, hasSources: Bool) {
        tabs.followList()
        if !hasPane { tabs.pane.roomLost() }
        list.resized(height: height, isChartBeside: hasPane, hasWeeks: hasWeeks, hasTrend: hasTrend)
        if hasPane { tabs.pane.shown(besideSelected: list.content.selectedRow, isZoneBeside: hasSources) }
    }

    /// Goes one level back: closes a message, the crosshair, the chart or the filter. A chart beside the list stays.
    func innerDismissed() -> Bool {
        if tabs.pane.isShown, tabs.pane.chart?.dismissed() == true { return true }
        if list.hasChart, tabs.open.dismissed() {
            list.refresh()
        } else {
            list.filterCleared()
        }
        return true
    }

    func coinActionRequested(_ action: SelectedCoinAction) {
        guard let coin = list.selectedCoin else { return }
        tabs.perform(action, on: coin)
        // Make sure that the chart opens in sight.
        list.refresh()
    }

    /// A click selects a coin. A click on the selected coin opens its chart below it, or closes it.
    func rowClicked(_ place: Int) {
        guard let (coin, wasSelected) = list.rowClicked(place), wasSelected, !tabs.pane.isShown else { return }
        tabs.open.toggled(coin)
        list.refresh()
    }
}
