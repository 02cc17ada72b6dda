package import Shared

/// A condition as people type and read it: `>65000`, `<60000`, `+5% 60m`, `-5% 2h`, `+10% day`.
extension AlertCondition {
    /// Examples of what the user can type.
    package static let examples = ">65000  <60000  +5% 60m  -5% 2h  +10% day"

    /// - Throws: what is wrong with the text, and what it should look like.
    package init(typed: String) throws(AlertTextFault) {
        let text = typed.filter { $0 != " " }.lowercased()
        guard let first = text.first else { throw .empty }
        let condition: AlertCondition
        switch first {
        case ">": condition = .priceAbove(try Self.number(text.dropFirst(), typed))
        case "<": condition = .priceBelow(try Self.number(text.dropFirst(), typed))
        case "+", "-": condition = try Self.change(text, typed)
        default: throw .unreadable(typed)
        }
        if let problem = condition.problem { throw .outOfRange(problem) }
        self = condition
    }

    private static func change(_ text: String, _ typed: String) throws(AlertTextFault) -> AlertCondition {
        let parts = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { throw .unreadable(typed) }
        let digits = parts[0].hasPrefix("+") ? parts[0].dropFirst() : parts[0]
        let percent = try number(digits, typed)
        if parts[1] == "day" { return .dayChange(percent) }
        guard let unit = parts[1].last, let factor = ["m": 1, "h": 60][unit],
            let count = Int(parts[1].dropLast()), (0...10_000).contains(count)
        else { throw .unreadable(typed) }
        return .move(percent: percent, minutes: count * factor)
    }

    private static func number(_ digits: Substring, _ typed: String) throws(AlertTextFault) -> ExactDecimal {
        if digits.contains(",") { throw .comma(typed) }
        do {
            return try ExactDecimal(parsing: digits)
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
        }
    }

    /// The condition in words.
    package var words: String {
        switch self {
        case .priceAbove(let price): "at or above \(price.plainText)"
        case .priceBelow(let price): "at or below \(price.plainText)"
        case .move(let percent, let minutes):
            "\(Self.signed(percent)) % within " + (minutes.isMultiple(of: 60) ? "\(minutes / 60) h" : "\(minutes) min")
        case .dayChange(let percent): "\(Self.signed(percent)) % in 24 hours"
        }
    }

    private static func signed(_ percent: ExactDecimal) -> String {
        (percent > .zero ? "+" : "") + percent.plainText
    }
}

/// Why a text is not a condition of an alert.
package enum AlertTextFault: Error, Hashable, CustomStringConvertible {
    case empty
    case unreadable(String)
    case comma(String)
    case outOfRange(String)

    package var description: String {
        switch self {
        case .empty: "type a condition, such as \(AlertCondition.examples)"
        case .unreadable(let text):
            "'\(String(text.prefix(40)).escaped)' is not a condition; type one like \(AlertCondition.examples)"
        case .comma(let text):
            "'\(String(text.prefix(40)).escaped)' has a comma; write numbers with a point, such as >65000.5"
        case .outOfRange(let problem): "an alert cannot have \(problem)"
        }
    }
}

extension AlertEvent {
    /// One line about the alert that has fired.
    /// - Parameter symbol: the coin's symbol.
    package func line(_ symbol: String) -> String {
        let note = note.isEmpty ? "" : ": \(note)"
        let down = whileDown ? ", while the server was down" : ""
        return "\(symbol) \(condition.words), now \(price.plainText) (\(source)\(down))\(note)"
    }
}

extension MarketTable {
    /// A coin's symbol, or its number if the market does not list it.
    package func symbol(of coin: CoinID) -> String {
        row(of: coin).map { instrument(ofRow: $0).symbol } ?? coin.description
    }
}
