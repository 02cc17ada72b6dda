internal import Shared

/// A file of transactions in one of the known formats.
struct ImportFile {
    struct Row {
        let line: Int
        fileprivate let cells: [String]
        /// How many equal rows come before it. Two equal rows are two transactions, like two equal trades in one second.
        fileprivate let occurrence: Int
    }

    /// The same for the same file, in each run of the program.
    let id: UInt64
    let rows: [Row]
    /// Nil for the program's own format.
    private let tracker: TrackerRow.Format?
    private let numbers: TrackerNumbers
    private let places: [String: Int]

    init(_ text: String) throws(ImportFileFault) {
        let lines: [CSVText.Row]
        do throws(CSVText.Fault) {
            lines = try CSVText.rows(of: text)
        } catch {
            throw .notCSV(error)
        }
        guard let head = lines.first else { throw .empty }
        let columns = head.cells.map { $0.trimmed.lowercased() }
        let tracker = TrackerRow.formats.first { $0.fits(columns) }
        guard tracker != nil || ["kind", "coin_id", "amount", "time"].allSatisfy(columns.contains) else {
            throw Self.fault(of: head)
        }
        let places = Dictionary(zip(columns, columns.indices)) { first, _ in first }
        (self.tracker, self.places) = (tracker, places)
        numbers = TrackerNumbers(lines.dropFirst(), columns: tracker?.numbers.compactMap { places[$0] } ?? [])
        var seen: [[String]: Int] = [:]
        rows = lines.dropFirst().map { line in
            let occurrence = seen[line.cells, default: 0]
            seen[line.cells] = occurrence + 1
            return Row(line: line.line, cells: line.cells, occurrence: occurrence)
        }
        id = Self.hash(["import", text])
    }

    /// Why columns have no known format.
    private static func fault(of head: CSVText.Row) -> ImportFileFault {
        let separator = ImportFileFault.Separator.allCases.first { head.cells[0].contains($0.rawValue) }
        if let separator, head.cells.count == 1 { return .otherSeparator(separator) }
        return .unknownFormat(columns: head.cells.prefix(6).joined(separator: ", "))
    }

    /// The program that wrote the file.
    var format: String { tracker?.name ?? "Tickwire" }

    func transactions(of row: Row, _ reader: ImportReader) throws(ImportFault) -> [Transaction] {
        let cell = { (name: String) in
            places[name].flatMap { row.cells.indices.contains($0) ? row.cells[$0] : nil }?.trimmed ?? ""
        }
        let id = { (part: Int) in
            TransactionID(rawValue: Self.hash([format, "\(row.occurrence)", "\(part)"] + row.cells))
        }
        if let tracker { return try TrackerRow(cell, tracker, numbers).transactions(reader, id: id) }
        return [try TransactionFile.transaction(cell, reader, id: TransactionID(typed: cell("id")) ?? id(0))]
    }

    /// The first 64 bits of a hash that is the same in each run of the program.
    private static func hash(_ parts: [String]) -> UInt64 {
        let bytes = parts.reduce(into: [UInt8]()) { $0 += Array($1.utf8) + [0x1F] }
        return max(1, SHA256.hash(bytes).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}
