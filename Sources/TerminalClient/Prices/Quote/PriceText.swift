internal import TerminalKit

/// A price in all of its digits, and in a shorter form that still has all of them where it is tiny.
struct PriceText: Equatable, Sendable {
    /// `67123.45`: for other programs.
    let plain: String
    /// `67,123.45`, `0.00000123`
    let full: String
    /// With a run of zeros behind the point counted instead of written: `0.0₅123`.
    let compact: String
    /// The same where only ASCII can be shown: `1.23e-6`.
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

    /// The shorter form, as a charset can show it.
    func text(_ charset: Charset) -> String { charset == .ascii ? scientific : compact }

    private static func subscripted(_ number: Int) -> String {
        let digits: [Character] = ["₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"]
        return String(String(number).compactMap { $0.wholeNumberValue.map { digits[$0] } })
    }
}
