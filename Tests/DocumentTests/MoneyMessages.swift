import Shared

@testable import TerminalClient
@testable import tickwire

extension CurrencyProblem: Explained {
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
        case .notOffered: Meaning("No provider of rates has the currency.", "Use one of those listed.")
        case .noRate:
            Meaning("The server has just started, or its source of rates is silent.", "Try again, or use USD.")
        case .noHistory: Meaning("Candles are of the past, and only today's rates are known.", "Use USD or EUR.")
        }
    }
}

extension ImportProblem: Explained {
    static var samples: [Self] {
        [
            .empty, .noCSV(line: 7, reason: "a quote is not closed"),
            .unknownFormat(columns: "Date, Coin, Side, Amount"),
        ]
    }

    var meaning: Meaning {
        switch self {
        case .empty: Meaning("The file has no line.", "Choose another file.")
        case .noCSV: Meaning("The file is cut short, or was edited by hand.", "Fix the line, or export again.")
        case .unknownFormat: Meaning("The first line names other columns.", "Rename the columns, or use a template.")
        }
    }
}

enum MoneyMessages {
    static let all =
        Message.all(CurrencyProblem.self) + Message.all(ImportProblem.self) + [
            Message(
                UnknownTransaction(text: "0f3c5d6e7a8b9c01").description,
                Meaning("It was removed, or mistyped.", "Look it up.")
            )
        ]
}
