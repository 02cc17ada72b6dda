internal import Shared

/// Writes JSON in the order of the calls. It adds the commas between members and elements.
struct JSONWriter {
    /// How the two providers' servers print numbers.
    enum NumberStyle {
        /// `1e-7`, `21000000`: JavaScript's, which CoinMarketCap sends.
        case script
        /// `1.0E-7`, `2.1E7`, `17037.0`: Java's `Double.toString`, which Huobi sends.
        case java
    }

    private(set) var bytes: [UInt8] = []
    private let style: NumberStyle

    init(_ style: NumberStyle, capacity: Int = 1024) {
        self.style = style
        bytes.reserveCapacity(capacity)
    }

    mutating func object(_ write: (inout Self) -> Void) {
        open(UInt8(ascii: "{"))
        write(&self)
        bytes.append(UInt8(ascii: "}"))
    }

    mutating func key(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }

    /// A key that is known only at run time. It must consist of letters, digits and the like.
    mutating func key(named name: String) {
        separate()
        append(quoted: name)
        bytes.append(UInt8(ascii: ":"))
    }

    mutating func array(_ write: (inout Self) -> Void) {
        open(UInt8(ascii: "["))
        write(&self)
        bytes.append(UInt8(ascii: "]"))
    }

    /// An element of an array.
    mutating func element(_ text: String) {
        separate()
        append(quoted: text)
    }

    mutating func element(_ number: Int64) {
        separate()
        bytes.append(contentsOf: String(number).utf8)
    }

    mutating func texts(_ key: StaticString, _ values: [String]) {
        self.key(key)
        array { json in values.forEach { json.element($0) } }
    }

    /// Bytes that are JSON already: `null`, `[]`, `true`.
    mutating func raw(_ key: StaticString, _ json: StaticString) {
        self.key(key)
        json.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    mutating func text(_ key: StaticString, _ value: String) {
        self.key(key)
        append(quoted: value)
    }

    mutating func integer(_ key: StaticString, _ value: Int64) {
        self.key(key)
        bytes.append(contentsOf: String(value).utf8)
    }

    /// `mantissa × 10^-decimals`.
    mutating func number(_ key: StaticString, _ mantissa: Int64, decimals: Int) {
        self.key(key)
        DecimalText(mantissa: mantissa, decimals: decimals).append(to: &bytes, style)
    }

    private mutating func append(quoted text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(contentsOf: [UInt8(ascii: "\\"), byte])
            case ..<0x20: bytes.append(contentsOf: ("\\u00" + byte.hexadecimal).utf8)
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func open(_ byte: UInt8) {
        separate()
        bytes.append(byte)
    }

    /// Writes a comma, unless something was just opened or a key was written.
    private mutating func separate() {
        switch bytes.last {
        case nil, UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"), UInt8(ascii: ","): return
        default: bytes.append(UInt8(ascii: ","))
        }
    }
}
