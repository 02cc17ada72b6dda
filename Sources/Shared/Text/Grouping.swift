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

    package static func thousands(_ number: ExactDecimal) -> String {
        let text = number.plainText
        let sign = text.prefix { $0 == "-" }
        let whole = text.dropFirst(sign.count).prefix { $0 != "." }
        return sign + thousands(whole) + text.dropFirst(sign.count + whole.count)
    }
}
