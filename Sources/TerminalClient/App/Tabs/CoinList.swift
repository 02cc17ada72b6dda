internal import Shared

/// What the flow of a tab needs of its list of coins.
@MainActor
protocol CoinList {
    var tabs: TabsViewModel { get }

    /// Selects a coin that a link names.
    /// - Returns: nil where it is not in the list.
    func coinRequested(_ query: CoinQuery) -> CoinID?

    /// What is said of a coin that is not in the list.
    func absenceWords(for query: CoinQuery) -> String
}
