internal import Shared

/// A column that a list can be sorted by.
protocol SortColumn: Hashable, Sendable {
    /// The title beside an arrow, if there is no room for the whole title.
    var shortTitle: String { get }
    /// What the list is sorted by, as it follows "by".
    var words: String { get }
    /// The column's name within a sentence.
    var subject: String { get }
    /// The letter that sorts by the column, unless the user has bound another.
    var key: Character? { get }
    /// Whether the largest figure comes first, unless the user reverses the order.
    var startsDescending: Bool { get }
}

extension SortColumn {
    /// `words` for a small screen. A sign such as `#` says nothing without its column, so it is not used.
    fileprivate var shortWords: String { shortTitle.contains(where: \.isLetter) ? shortTitle.lowercased() : words }
}

/// The order by a column.
struct ListSort<Column: SortColumn>: Equatable {
    var column: Column
    var isDescending: Bool

    init(_ column: Column, isDescending: Bool? = nil) {
        self.column = column
        self.isDescending = isDescending ?? column.startsDescending
    }

    var flipped: ListSort { ListSort(column, isDescending: !isDescending) }

    /// The order by the next column, in a ring.
    func next(of columns: [Column]) -> ListSort {
        let rest = columns.drop { $0 != column }.dropFirst()
        return ListSort(rest.first ?? columns.first ?? column)
    }

    /// Whether the figures rise or fall.
    var arrow: String { isDescending ? "▼" : "▲" }

    /// The words for an order that no visible title shows, the longest first.
    var words: [String] { ["by \(column.words) \(arrow)", "by \(column.shortWords) \(arrow)"] }
}

/// How the user looks at a list: in which order, and through which filter.
struct ListControls<Column: SortColumn>: Equatable {
    /// A change of the filter's text puts the best match first, until the user chooses an order.
    private(set) var order: ListOrder<Column>
    /// The order that the user chose last. Without a filter, the list is in this order.
    private var chosen: ListOrder<Column>
    private(set) var filter = TextEntry()
    /// Whether the user types into the filter.
    private(set) var isFiltering = false
    /// Whether the list has an order of its own, which the user has made.
    let hasOwnOrder: Bool

    /// - Parameter order: the order until the user chooses another.
    init(_ order: ListOrder<Column>) { (self.order, chosen, hasOwnOrder) = (order, order, order == .own) }

    var isFilterShown: Bool { isFiltering || !filter.isEmpty }
    /// What the filter looks for. Spaces around the words do not count.
    var searched: String { filter.text.trimmed }

    // MARK: Order

    /// Sorts by a column, or reverses the order if the list is sorted by it already.
    mutating func sort(by column: Column) {
        let flipped = order.sort.flatMap { $0.column == column ? $0.flipped : nil }
        choose(.sorted(flipped ?? ListSort(column)))
    }

    /// Reverses the order that the user chose last.
    mutating func flip() { if let sort = chosen.sort { choose(.sorted(sort.flipped)) } }

    mutating func returnToOwnOrder() { if hasOwnOrder { choose(.own) } }

    /// Sorts by the next column, in a ring that includes the list's own order if there is one. If the list is not sorted by
    /// a column, the first one is next.
    mutating func cycle(through columns: [Column]) {
        guard let first = columns.first else { return }
        guard let current = order.sort else { return sort(by: first) }
        choose(hasOwnOrder && current.column == columns.last ? .own : .sorted(current.next(of: columns)))
    }

    private mutating func choose(_ order: ListOrder<Column>) { (self.order, chosen) = (order, order) }

    // MARK: Filter

    mutating func beginFilter() { isFiltering = true }
    mutating func keepFilter() { isFiltering = false }
    mutating func clearFilter() { (filter, isFiltering, order) = (TextEntry(), false, chosen) }

    mutating func editFilter(_ edit: TextEdit) {
        let before = filter.text
        filter.apply(edit)
        if filter.text != before { order = searched.isEmpty ? chosen : .bestMatch }
    }
}
