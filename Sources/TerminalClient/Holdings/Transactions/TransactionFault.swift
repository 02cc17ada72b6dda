package import Shared

/// Why a form is not a transaction.
package enum TransactionFault: Error, Hashable, Sendable {
    case noKind(String)
    case missing(TransactionForm.Field)
    case noNumber(TransactionForm.Field, String)
    /// The number of characters, and how many there may be.
    case tooLong(TransactionForm.Field, Int, max: Int)
    case noMoney
    case transferWithMoney
    /// A transfer from an account to itself, or without accounts.
    case sameAccount
    case targetWithoutTransfer
    case twoFees
    case noTime(String)
    case future(String)
    case tooOld(String, oldest: CivilDate)
    case unknownCurrency(String)
    /// - problem: why the server does not know it; nil if simply no source has it.
    case noRate(String, CivilDate, AnswerProblem?)
    /// A rule of the record.
    case invalid(TransactionProblem)

    /// The field to correct; nil if several are concerned.
    package var field: TransactionForm.Field? {
        switch self {
        case .noKind: .kind
        case .missing(let field), .noNumber(let field, _), .tooLong(let field, _, _): field
        case .noMoney, .transferWithMoney: .price
        case .targetWithoutTransfer, .sameAccount: .target
        case .twoFees: .coinFee
        case .noTime, .future, .tooOld: .time
        case .unknownCurrency: .currency
        case .noRate: .rate
        case .invalid(let problem): problem.part.map(TransactionForm.Field.init)
        }
    }

    /// What is wrong and what to do.
    /// - Parameter name: what the user knows a field as: `--price`, or the title of a field on the screen.
    package func words(_ name: (TransactionForm.Field) -> String) -> String {
        switch self {
        case .noKind(let text): "\(name(.kind)) '\(Self.short(text))' is unknown; use bought, sold or moved"
        case .missing(let field): "\(name(field)) is missing"
        case .noNumber(let field, let text):
            "\(name(field)) '\(Self.short(text))' is not a number; use digits and a point, as in 0.25"
        case .tooLong(let field, let count, let max): "\(name(field)) has \(count) characters; use at most \(max)"
        case .noMoney: "name one of \(name(.price)) and \(name(.total))"
        case .transferWithMoney:
            "a transfer has no price and no fee in money; leave \(name(.price)), \(name(.total)) and \(name(.fee)) out"
        case .sameAccount: "a transfer has two different accounts; correct \(name(.account)) or \(name(.target))"
        case .targetWithoutTransfer: "only a transfer has another account; leave \(name(.target)) out"
        case .twoFees: "name one of \(name(.fee)) and \(name(.coinFee))"
        case .noTime(let text):
            "\(name(.time)) '\(Self.short(text))' is not a time; use 2024-03-01T12:00:00Z or 2024-03-01"
        case .future(let text):
            "\(name(.time)) '\(Self.short(text))' is in the future; use the day of the transaction, today at the latest"
        case .tooOld(let text, let oldest):
            "\(name(.time)) '\(Self.short(text))' is before \(oldest), the day of the first coin; "
                + "use the day of the transaction"
        case .unknownCurrency(let text):
            "\(name(.currency)) '\(Self.short(text))' is not a currency; use a code such as USD, EUR or JPY"
        case .noRate(let code, let day, let problem):
            "the rate of \(code) on \(day) is not known\(problem.map { " (\(Self.clause($0.message)))" } ?? ""); "
                + "give it with \(name(.rate)), in dollars for one \(code)"
        case .invalid(let problem): "this transaction has \(problem.words)"
        }
    }

    /// Removes a sentence's full stop.
    private static func clause(_ sentence: String) -> String {
        sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
    }

    private static func short(_ text: String) -> String { String(text.prefix(40)).escaped }
}

extension TransactionForm.Field {
    fileprivate init(_ part: TransactionProblem.Part) {
        self =
            switch part {
            case .amount: .amount
            case .price: .price
            case .total: .total
            case .currency: .currency
            case .rate: .rate
            case .fee: .fee
            case .coinFee: .coinFee
            case .account: .account
            case .target: .target
            case .note: .note
            }
    }
}

/// A transaction that takes more than is held.
package struct TransactionShortfall: Error, Hashable, Sendable {
    /// In coins; nil if it is hidden.
    private var amount: BigDecimal?
    let account: String
    /// The day of a later transaction that then lacks coins; nil if it is the typed transaction itself.
    let day: CivilDate?
    /// Whether the transaction names no account, but others of its coin do. Coins in an account can be taken only from there.
    let isOutsideAccounts: Bool

    /// - Returns: nil if the table lacks no more with the transaction than without it.
    package init?(_ transaction: Transaction, in table: UserTable) {
        guard let shortfall = table.shortfalls(with: [transaction]).first else { return nil }
        self.init(shortfall, isOwn: shortfall.transaction.id == transaction.id, among: table.transactions)
    }

    /// - Parameters:
    ///   - isOwn: whether the transaction that lacks coins is the one to add, and not a later one.
    ///   - transactions: the others.
    init(_ shortfall: Portfolio.Shortfall, isOwn: Bool, among transactions: [Transaction]) {
        (amount, account) = (shortfall.amount, shortfall.transaction.account)
        day = isOwn ? nil : shortfall.transaction.time.date
        let (coin, id) = (shortfall.transaction.coin, shortfall.transaction.id)
        isOutsideAccounts =
            account.isEmpty
            && transactions.contains {
                $0.coin == coin && $0.id != id && !($0.account.isEmpty && $0.target.isEmpty)
            }
    }

    init(amount: BigDecimal, account: String, day: CivilDate?, isOutsideAccounts: Bool = false) {
        (self.amount, self.account, self.day) = (amount, account, day)
        self.isOutsideAccounts = isOutsideAccounts
    }

    /// The same where amounts are hidden.
    var withoutAmount: Self {
        var other = self
        other.amount = nil
        return other
    }

    /// - Parameter force: how to keep it nevertheless.
    package func words(_ force: String) -> String {
        "\(fact); " + (isOutsideAccounts ? "name the account, " : "") + "add what is missing first, or \(force)"
    }

    /// What is missing, without advice.
    var fact: String {
        let place = isOutsideAccounts ? " outside your accounts" : account.isEmpty ? "" : " in \(account.escaped)"
        let amount = amount.map { "\($0)" } ?? HoldingWords.hidden
        return day.map { "then \(amount) would be missing\(place) on \($0)" }
            ?? "\(amount) more than you held\(place) then"
    }
}
