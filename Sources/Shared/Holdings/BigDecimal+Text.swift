extension BigDecimal {
    /// Reads digits with an optional sign and point: `-1234.5678`. It accepts neither exponents nor separators of
    /// thousands.
    /// - Returns: nil for any other text, or more than `textMax` characters.
    public init?(_ text: some StringProtocol) {
        var bytes = Array(text.utf8)
        guard !bytes.isEmpty, bytes.count <= Self.textMax else { return nil }
        let isNegative = bytes[0] == UInt8(ascii: "-")
        if isNegative || bytes[0] == UInt8(ascii: "+") { bytes.removeFirst() }
        let parts = bytes.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        let digits = parts.reduce(into: [UInt8]()) { $0 += $1 }
        guard parts.allSatisfy({ !$0.isEmpty }), digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        var groups: [UInt32] = []
        var rest = digits[...]
        while !rest.isEmpty {
            groups.append(rest.suffix(Self.digitsPerGroup).reduce(0) { $0 * 10 + UInt32($1 - 0x30) })
            rest = rest.dropLast(Self.digitsPerGroup)
        }
        self.init(groups: groups, decimals: parts.count > 1 ? parts[1].count : 0, isNegative: isNegative)
    }

    /// Longer than any meaningful amount, and short enough that a stranger's text costs little.
    public static let textMax = 64

    /// The digits without an exponent: `0.00000123`.
    public var plainText: String { text(decimals: 0) }

    /// The digits with at least this many decimals.
    public func text(decimals least: Int) -> String {
        var digits = ""
        for group in groups.reversed() {
            let text = String(group)
            digits += digits.isEmpty ? text : String(repeating: "0", count: Self.digitsPerGroup - text.count) + text
        }
        digits = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
        let whole = digits.dropLast(decimals)
        let fraction = digits.suffix(decimals) + String(repeating: "0", count: max(0, least - decimals))
        return (isNegative ? "-" : "") + whole + (fraction.isEmpty ? "" : "." + fraction)
    }
}

extension BigDecimal: CustomStringConvertible {
    public var description: String { plainText }
}
