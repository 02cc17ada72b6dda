internal import Shared
internal import TerminalKit

/// A price with all of its digits, and a shorter form for tiny prices, which has all of them, too.
struct PriceText: Equatable, Sendable {
    /// For other programs: `67123.45`.
    let plain: String
    /// `67,123.45`, `0.00000123`
    let full: String
    /// A run of zeros after the point is counted instead of written: `0.0₅123`.
    let compact: String
    /// The compact form for charsets without subscripts: `1.23e-6`.
    let scientific: String

    /// From this number on, zeros after the point are hard to count.
    private static let zerosMin = 4

    init(_ plain: String) {
        self.plain = plain
        let parts = plain.split(separator: ".", maxSplits: 1)
        let fraction = parts.count > 1 ? parts[1] : ""
        full = Grouping.thousands(parts.first ?? "0") + (fraction.isEmpty ? "" : ".\(fraction)")
        let zeros = fraction.prefix { $0 == "0" }.count
        guard parts.first == "0", zeros >= Self.zerosMin, zeros < fraction.count else {
            (compact, scientific) = (full, full)
            return
        }
        let digits = fraction.dropFirst(zeros)
        compact = "0.0\(Self.subscripted(zeros))\(digits)"
        scientific = "\(digits.prefix(1))\(digits.count > 1 ? "." : "")\(digits.dropFirst())e-\(zeros + 1)"
    }

    /// A text that has only one form, such as a percentage.
    static func fixed(_ text: String) -> PriceText {
        PriceText(plain: text, full: text, compact: text, scientific: text)
    }

    private init(plain: String, full: String, compact: String, scientific: String) {
        (self.plain, self.full, self.compact, self.scientific) = (plain, full, compact, scientific)
    }

    /// The shorter form in the characters that a charset has.
    func text(_ charset: Charset) -> String { charset == .unicode ? compact : scientific }

    private static func subscripted(_ number: Int) -> String {
        let digits: [Character] = ["₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"]
        return String(String(number).compactMap { $0.wholeNumberValue.map { digits[$0] } })
    }
}

// MARK: Fitting
extension PriceText {
    /// The shorter form in at most `columns` columns.
    ///
    /// If there is no room for all decimals, the text is rounded and never cut, so that it is still a price. How many
    /// decimals stay depends only on the room and on the price's magnitude, so the width does not change as the price
    /// moves. The coin's page, its chart and `tickwire prices` show all of them.
    func text(_ charset: Charset, columns: Int) -> String {
        let whole = text(charset)
        guard whole.columnCount > columns, let price = try? ExactDecimal(parsing: plain) else { return whole }
        return shortened(price, charset, columns)
    }

    private func shortened(_ price: ExactDecimal, _ charset: Charset, _ columns: Int) -> String {
        let parts = plain.split(separator: ".", maxSplits: 1)
        let fraction = parts.count > 1 ? parts[1] : ""
        // Below 1, the first digit that is not zero has to stay.
        let least = parts.first == "0" ? fraction.prefix { $0 == "0" }.count + 1 : 0
        var (decimals, shorter) = (fraction.count, self)
        while decimals > least {
            decimals = max(least, decimals - (shorter.text(charset).columnCount - columns))
            shorter = PriceText(price.text(roundedTo: decimals))
            if shorter.text(charset).columnCount <= columns { return shorter.text(charset) }
        }
        let forms = least == 0 ? [shorter.plain, ShortAmount.text(price.approximate)] : []
        return forms.first { $0.columnCount <= columns } ?? "…"
    }
}

extension ExactDecimal {
    /// The text with fewer decimals, the last one rounded half away from zero.
    fileprivate func text(roundedTo decimals: Int) -> String {
        let excess = -exponent - decimals
        guard excess > 0, let whole = try? ExactDecimal(mantissa: mantissa, exponent: -excess).rounded else {
            return text(decimals: decimals)
        }
        return Self.plainText(mantissa: whole, exponent: -decimals)
    }
}
