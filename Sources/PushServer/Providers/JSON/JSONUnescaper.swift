/// Resolves the escapes of RFC 8259 section 7. Invalid escapes become U+FFFD, as in `String(decoding:)`.
struct JSONUnescaper {
    private var rest: ArraySlice<UInt8>
    private var result: [UInt8] = []

    init(_ content: ArraySlice<UInt8>) { rest = content }

    mutating func unescaped() -> String {
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\") { resolve() } else { result.append(byte) }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private mutating func resolve() {
        switch rest.popFirst() {
        case UInt8(ascii: "\"")?: result.append(UInt8(ascii: "\""))
        case UInt8(ascii: "\\")?: result.append(UInt8(ascii: "\\"))
        case UInt8(ascii: "/")?: result.append(UInt8(ascii: "/"))
        case UInt8(ascii: "b")?: result.append(0x08)
        case UInt8(ascii: "f")?: result.append(0x0C)
        case UInt8(ascii: "n")?: result.append(0x0A)
        case UInt8(ascii: "r")?: result.append(0x0D)
        case UInt8(ascii: "t")?: result.append(0x09)
        case UInt8(ascii: "u")?: append(scalar())
        default: append(nil)
        }
    }

    private mutating func append(_ scalar: Unicode.Scalar?) {
        result.append(contentsOf: String(scalar ?? "\u{FFFD}").utf8)
    }

    /// Reads what follows `\u`: four hex digits, or two such groups for a surrogate pair.
    private mutating func scalar() -> Unicode.Scalar? {
        guard let high = hexDigits() else { return nil }
        guard (0xD800...0xDBFF).contains(high) else { return Unicode.Scalar(high) }
        let afterHigh = rest
        guard rest.popFirst() == UInt8(ascii: "\\"), rest.popFirst() == UInt8(ascii: "u"), let low = hexDigits(),
            (0xDC00...0xDFFF).contains(low)
        else {
            rest = afterHigh
            return nil
        }
        return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    }

    private mutating func hexDigits() -> UInt32? {
        let digits = rest.prefix(4)
        guard digits.count == 4, digits.first != UInt8(ascii: "+"),
            let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        else { return nil }
        rest.removeFirst(4)
        return value
    }
}
