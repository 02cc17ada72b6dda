import Shared

/// An answer that is split into the elements of its first array of objects and the text around them. So a row can be
/// changed without touching a digit of the others.
struct JSONRows {
    private let before: ArraySlice<UInt8>
    var rows: [[UInt8]]
    private let after: ArraySlice<UInt8>

    /// - Returns: nil for an answer without an array of objects.
    init?(_ body: [UInt8]) {
        let start = body.indices.first { index in
            body[index] == UInt8(ascii: "[") && body[(index + 1)...].first { $0 > 0x20 } == UInt8(ascii: "{")
        }
        guard let start else { return nil }
        var (rows, depth, isText, rowStart): ([[UInt8]], Int, Bool, Int?) = ([], 0, false, nil)
        var index = start + 1
        while index < body.count {
            let byte = body[index]
            if isText {
                if byte == UInt8(ascii: "\\") { index += 1 } else if byte == UInt8(ascii: "\"") { isText = false }
            } else if byte == UInt8(ascii: "\"") {
                isText = true
            } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
                if depth == 0 { rowStart = index }
                depth += 1
            } else if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
                if depth == 0 { break }
                depth -= 1
                if depth == 0, let begin = rowStart { rows.append(Array(body[begin...index])) }
            }
            index += 1
        }
        guard index < body.count else { return nil }
        (before, self.rows, after) = (body[...start], rows, body[index...])
    }

    var bytes: [UInt8] { Array(before) + rows.joined(separator: [UInt8(ascii: ",")]) + Array(after) }

    /// Changes the text of the values of some keys.
    /// - Parameter symbol: the rows to change; nil: all rows.
    mutating func change(of symbol: String?, _ keys: [String], _ change: (String) -> String) {
        for index in rows.indices where symbol.map({ Self.isRow(rows[index], of: $0) }) ?? true {
            for key in keys { rows[index] = Self.changing(key, in: rows[index], change) }
        }
    }

    /// Whether a row is that of a coin or pair.
    static func isRow(_ row: [UInt8], of symbol: String) -> Bool {
        String(decoding: row, as: UTF8.self).contains("\"symbol\":\"\(symbol)\"")
    }

    /// Moves the answer's own time: `ts` in milliseconds, `timestamp` in text.
    static func shiftingTimes(in body: [UInt8], by milliseconds: Int64) -> [UInt8] {
        times(in: body) { $0.adding(milliseconds: milliseconds) }
    }

    static func settingTimes(in body: [UInt8], to milliseconds: Int64) -> [UInt8] {
        times(in: body) { _ in MarketTime(milliseconds: milliseconds) }
    }

    private static func times(in body: [UInt8], _ change: (MarketTime) -> MarketTime) -> [UInt8] {
        let head = body.prefix(200)
        let numbers = changing("ts", in: Array(head)) { text in
            Int64(text).map { "\(change(MarketTime(milliseconds: $0)).milliseconds)" } ?? text
        }
        let texts = changing("timestamp", in: numbers) { text in
            MarketTime(iso8601: text.filter { $0 != "\"" }).map { "\"\(change($0).iso8601)\"" } ?? text
        }
        return texts + body.dropFirst(200)
    }

    /// Changes the first value of a key as it is written.
    private static func changing(_ key: String, in bytes: [UInt8], _ change: (String) -> String) -> [UInt8] {
        let mark = Array("\"\(key)\":".utf8)
        guard bytes.count > mark.count,
            let place = (0...(bytes.count - mark.count)).first(where: { bytes[$0...].starts(with: mark) })
        else { return bytes }
        let start = place + mark.count
        let isText = bytes[start] == UInt8(ascii: "\"")
        let rest = bytes[(start + 1)...]
        let end =
            isText
            ? rest.firstIndex(of: UInt8(ascii: "\"")).map { $0 + 1 }
            : rest.firstIndex { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "}") }
        guard let end else { return bytes }
        let value = change(String(decoding: bytes[start..<end], as: UTF8.self))
        return bytes[..<start] + Array(value.utf8) + bytes[end...]
    }
}
