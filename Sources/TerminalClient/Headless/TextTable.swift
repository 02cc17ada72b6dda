internal import Shared
internal import TerminalKit

/// Rows as plain text, for pipes and terminals alike.
enum TextTable {
    /// Rows under the titles of their columns. Cells are escaped, so that they cannot control a terminal.
    static func text<Row, Column: TableColumn>(
        of rows: [Row],
        in columns: [Column],
        cell: (Row, Column) -> String
    ) -> String {
        let lines = rows.map { row in columns.map { cell(row, $0).escaped } }
        return text(of: [columns.map(\.plainTitle)] + lines, isText: columns.map { !$0.isOnTheRight })
    }

    /// Each column is as wide as its widest cell on a terminal, where `日` takes two places. No line ends with spaces, and the
    /// last line has no line feed.
    /// - Parameter isText: whether each column is text, which is aligned on the left. Numbers are aligned on the right.
    static func text(of rows: [[String]], isText: [Bool]) -> String {
        lines(of: rows, isText: isText).joined(separator: "\n")
    }

    static func lines(of rows: [[String]], isText: [Bool]) -> [String] {
        let widths = isText.indices.map { column in rows.map { $0[column].columnCount }.max() ?? 0 }
        return rows.map { line($0, widths, isText) }
    }

    private static func line(_ cells: [String], _ widths: [Int], _ isText: [Bool]) -> String {
        let padded = cells.indices.map { column in
            if isText[column], column == cells.count - 1 { return cells[column] }
            let space = String(repeating: " ", count: widths[column] - cells[column].columnCount)
            return isText[column] ? cells[column] + space : space + cells[column]
        }
        return padded.joined(separator: "  ")
    }
}
