import Shared

/// Reads scalars leniently: numbers as number, exponent or text. Null, `""`, `"N/A"` and wrong types all count as
/// absent.
extension JSONReader {
    /// - Parameter droppingExcessDecimals: for sums; see `ExactDecimal`.
    mutating func decimal(droppingExcessDecimals: Bool = false) throws(JSONError) -> ExactDecimal? {
        let digits: ArraySlice<UInt8>
        switch try next() {
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): digits = takeNumber()
        case UInt8(ascii: "\""): digits = Self.trimmed(try takeString().content)
        default:
            try skip()
            return nil
        }
        return try? ExactDecimal(parsing: digits, droppingExcessDecimals: droppingExcessDecimals)
    }

    /// Reads prices, supplies and turnovers. Some providers send zero or less for an unknown value, which counts as
    /// absent.
    mutating func positiveDecimal(droppingExcessDecimals: Bool = false) throws(JSONError) -> ExactDecimal? {
        guard let value = try decimal(droppingExcessDecimals: droppingExcessDecimals), value.mantissa > 0 else {
            return nil
        }
        return value
    }

    mutating func integer() throws(JSONError) -> Int64? {
        guard let value = try decimal(), value.exponent == 0 else { return nil }
        return value.mantissa
    }

    /// A text without surrounding blanks, or a number as text.
    mutating func text() throws(JSONError) -> String? {
        switch try next() {
        case UInt8(ascii: "\""):
            let (content, hasEscapes) = try takeString()
            let text = Self.text(Self.trimmed(content), hasEscapes: hasEscapes)
            return text.isEmpty || text == "N/A" ? nil : text
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return String(decoding: takeNumber(), as: UTF8.self)
        default:
            try skip()
            return nil
        }
    }

    /// Reads `true` and `false`, or 1 and 0 as number or text. Anything else is absent.
    mutating func flag() throws(JSONError) -> Bool? {
        switch try next() {
        case UInt8(ascii: "t"):
            try skip()
            return true
        case UInt8(ascii: "f"):
            try skip()
            return false
        default:
            switch try integer() {
            case 0?: return false
            case 1?: return true
            default: return nil
            }
        }
    }

    static func text(_ content: ArraySlice<UInt8>, hasEscapes: Bool) -> String {
        guard hasEscapes else { return String(decoding: content, as: UTF8.self) }
        var unescaper = JSONUnescaper(content)
        return unescaper.unescaped()
    }

    private static func trimmed(_ content: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let first = content.firstIndex(where: { $0 != 0x20 }),
            let last = content.lastIndex(where: { $0 != 0x20 })
        else { return [] }
        return content[first...last]
    }
}
