/// Digits in groups of three: `65,000.5`.
package enum Grouping {
    package static func thousands(_ number: Int) -> String { thousands(String(number)) }

    package static func thousands(_ digits: some StringProtocol) -> String {
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return text
    }

    /// - Parameter decimalsMin: a number with fewer decimals is filled up with zeros.
    package static func thousands(_ number: ExactDecimal, decimalsMin: Int = 0) -> String {
        let text = number.plainText
        let sign = text.prefix { $0 == "-" }
        let whole = text.dropFirst(sign.count).prefix { $0 != "." }
        let decimals = text.dropFirst(sign.count + whole.count + 1)
        let zeros = String(repeating: "0", count: max(0, decimalsMin - decimals.count))
        let fraction = "\(decimals)\(zeros)"
        return "\(sign)\(thousands(whole))\(fraction.isEmpty ? "" : ".\(fraction)")"
    }
}
