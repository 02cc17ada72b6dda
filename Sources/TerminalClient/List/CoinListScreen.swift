internal import Shared

/// The view model of a tab that is a list of coins.
@MainActor
protocol CoinListScreenModel: TabsScreenModel where Destination == TabsViewModel.Destination {
    var list: CoinListModel { get }
    /// What stands over the columns.
    func title(of section: PriceSection) -> String
    /// What is said instead of a list that has nothing in it, where no filter is to blame.
    var absence: [String] { get }
    /// What is said in place of a member that the market does not have.
    func missingWords(of coin: CoinID) -> String
    /// What is said of a coin that a link names and that is not in the list.
    func absenceNotice(of query: CoinQuery) -> Notice
    /// Selects a coin that a link names.
    /// - Returns: nil where it is not in the list.
    func coinRequested(_ query: CoinQuery) -> CoinID?
}

extension CoinListScreenModel {
    var exits: Exits<TabsViewModel.Destination> { tabs.exits }

    /// What is said instead of a list that has nothing in it.
    var emptyWords: [String] {
        guard !list.filter.isEmpty, list.content.list.total > 0 else { return absence }
        let key = list.isFiltering ? keys.filter.name(of: .clear) : keys.tabs.name(of: .dismiss)
        return Absence.noMatch(filter: list.filter.text, clear: key).lines
    }

    // MARK: Inputs

    /// - Parameters:
    ///   - height: how many rows there is room for.
    ///   - hasPane: whether there is room beside them for what is told about the selected coin.
    ///   - hasWeeks: whether there is a column for the last seven days.
    func resized(height: Int, hasPane: Bool, hasWeeks: Bool) {
        tabs.followList()
        if !hasPane { tabs.pane.roomLost() }
        list.resized(height: height, isChartBeside: hasPane, hasWeeks: hasWeeks)
        if hasPane { tabs.pane.shown(besideSelected: list.content.selectedRow) }
    }

    /// One level back: a message, the crosshair, the chart, the filter. A chart beside the list stays.
    func innerDismissed() -> Bool {
        if tabs.pane.isShown, tabs.pane.chart?.dismissed() == true { return true }
        if list.hasChart, tabs.open.dismissed() {
            list.refresh()
        } else {
            list.filterCleared()
        }
        return true
    }

    /// One level back from typing: a message, the filter.
    func filterDismissed() { if !tabs.status.dismissed() { list.filterCleared() } }

    func coinCommanded(_ command: CoinCommand) {
        guard let coin = list.selectedCoin else { return }
        tabs.perform(command, on: coin)
        // The chart opens in sight.
        list.refresh()
    }

    /// A click is a step to a coin; on the one that is selected it opens the chart below it, or closes it.
    func rowClicked(_ place: Int) {
        guard let (coin, wasSelected) = list.rowClicked(place), wasSelected, !tabs.pane.isShown else { return }
        tabs.open.toggled(coin)
        list.refresh()
    }
}
