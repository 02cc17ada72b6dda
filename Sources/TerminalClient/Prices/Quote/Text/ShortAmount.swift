/// Large amounts in three digits and a unit: `1.23B`, `45.6M`, `789K`.
enum ShortAmount {
    private static let units = ["", "K", "M", "B", "T", "Q"]

    static func text(_ amount: Double) -> String {
        guard amount.isFinite, amount >= 0 else { return "–" }
        var value = amount
        var unit = 0
        // 999.5 would be rounded up to four digits.
        while value >= 999.5, unit < units.count - 1 { (value, unit) = (value / 1000, unit + 1) }
        if unit == 0 { return "\(Int(value.rounded()))" }
        guard value < 1e6 else { return ">999K\(units[unit])" }
        return digits(value) + units[unit]
    }

    private static func digits(_ value: Double) -> String {
        if value < 9.995 { return fixed(value, hundredths: true) }
        if value < 99.95 { return fixed(value, hundredths: false) }
        return "\(Int(value.rounded()))"
    }

    private static func fixed(_ value: Double, hundredths: Bool) -> String {
        let scale = hundredths ? 100 : 10
        let scaled = Int((value * Double(scale)).rounded())
        let rest = scaled % scale
        return "\(scaled / scale).\(hundredths && rest < 10 ? "0" : "")\(rest)"
    }
}

extension ShortAmount {
    /// An amount of dollars in the shown currency. In bitcoin, thousands of dollars are less than one.
    static func text(_ dollars: Double, in money: ShownCurrency) -> String {
        money.isUSD ? text(dollars) : fine(money.amount(dollars))
    }
}
