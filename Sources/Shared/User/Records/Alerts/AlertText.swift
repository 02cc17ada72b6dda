/// A condition as people type and read it: `>65000`, `<60000`, `+5% 60m`, `-5% 2h`, `+10% day`, `value>9000`,
/// `profit<-500`.
extension AlertCondition {
    /// Examples of what the user can type.
    package static let examples = ">65000  <60000  +5% 60m  -5% 2h  +10% day  value>9000"

    /// - Throws: what is wrong with the text, and what it should look like.
    package init(typed: String) throws(AlertTextFault) {
        let text = typed.filter { $0 != " " }.lowercased()
        guard let first = text.first else { throw .empty }
        let condition: AlertCondition
        switch first {
        case ">": condition = .priceAbove(try Self.number(text.dropFirst(), typed))
        case "<": condition = .priceBelow(try Self.number(text.dropFirst(), typed))
        case "+", "-": condition = try Self.change(text, typed)
        default: condition = try Self.holdings(text, typed)
        }
        if let problem = condition.problem { throw .outOfRange(problem) }
        self = condition
    }

    private static func holdings(_ text: String, _ typed: String) throws(AlertTextFault) -> AlertCondition {
        for total in AlertTotal.allCases where text.hasPrefix(total.rawValue) {
            let rest = text.dropFirst(total.rawValue.count)
            guard let sign = rest.first, sign == ">" || sign == "<" else { break }
            return .holdings(total, limit: try number(rest.dropFirst(), typed), isRise: sign == ">")
        }
        throw .unreadable(typed)
    }

    private static func change(_ text: String, _ typed: String) throws(AlertTextFault) -> AlertCondition {
        let parts = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { throw .unreadable(typed) }
        let digits = parts[0].hasPrefix("+") ? parts[0].dropFirst() : parts[0]
        let percent = try number(digits, typed)
        if parts[1].isEmpty { throw .noTime(typed) }
        if parts[1] == "day" { return .dayChange(percent) }
        guard let unit = parts[1].last, let factor = ["m": 1, "h": 60][unit],
            let count = Int(parts[1].dropLast()), (0...10_000).contains(count)
        else { throw .unreadable(typed) }
        return .move(percent: percent, minutes: count * factor)
    }

    private static func number(_ digits: Substring, _ typed: String) throws(AlertTextFault) -> ExactDecimal {
        if digits.contains(",") { throw .comma(typed) }
        do throws(ExactDecimalError) {
            return try ExactDecimal(parsing: digits)
        } catch .overflow {
            throw .tooManyDigits(typed)
        } catch {
            throw .unreadable(typed)
        }
    }

    /// The condition in the form in which it can be typed.
    package var typed: String {
        switch self {
        case .priceAbove(let price): ">\(price.plainText)"
        case .priceBelow(let price): "<\(price.plainText)"
        case .move(let percent, let minutes):
            "\(Self.signed(percent))% " + (minutes.isMultiple(of: 60) ? "\(minutes / 60)h" : "\(minutes)m")
        case .dayChange(let percent): "\(Self.signed(percent))% day"
        case .holdings(let total, let limit, let isRise): "\(total.rawValue)\(isRise ? ">" : "<")\(limit.plainText)"
        }
    }

    /// The beginning of a condition on all holdings, before the limit: `value>`.
    package var typedWithoutLimit: String {
        guard case .holdings(let total, _, let isRise) = self else { return typed }
        return "\(total.rawValue)\(isRise ? ">" : "<")"
    }

    /// The condition in words.
    package var words: String {
        switch self {
        case .priceAbove(let price): "at or above \(Grouping.thousands(price))"
        case .priceBelow(let price): "at or below \(Grouping.thousands(price))"
        case .move(let percent, let minutes):
            "\(Self.signed(percent))% within \(Self.time(minutes))"
        case .dayChange(let percent): "\(Self.signed(percent))% in 24 hours"
        case .holdings(let total, let limit, let isRise):
            "\(total.rawValue) at or \(isRise ? "above" : "below") \(Grouping.thousands(limit))"
        }
    }

