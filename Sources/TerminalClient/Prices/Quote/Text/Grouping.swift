/// Digits in groups of three.
enum Grouping {
    static func thousands(_ number: Int) -> String { thousands(String(number)) }

    static func thousands(_ digits: some StringProtocol) -> String {
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return text
    }
}
