internal import Shared

/// Everything that decides which coins are listed and in which order, apart from the market itself.
struct ListQuery: Equatable, Sendable {
    var coinsSort = PriceSort()
    var tokensSort = PriceSort()
    /// What name or symbol must contain.
    var filter = ""
    var coinsOnly = false
    var favorites: Set<CoinID> = []

    func sort(of section: PriceSection) -> PriceSort { section == .coins ? coinsSort : tokensSort }

    mutating func setSort(_ sort: PriceSort, of section: PriceSection) {
        if section == .coins { coinsSort = sort } else { tokensSort = sort }
    }
}