    /// The condition in words, without an amount that reveals what the user holds.
    package var wordsWithoutTotal: String {
        guard case .holdings(let total, _, let isRise) = self else { return words }
        return "\(total.rawValue) at or \(isRise ? "above" : "below") \(AlertTotal.hidden)"
    }

    /// The condition with signs in place of words: `>65,000`.
    /// - Parameter hidesAmounts: whether to leave out a limit of all holdings.
    fileprivate func signs(hidesAmounts: Bool) -> String {
        switch self {
        case .priceAbove(let price): ">\(Grouping.thousands(price))"
        case .priceBelow(let price): "<\(Grouping.thousands(price))"
        case .move, .dayChange: typed
        case .holdings(_, let limit, _):
            typedWithoutLimit + (hidesAmounts ? AlertTotal.hidden : Grouping.thousands(limit))
        }
    }

    private static func signed(_ percent: ExactDecimal) -> String {
        (percent > .zero ? "+" : "") + percent.plainText
    }
}

/// Why an alert cannot be in a currency.
package enum AlertCurrencyFault: Error, Hashable, CustomStringConvertible {
    case noRate(String)

    package var description: String {
        switch self {
        case .noRate(let name):
            "the server has no exchange rate for '\(String(name.prefix(10)).escaped)', so it could not watch the alert; use USD"
        }
    }
}

/// Why a text is not a condition of an alert.
package enum AlertTextFault: Error, Hashable, CustomStringConvertible {
    case empty
    case unreadable(String)
    /// A change without the time in which it happens.
    case noTime(String)
    case comma(String)
    case tooManyDigits(String)
    case outOfRange(String)

    package var description: String {
        switch self {
        case .empty: "type a condition, such as \(AlertCondition.examples)"
        case .unreadable(let text):
            "'\(String(text.prefix(40)).escaped)' is not a condition; type one like \(AlertCondition.examples)"
        case .noTime(let text):
            "'\(String(text.prefix(40)).escaped)' has no time; add one, such as 60m, 2h or day"
        case .comma(let text):
            "'\(String(text.prefix(40)).escaped)' has a comma; write numbers with a point, such as >65000.5"
        case .tooManyDigits(let text):
            "'\(String(text.prefix(40)).escaped)' has a number with too many digits; use at most 18 digits; small numbers may have up to 32 decimals"
        case .outOfRange(let problem): "an alert cannot have \(problem)"
        }
    }
}

/// A typed condition, with the currency of its limit and a note: `>60000 EUR # sell some`.
package struct TypedAlert: Hashable, Sendable {
    package let condition: AlertCondition
    /// An ISO 4217 code, or the name of a coin that is a currency.
    package let currency: String
    /// Empty if there is none.
    package let note: String

    /// What separates a condition from its note.
    package static let noteMark: Character = "#"

    /// - Parameter currency: the currency of an amount that is typed without one.
    /// - Throws: what is wrong with the text, and what it should look like.
    package init(_ typed: String, in currency: String) throws(AlertTextFault) {
        let parts = typed.split(separator: Self.noteMark, maxSplits: 1, omittingEmptySubsequences: false)
        let text = String(parts[0])
        note = parts.count > 1 ? Self.trimmed(parts[1]) : ""
        if note.count > Alert.noteMax {
            throw .outOfRange("a note of \(note.count) characters, of \(Alert.noteMax) at most")
        }
        if let problem = Alert.problem(withNote: note) { throw .outOfRange(problem) }
        let digits = text.filter { $0 != " " }
        let (number, code) = (digits.dropLast(3), digits.suffix(3))
        // After a condition in percent, three letters are a unit of time: `+5% 60min`.
        let hasCode =
            !digits.contains("%") && number.last?.isNumber == true && code.allSatisfy { $0.isLetter && $0.isASCII }
        condition = try AlertCondition(typed: hasCode ? String(number) : text)
        self.currency = condition.isInMoney ? (hasCode ? code.uppercased() : currency) : Currency.usd.name
    }

    /// Without blanks at both ends.
    private static func trimmed(_ text: Substring) -> String {
        let rest = text.drop { $0 == " " }
        return String(rest.reversed().drop { $0 == " " }.reversed())
    }
}

