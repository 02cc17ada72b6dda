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

/// The order of a list.
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
    /// Nil: the list's own order.
    private(set) var sort: ListSort<Column>?
    private(set) var filter = TextEntry()
    /// Whether the user types into the filter.
    private(set) var isFiltering = false
    /// Whether the list has an order of its own, which the user has made.
    let hasOwnOrder: Bool

    /// - Parameter sort: the order until the user chooses another; nil: the list's own order.
    init(_ sort: ListSort<Column>?) { (self.sort, hasOwnOrder) = (sort, sort == nil) }

    var isFilterShown: Bool { isFiltering || !filter.isEmpty }

    // MARK: Order

    /// Sorts by a column, or reverses the order if the list is sorted by it already.
    mutating func sort(by column: Column) {
        sort = if let sort, sort.column == column { sort.flipped } else { ListSort(column) }
    }

    mutating func flip() { sort = sort?.flipped }

    mutating func returnToOwnOrder() { if hasOwnOrder { sort = nil } }

    /// Sorts by the next column, in a ring that includes the list's own order if there is one.
    mutating func cycle(through columns: [Column]) {
        guard let first = columns.first else { return }
        guard let sort else { return sort(by: first) }
        self.sort = hasOwnOrder && sort.column == columns.last ? nil : sort.next(of: columns)
    }

    // MARK: Filter

    mutating func beginFilter() { isFiltering = true }
    mutating func keepFilter() { isFiltering = false }
    mutating func editFilter(_ edit: TextEdit) { filter.apply(edit) }
    mutating func clearFilter() { (filter, isFiltering) = (TextEntry(), false) }
}
