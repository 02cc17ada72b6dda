internal import Shared
internal import TerminalKit

/// A price in all of its digits, and in a shorter form that still has all of them where it is tiny.
struct PriceText: Equatable, Sendable {
    /// `67123.45`: for other programs.
    let plain: String
    /// `67,123.45`, `0.00000123`
    let full: String
    /// With a run of zeros behind the point counted instead of written: `0.0₅123`.
    let compact: String
    /// The same where there are no subscripts: `1.23e-6`.
    let scientific: String

    /// From this many zeros behind the point nobody can count them any more.
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

    /// A text that has one form, such as a percentage.
    static func fixed(_ text: String) -> PriceText {
        PriceText(plain: text, full: text, compact: text, scientific: text)
    }

    private init(plain: String, full: String, compact: String, scientific: String) {
        (self.plain, self.full, self.compact, self.scientific) = (plain, full, compact, scientific)
    }

    /// The shorter form, as a charset can show it.
    func text(_ charset: Charset) -> String { charset == .unicode ? compact : scientific }

    private static func subscripted(_ number: Int) -> String {
        let digits: [Character] = ["₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"]
        return String(String(number).compactMap { $0.wholeNumberValue.map { digits[$0] } })
    }
}

// MARK: Fitting
extension PriceText {
    /// The shorter form in at most so many columns.
    ///
    /// Where not all decimals have room, the last ones are rounded away and never cut off, so that what is left is still a
    /// price. How many stay depends on the room and on the price's magnitude alone: as it moves, its width does not. All of
    /// them are told by the coin's page, its chart and `tickwire prices`.
    func text(_ charset: Charset, columns: Int) -> String {
        let whole = text(charset)
        guard whole.columnCount > columns, let price = try? ExactDecimal(parsing: plain) else { return whole }
        return shortened(price, charset, columns)
    }

    private func shortened(_ price: ExactDecimal, _ charset: Charset, _ columns: Int) -> String {
        let parts = plain.split(separator: ".", maxSplits: 1)
        let fraction = parts.count > 1 ? parts[1] : ""
        // Below 1 the first digit that is no zero has to stay.
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
    /// With fewer decimals than it has, the last one rounded half away from zero.
    fileprivate func text(roundedTo decimals: Int) -> String {
        let excess = -exponent - decimals
        guard excess > 0, let whole = try? ExactDecimal(mantissa: mantissa, exponent: -excess).rounded else {
            return text(decimals: decimals)
        }
        return Self.plainText(mantissa: whole, exponent: -decimals)
    }
}
