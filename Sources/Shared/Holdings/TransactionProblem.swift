/// What is wrong with a transaction.
public struct TransactionProblem: Error, Hashable, Sendable {
    /// The parts of a transaction that a user can correct.
    public enum Part: Hashable, Sendable {
        case amount, price, total, currency, rate, fee, coinFee, account, target, note
    }

    /// The part to correct; nil if it is none of these.
    public let part: Part?
    /// What is wrong, in words that follow "this transaction has ...".
    public let words: String

    package init(_ part: Part?, _ words: String) { (self.part, self.words) = (part, words) }
}

extension Transaction {
    /// The most decimals that a number may have.
    public static let decimalsMax = 18
    /// The most bytes that a number may have.
    public static let numberMax = 40
    /// The most characters that an account or a currency may have.
    public static let nameMax = 40
    /// The most characters in a note that this program writes. Servers may allow more (`RecordRules`).
    public static let noteMax = 200

    /// Why the user may not write the transaction; nil if it is valid. The length of the note is not judged here: that
    /// is one of the limits in `RecordRules`.
    public var problem: TransactionProblem? { Self.problem(writing: wire) }

    static func problem(writing wire: WireTransaction) -> TransactionProblem? {
        if let problem = problem(with: wire) { return problem }
        for (part, noun, text) in names(of: wire) where text.count > nameMax {
            return TransactionProblem(part, "\(noun) of \(text.count) characters, of \(nameMax) at most")
        }
        return nil
    }

    /// Why no figures can be made of a transaction, whoever wrote it; nil if they can.
    static func problem(with wire: WireTransaction) -> TransactionProblem? {
        guard wire.coinID > 0 else { return TransactionProblem(nil, "no coin") }
        if let problem = numberProblem(wire) { return problem }
        for (part, noun, text) in names(of: wire) + [(.note, "a note", wire.note)] where text != text.withoutControls {
            return TransactionProblem(part, "\(noun) with a control character")
        }
        // Kinds of later versions have their own rules.
        guard let kind = Kind(rawValue: wire.kind) else {
            return wire.kind.isEmpty ? TransactionProblem(nil, "no kind") : nil
        }
        return problem(with: wire, of: kind)
    }

    private static func names(of wire: WireTransaction) -> [(TransactionProblem.Part, String, String)] {
        [
            (.account, "an account", wire.account), (.target, "a second account", wire.toAccount),
            (.currency, "a currency", wire.currency),
        ]
    }

    private static func numberProblem(_ wire: WireTransaction) -> TransactionProblem? {
        let numbers: [(TransactionProblem.Part, String, String)] = [
            (.amount, "an amount", wire.amount), (.price, "a price", wire.price), (.total, "a total", wire.total),
            (.rate, "a rate", wire.usdRate), (wire.feeInCoin ? .coinFee : .fee, "a fee", wire.fee),
        ]
        for (part, noun, text) in numbers where !text.isEmpty {
            let bytes = text.utf8.count
            if bytes > numberMax {
                return TransactionProblem(part, "\(noun) of \(bytes) characters, of \(numberMax) at most")
            }
            guard let number = BigDecimal(text) else {
                return TransactionProblem(part, "\(noun) that is not a number: '\(text.visible)'")
            }
            if number < .zero { return TransactionProblem(part, "\(noun) below 0: \(number)") }
            if number.decimals > decimalsMax {
                return TransactionProblem(part, "\(noun) with \(number.decimals) decimals, of \(decimalsMax) at most")
            }
        }
        guard let amount = BigDecimal(wire.amount), amount > .zero else {
            return TransactionProblem(.amount, "an amount that is not above 0")
        }
        return BigDecimal(wire.usdRate) == .zero ? TransactionProblem(.rate, "a rate of 0") : nil
    }

    private static func problem(with wire: WireTransaction, of kind: Kind) -> TransactionProblem? {
        switch kind {
        case .bought, .sold:
            if wire.price.isEmpty == wire.total.isEmpty {
                return TransactionProblem(.price, "no price, or both a price and a total")
            }
            if wire.usdRate.isEmpty, ![Currency.usd.name, ""].contains(wire.currency) {
                return TransactionProblem(.rate, "no rate of \(wire.currency.visible) on that day")
            }
        case .moved:
            if wire.account == wire.toAccount { return TransactionProblem(.target, "the same account at both ends") }
            if !wire.fee.isEmpty, !wire.feeInCoin {
                return TransactionProblem(.fee, "a fee in money, though coins were moved")
            }
        }
        if wire.feeInCoin, let fee = BigDecimal(wire.fee), let amount = BigDecimal(wire.amount), fee > amount,
            kind != .sold
        {
            return TransactionProblem(.coinFee, "a fee that is more than the amount")
        }
        return nil
    }
}
