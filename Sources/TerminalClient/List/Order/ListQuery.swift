internal import Shared

/// Decides which coins are listed and in which order, given the market.
struct ListQuery: Equatable, Sendable {
    enum Members: Equatable, Sendable {
        /// All coins that the market lists, by rank. A delisted coin appears only to users who marked it.
        case market(coinsOnly: Bool, favorites: Set<CoinID>)
        /// These coins, in their own order.
        case coins([CoinID])
    }

    var members = Members.market(coinsOnly: false, favorites: [])
    /// The market's own order is by rank.
    var order = ListOrder<QuoteColumn>.own
    /// The text that a name or symbol must contain.
    var filter = ""
    /// Whether coins and tokens have separate sections with titles. Matches of a filter are one list.
    var hasSections = false

    /// The query for all members. The filter takes its matches from them.
    var unfiltered: ListQuery {
        var query = self
        query.filter = ""
        if order == .bestMatch { query.order = .sorted(PriceSort()) }
        return query
    }
}

/// The parts of a list of coins, in their order.
enum PriceSection: Int, CaseIterable, Sendable {
    /// All coins of a list without sections.
    case all
    case coins
    case tokens

    init(_ kind: InstrumentKind) {
        self = kind == .coin ? .coins : .tokens
    }
}

/// The order of a section.
typealias PriceSort = ListSort<QuoteColumn>

extension PriceSort {
    /// By rank.
    init() { self.init(.rank) }
}