extension Alert {
    /// The condition in words, with the currency of its limit.
    /// - Parameters:
    ///   - usual: the currency that the reader expects.
    ///   - hidesAmounts: whether to leave out a limit of all holdings.
    package func words(in usual: String, hidesAmounts: Bool = false) -> String {
        condition.words(in: currency, usual, hidesAmounts: hidesAmounts)
    }

    /// The same with signs in place of words, for little room.
    package func signs(in usual: String, hidesAmounts: Bool) -> String {
        condition.signs(in: currency, usual, hidesAmounts: hidesAmounts)
    }

    /// The condition in the form in which it can be typed.
    /// - Parameter usual: the currency of an amount that is typed without one.
    package func typed(in usual: String) -> String {
        condition.typed + (condition.isInMoney && currency != usual ? " \(currency)" : "")
    }
}

extension AlertCondition {
    fileprivate func words(in currency: String, _ usual: String, hidesAmounts: Bool) -> String {
        (hidesAmounts ? wordsWithoutTotal : words) + (isInMoney ? Self.suffix(currency, usual) : "")
    }

    fileprivate func signs(in currency: String, _ usual: String, hidesAmounts: Bool) -> String {
        signs(hidesAmounts: hidesAmounts) + (isInMoney ? Self.suffix(currency, usual) : "")
    }

    /// The market's prices are in dollars, so dollars are not named to somebody who expects them.
    fileprivate static func suffix(_ currency: String, _ usual: String) -> String {
        currency == usual && usual == Currency.usd.name ? "" : " \(currency)"
    }
}

extension AlertEvent {
    /// The condition in words, with the currency of its limit.
    /// - Parameters:
    ///   - usual: the currency that the reader expects.
    ///   - hidesAmounts: whether to leave out a limit of all holdings.
    package func words(in usual: String, hidesAmounts: Bool = false) -> String {
        condition.words(in: currency, usual, hidesAmounts: hidesAmounts)
    }

    /// The same with signs in place of words, for little room.
    package func signs(in usual: String, hidesAmounts: Bool) -> String {
        condition.signs(in: currency, usual, hidesAmounts: hidesAmounts)
    }

    /// As prices in dollars have on screens.
    private static let dollarDecimalsMin = 2

    /// The price or the total that made the alert fire, with its currency.
    /// - Parameters:
    ///   - usual: the currency that the reader expects.
    ///   - hidesAmounts: whether to leave out a total.
    package func priceWords(in usual: String, hidesAmounts: Bool = false) -> String {
        let decimalsMin = currency == Currency.usd.name ? Self.dollarDecimalsMin : 0
        let shown = Grouping.thousands(price, decimalsMin: decimalsMin)
        let amount = hidesAmounts && !condition.isAboutCoin ? AlertTotal.hidden : shown
        return amount + AlertCondition.suffix(currency, usual)
    }

    /// One line about the alert that has fired.
    /// - Parameters:
    ///   - symbol: the coin's symbol.
    ///   - usual: the currency that the reader expects; nil: each currency is named.
    ///   - hidesAmounts: whether to leave out amounts of the user's holdings.
    package func line(_ symbol: String, in usual: String?, hidesAmounts: Bool = false) -> String {
        let usual = usual ?? ""
        let note = note.isEmpty ? "" : ": \(note)"
        let rate = isRateOld ? rateDay.map { "exchange rate of \($0)" } : nil
        let facts = [source.isEmpty ? nil : source, whileDown ? "while the server was down" : nil, rate]
        let known = facts.compactMap(\.self).joined(separator: ", ")
        return
            "\(symbol) \(words(in: usual, hidesAmounts: hidesAmounts)), now \(priceWords(in: usual, hidesAmounts: hidesAmounts))\(known.isEmpty ? "" : " (\(known))")\(note)"
    }
}

extension MarketTable {
    /// A coin's symbol, or its number if the market does not list it; `holdings` for all holdings.
    package func symbol(of coin: CoinID) -> String { knownSymbol(of: coin) ?? coin.description }

    /// A coin's symbol; nil if the market does not list it; `holdings` for all holdings.
    package func knownSymbol(of coin: CoinID) -> String? {
        if coin == .holdings { return "holdings" }
        return row(of: coin).map { instrument(ofRow: $0).symbol }
    }
}
