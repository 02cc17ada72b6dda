internal import Shared

/// A list that the user moves through, sorts and filters: Prices, Favorites and Holdings.
@MainActor
protocol ListModel: AnyObject {
    associatedtype Column: SortColumn
    associatedtype SelectedID: Hashable & Sendable

    var controls: ListControls<Column> { get set }
    var selection: RowSelection<SelectedID> { get set }
    /// The columns that the sort key goes through, in order.
    var sortable: [Column] { get }
    /// How many rows match the filter, and how many there are without it.
    var counts: (matching: Int, all: Int) { get }
    /// Makes what the list shows, if something that it depends on has changed.
    func refresh()

    func selectionMoved(by rows: Int)
    func paged(by pages: Int)
    func firstRequested()
    func lastRequested()
}

extension ListModel {
    var order: ListOrder<Column> { controls.order }
    /// What the titles show; nil if the list is not sorted by a column.
    var sort: ListSort<Column>? { order.sort }
    var filter: TextEntry { controls.filter }
    var searched: String { controls.searched }
    /// Whether the user types into the filter.
    var isFiltering: Bool { controls.isFiltering }
    var isFilterShown: Bool { controls.isFilterShown }

    /// How many rows match the filter, in words of falling length.
    var filterCounts: [String] {
        let count = Grouping.thousands(counts.matching)
        let known = "\(count) of \(Grouping.thousands(counts.all))"
        let isRanked = order == .bestMatch && counts.matching > 1
        return isRanked ? [known + ", best match first", known, count] : [known, count]
    }

    // MARK: Order

    func sorted(by column: Column) { changeOrder { $0.sort(by: column) } }
    func sortFlipped() { changeOrder { $0.flip() } }
    func sortCycled() { changeOrder { $0.cycle(through: sortable) } }
    /// Returns to the user's own order.
    func ownOrderRequested() { changeOrder { $0.returnToOwnOrder() } }

    /// A new order is shown from its top, whatever row is there.
    private func changeOrder(_ change: (inout ListControls<Column>) -> Void) {
        let before = order
        change(&controls)
        guard order != before else { return }
        selection.selectFirst()
        refresh()
    }

    // MARK: Filter

    func filterRequested() { controls.beginFilter() }
    func filterKept() { controls.keepFilter() }
    func filterEdited(_ edit: TextEdit) { changeFilter { $0.editFilter(edit) } }
    func filterCleared() { changeFilter { $0.clearFilter() } }

    private func changeFilter(_ change: (inout ListControls<Column>) -> Void) {
        let before = filter.text
        change(&controls)
        guard filter.text != before else { return }
        selection.filtered(from: before, to: filter.text)
        refresh()
    }

    // MARK: Keys

    func perform(_ action: CoinListAction) {
        switch action {
        case .up: selectionMoved(by: -1)
        case .down: selectionMoved(by: 1)
        case .pageUp: paged(by: -1)
        case .pageDown: paged(by: 1)
        case .first: firstRequested()
        case .last: lastRequested()
        case .filter: filterRequested()
        case .sort: sortCycled()
        case .flip: sortFlipped()
        }
    }
}
