internal import Shared

/// How the numbers of a tracker's file are read: with a point before decimals, and perhaps commas between thousands.
///
/// A spreadsheet may have saved the file with commas for decimals. Those that give themselves away, as `0,02` does, are
/// not read. In such a file, `1,500` is not read either, because it could become a thousand times as large.
struct TrackerNumbers {
    /// The first line that has a comma for decimals; nil if there is none.
    private let commaLine: Int?

    /// - Parameter columns: the places of the file's numbers in a row.
    init(_ rows: some Sequence<CSVText.Row>, columns: [Int]) {
        let first = rows.first { row in
            columns.contains { row.cells.indices.contains($0) && Self.hasDecimalComma(row.cells[$0].trimmed) }
        }
        commaLine = first?.line
    }

    /// - Returns: nil for an empty cell.
    func number(_ text: String, _ column: String) throws(ImportFault) -> BigDecimal? {
        if let commaLine, Self.isUnclear(text) { throw .unclearNumber(text, column: column, commaLine: commaLine) }
        return try TransactionFile.number(Self.ungrouped(text) ?? text, column)
    }

    /// `30,000.5` as `30000.5`; nil if a comma does not stand before a group of three digits. A comma for decimals, as in
    /// `0,02`, would otherwise make an amount a hundred times as large.
    private static func ungrouped(_ text: String) -> String? {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let groups = parts[0].split(separator: ",", omittingEmptySubsequences: false)
        if groups.count > 1, !isGrouped(groups) { return nil }
        return groups.joined() + parts.dropFirst().map { "." + $0 }.joined()
    }

    /// Whether thousands are apart, perhaps after a sign. `0,123` has no thousands.
    private static func isGrouped(_ groups: [Substring]) -> Bool {
        let first = "+-".contains(groups[0].prefix(1)) ? groups[0].dropFirst() : groups[0]
        return (1...3).contains(first.count) && first.first != "0" && groups.dropFirst().allSatisfy { $0.count == 3 }
    }

    /// Whether this is a number only if its comma stands before decimals: `0,02`, or `1.234,56`.
    private static func hasDecimalComma(_ text: String) -> Bool {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        if parts.count != 2 || BigDecimal(ungrouped(text) ?? text) != nil { return false }
        return BigDecimal("\(parts[0].filter { $0 != "." }).\(parts[1])") != nil
    }

    /// Whether it depends on the file what this number is: `1,500`, or `1.500`.
    private static func isUnclear(_ text: String) -> Bool {
        let parts = text.split(omittingEmptySubsequences: false) { $0 == "," || $0 == "." }
        return parts.count == 2 && isGrouped(parts)
    }
}
