internal import Shared

/// Everything that decides which coins are listed and in which order, apart from the market itself.
struct ListQuery: Equatable, Sendable {
    enum Members: Equatable, Sendable {
        /// All that the market lists, by rank. What has left it is of interest only to those who marked it.
        case market(coinsOnly: Bool, favorites: Set<CoinID>)
        /// These, in an order of their own.
        case coins([CoinID])
    }

    var members = Members.market(coinsOnly: false, favorites: [])
    /// Nil: in the members' own order.
    var sort: PriceSort?
    /// What name or symbol must contain.
    var filter = ""
    /// Whether coins and tokens stand apart, each below a title. What a filter finds is one list, the best match first.
    var hasSections = false
}
