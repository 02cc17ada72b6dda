internal import Shared

/// Rows of comma-separated values (RFC 4180): a cell may stand in quotes, and a doubled quote within it is one quote.
package enum CSVText {
    struct Row: Equatable, Sendable {
        /// The line of the file in which the row begins, counted from 1.
        let line: Int
        let cells: [String]
    }

    /// Why a text is not valid CSV.
    package struct Fault: Error, Equatable, CustomStringConvertible {
        enum Reason: Hashable, Sendable, CustomStringConvertible {
            case tooManyCells(max: Int)
            case textAfterQuote
            case openQuote

            var description: String {
                switch self {
                case .tooManyCells(let max): "there are more than \(max) cells"
                case .textAfterQuote: "something follows a quoted cell"
                case .openQuote: "a quote is not closed"
                }
            }
        }

        let line: Int
        let reason: Reason

        package var description: String { "line \(line): \(reason); correct it, or export the file again" }
    }

    private static let cellsMax = 64
    private static let special = Set(",\"\r\n".utf8)

    /// The rows of a text, without empty lines.
    /// - Throws: `Fault`
    static func rows(of text: String) throws(Fault) -> [Row] {
        var reader = Reader(text)
        var rows: [Row] = []
        while let row = try reader.next() { rows.append(row) }
        return rows
    }

    /// A row as text, with quotes around cells that need them.
    static func line(_ cells: [String]) -> String {
        cells.map { cell in
            // Compare bytes, because Swift takes a carriage return and a line feed for one character.
            let needsQuotes = cell.utf8.contains { special.contains($0) }
            return needsQuotes ? "\"" + cell.replacing(["\"": "\"\""]) + "\"" : cell
        }
        .joined(separator: ",")
    }

    private struct Reader {
        private var bytes: ArraySlice<UInt8>
        private var line = 1

        init(_ text: String) {
            bytes = Array(text.utf8)[...]
            if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
        }

        /// The next row that is not empty; nil at the end.
        mutating func next() throws(Fault) -> Row? {
            while bytes.first == UInt8(ascii: "\n") || bytes.first == UInt8(ascii: "\r") { skipLineEnd() }
            if bytes.isEmpty { return nil }
            let start = line
            var cells: [String] = []
            while true {
                cells.append(try cell())
                if cells.count > CSVText.cellsMax {
                    throw Fault(line: start, reason: .tooManyCells(max: CSVText.cellsMax))
                }
                guard bytes.first == UInt8(ascii: ",") else { break }
                bytes.removeFirst()
            }
            skipLineEnd()
            return Row(line: start, cells: cells)
        }

        private mutating func cell() throws(Fault) -> String {
            if bytes.first == UInt8(ascii: "\"") { return try quoted() }
            let end = bytes.firstIndex { [UInt8(ascii: ","), UInt8(ascii: "\n"), UInt8(ascii: "\r")].contains($0) }
            let text = bytes[..<(end ?? bytes.endIndex)]
            bytes = bytes[(end ?? bytes.endIndex)...]
            return String(decoding: text, as: UTF8.self)
        }

        private mutating func quoted() throws(Fault) -> String {
            let start = line
            var text: [UInt8] = []
            bytes.removeFirst()
            while let byte = bytes.popFirst() {
                if byte == UInt8(ascii: "\n") { line += 1 }
                if byte != UInt8(ascii: "\"") {
                    text.append(byte)
                } else if bytes.first == byte {
                    text.append(byte)
                    bytes.removeFirst()
                } else {
                    guard
                        bytes.isEmpty
                            || [UInt8(ascii: ","), UInt8(ascii: "\n"), UInt8(ascii: "\r")].contains(
                                bytes[bytes.startIndex]
                            )
                    else { throw Fault(line: start, reason: .textAfterQuote) }
                    return String(decoding: text, as: UTF8.self)
                }
            }
            throw Fault(line: start, reason: .openQuote)
        }

        private mutating func skipLineEnd() {
            if bytes.first == UInt8(ascii: "\r") {
                bytes.removeFirst()
                if bytes.first != UInt8(ascii: "\n") { line += 1 }
            }
            if bytes.first == UInt8(ascii: "\n") {
                bytes.removeFirst()
                line += 1
            }
        }
    }
}
