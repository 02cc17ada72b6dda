import Shared

@testable import TerminalClient
@testable import tickwire

extension CurrencyFault: Explained {
    static var samples: [Self] {
        [
            .notOffered("XAU", offered: ["USD", "EUR", "BTC"]), .notOffered("EUR", offered: []), .noRate("EUR"),
            .noHistory("BTC"),
        ]
    }

    var meaning: Meaning {
        switch self {
        case .notOffered(_, let offered) where offered.isEmpty:
            Meaning("The server is older than this client.", "Leave `--currency` out.")
        case .notOffered:
            Meaning("No provider of rates has the currency. The status is 64.", "Use one of those listed.")
        case .noRate:
            Meaning("The server has just started, or its source of rates is silent.", "Try again, or use USD.")
        case .noHistory:
            Meaning("Candles are of the past, and only today's rates are known. The status is 64.", "Use USD or EUR.")
        }
    }
}

extension ImportFileFault: Explained {
    static var samples: [Self] {
        [
            .empty, .notCSV(CSVText.Fault(line: 7, reason: .openQuote)),
            .notCSV(CSVText.Fault(line: 7, reason: .textAfterQuote)),
            .notCSV(CSVText.Fault(line: 7, reason: .tooManyCells(max: 64))),
            .otherSeparator(.semicolon), .unknownFormat(columns: "Date, Coin, Side, Amount"),
        ]
    }

    var meaning: Meaning {
        switch self {
        case .empty: Meaning("The file has no lines.", "Choose another file.")
        case .notCSV: Meaning("The file is cut short, or was edited by hand.", "Fix the line, or export again.")
        case .otherSeparator:
            Meaning(
                "Spreadsheets of some languages write semicolons, or tabs, into such files.",
                "What the message says."
            )
        case .unknownFormat: Meaning("The first line names other columns.", "Rename the columns, or use a template.")
        }
    }
}

extension TransactionFault: Explained {
    static var samples: [Self] {
        let others: [Self] = [
            .noKind("lent"), .missing(.amount), .noNumber(.amount, "many"), .tooLong(.amount, 70, max: 40), .noMoney,
            .transferWithMoney, .sameAccount, .targetWithoutTransfer, .twoFees, .noTime("yesterday"),
            .future("2031-01-01"),
            .tooOld("1999-01-01", oldest: CivilDate(year: 2009, month: 1, day: 3)), .unknownCurrency("XQZ"),
            .noRate("EUR", CivilDate(year: 2024, month: 3, day: 1), .timedOut),
        ]
        return others + problems.map { Self.invalid(TransactionProblem(nil, $0)) }
    }

    private static let problems = [
        "an amount that is not above 0", "a price that is not a number: '1e9'", "a price below 0: -5",
        "a fee with 19 decimals, of 18 at most", "an account with a control character", "a rate of 0",
        "no price, or both a price and a total", "no rate of EUR on that day", "the same account at both ends",
        "a fee in money, though coins were moved", "a fee that is more than the amount",
    ]

    var words: String { words(\.title) }

    var meaning: Meaning {
        switch self {
        case .noKind: Meaning("The first field of a transaction has another word.", "Use one of the three.")
        case .missing: Meaning("The field is empty.", "Fill it in.")
        case .noNumber: Meaning("The field has letters or a comma.", "Write it with digits and a point.")
        case .tooLong: Meaning("The text is too long for its field.", "See whether it was pasted twice.")
        case .noMoney:
            Meaning("A purchase or a sale has exactly one of the two.", "Fill in one, and leave the other empty.")
        case .transferWithMoney, .targetWithoutTransfer: Meaning("The fields contradict each other.", "Clear one.")
        case .sameAccount: Meaning("Coins were moved from an account to itself.", "Name another one.")
        case .twoFees: Meaning("A fee is in money or in coins.", "Clear one.")
        case .noTime, .future, .tooOld: Meaning("No transaction can have this day.", "Correct it.")
        case .unknownCurrency: Meaning("No currency has this code.", "Look for a mistyped letter.")
        case .noRate:
            Meaning(
                "No source has the rate, or the source does not answer.",
                "Try again, or look up the rate of that day and give it."
            )
        case .invalid:
            Meaning("A field has something that no transaction may have.", "Correct what the message names.")
        }
    }
}

enum MoneyMessages {
    static let all =
        Message.all(CurrencyFault.self) + Message.all(ImportFileFault.self) + Message.all(TransactionFault.self)
        + Message.all(HoldingsWarning.self)
        + Message.all(ImportFault.self) + [
            Message(
                sentence(TransactionShortfall(amount: .one, account: "wallet", day: nil)),
                Meaning("A transaction takes more than is held.", "What the message says.")
            ),
            Message(
                sentence(
                    TransactionShortfall(amount: .one, account: "wallet", day: CivilDate(year: 2024, month: 3, day: 1))
                ),
                Meaning("A later transaction then takes more than is held.", "What the message says.")
            ),
            Message(
                sentence(TransactionShortfall(amount: .one, account: "", day: nil, isOutsideAccounts: true)),
                Meaning(
                    "A transaction without an account takes more than is held without one.",
                    "What the message says."
                )
            ),
            Message(
                MoreThanHeld.inFile.description,
                Meaning(
                    "The file sells or moves more than you held. The lines above name the rows.",
                    "What the message says."
                )
            ),
            Message(
                "European Central Bank has not answered for a day; try again later.",
                "The rate of a past day is not known, because its source does not answer."
            ),
            Message(
                UnknownTransaction(text: "0f3c5d6e7a8b9c01").description,
                Meaning("It was removed, or mistyped.", "Look it up.")
            ),
        ]

    private static func sentence(_ shortfall: TransactionShortfall) -> String {
        MoreThanHeld.inTransaction(shortfall).description
    }
}

extension AnswerProblem {
    fileprivate static let timedOut = AnswerProblem(message: "European Central Bank did not answer in time.")
}
