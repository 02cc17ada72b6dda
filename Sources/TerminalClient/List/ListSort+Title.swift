internal import TerminalKit

extension ListSort {
    /// The title of a column, with the arrow of the order if the list is sorted by it.
    func title(of column: Column, _ title: String, in width: Int = .max) -> Line {
        guard self.column == column else { return Line(title, Theme.muted) }
        let whole = title + arrow
        return Line(whole.columnCount <= width ? whole : column.shortTitle + arrow, Theme.title)
    }
}
