/// How the rows of a list are ordered.
enum ListOrder<Column: SortColumn>: Equatable {
    /// The filter's best match comes first. Equally good matches are sorted by rank.
    case bestMatch
    /// The list's own order, which the user has made.
    case own
    case sorted(ListSort<Column>)

    /// What the titles show; nil if the list is not sorted by a column.
    var sort: ListSort<Column>? { if case .sorted(let sort) = self { sort } else { nil } }

    /// The items that match a filter, in this order.
    /// - Parameters:
    ///   - items: all items in this order, or in any order if the best match comes first.
    ///   - rank: the rank of an item's coin; nil if it has none.
    func filtered<Item>(_ items: [Item], match: (Item) -> FilterMatch?, rank: (Item) -> UInt32?) -> [Item] {
        self == .bestMatch ? FilterMatch.best(of: items, match: match, rank: rank) : items.filter { match($0) != nil }
    }
}
