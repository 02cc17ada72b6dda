@testable import Shared
@testable import TerminalClient

extension EntryFault: Explained {
    static var samples: [Self] {
        [
            .removedMeanwhile(record: "alert"), .listDeletedMeanwhile, .renamedListDeletedMeanwhile,
            .limitHidden(cancel: "Esc"), .limitHidden(cancel: nil),
            .moreThanHeld(TransactionShortfall(amount: .one, account: "wallet", day: nil)),
            .listNotMade, .hiddenByFilter(noun: "list"),
        ]
    }

    var meaning: Meaning {
        switch self {
        case .removedMeanwhile:
            Meaning("You change what another terminal removes at the same time.", "`Enter` adds it, `Esc` gives it up.")
        case .listDeletedMeanwhile: "You delete a list that another terminal deletes at the same time."
        case .renamedListDeletedMeanwhile:
            Meaning("You rename a list that another terminal deletes.", "`Enter` makes a new one, `Esc` gives it up.")
        case .limitHidden:
            Meaning("You change an alert on all your holdings while amounts are hidden.", "What the message says.")
        case .moreThanHeld: Meaning("The transaction takes more than is held then.", "What the message says.")
        case .listNotMade: Meaning("The new list breaks a rule.", "What the message at the bottom says.")
        case .hiddenByFilter:
            Meaning("While a list is filtered, a place in it has no meaning.", "Clear the text with `Esc`.")
        }
    }
}

extension TransactionAdvice: Explained {
    static var samples: [Self] {
        TransactionForm.Field.allCases.map(Self.field) + [
            .hidden(key: "x"),
            .askingForRate(currency: "EUR", day: CivilDate(year: 2024, month: 3, day: 1)),
        ]
    }

    var meaning: Meaning {
        switch self {
        case .field(let field): Meaning("The field \"\(field.title)\" has the focus.", "Fill it in, or leave it empty.")
        case .hidden: Meaning("The field has an amount, and amounts are hidden.", "What the message says.")
        case .askingForRate: "The transaction is kept as soon as the rate comes."
        }
    }
}

extension DevicesNote: Explained {
    static var samples: [Self] { [.old, .noOther] }

    var words: String { phrase.text }

    var meaning: Meaning {
        switch self {
        case .old: Meaning("The terminal is offline, so devices may have come or gone.", "Wait, or press `r`.")
        case .noOther: "This device is the only one on the list."
        }
    }
}

extension SettingsWords: Explained {
    static var samples: [Self] {
        [
            .devices, .logOut, .forgetLogin, .favorites(count: 0), .favorites(count: 1), .favorites(count: 12),
            .currencyByPrice("Bitcoin"),
            .currencyByRates("Euro", source: "European Central Bank", day: "2026-11-02"), .offline, .onlyValue,
            .notOffered("Kraken", effect: "Candles come from Huobi."),
            .notKnown("weekly", effect: "Prices show the change of a day."),
        ]
    }

    var meaning: Meaning {
        switch self {
        case .devices: "The row is selected. `Enter` opens the list of your devices."
        case .logOut: "The row is selected. `Enter` asks whether to log out."
        case .forgetLogin: "The same row, while there is no connection."
        case .favorites: "The row that removes all favorites is selected."
        case .currencyByPrice: "Prices are converted at the price of a coin."
        case .currencyByRates: "Prices are converted at rates of that day."
        case .offline: .offline
        case .onlyValue: "The server offers one value for this setting."
        case .notOffered:
            Meaning("The value was chosen at another server. What follows takes effect.", "Choose another value.")
        case .notKnown:
            Meaning(
                "A newer version has stored the value. What follows takes effect.",
                "Update, or choose another value."
            )
        }
    }
}

extension LoginMessage: Explained {
    static var samples: [Self] {
        [
            .connecting(server: "prices.example.com:7443"),
            .failedUntil("Too many wrong passwords; try again in 4 s.", seconds: 4),
            .tooEarly("Too many wrong passwords; try again in 4 s.", seconds: 3),
        ]
    }

    var words: String { phrase.text }

    var meaning: Meaning {
        switch self {
        case .silent: "Nothing was tried yet."
        case .connecting: Meaning("The login is on its way.", "`Esc` stops it.")
        case .failed: Meaning("The login has failed, for the reason that the message gives.", "What the message says.")
        case .failedUntil: Meaning("Every try before that time would fail.", "Wait that long.")
        case .tooEarly: Meaning("`Enter` was pressed before that time.", "Wait that long.")
        }
    }
}

extension FixedList: Explained {
    static var samples: [Self] { [.rename, .delete, .move] }

    var meaning: Meaning {
        switch self {
        case .rename, .delete, .move: "Only lists that you have made can be changed so."
        }
    }
}

extension CandleState: Explained {
    static var samples: [Self] {
        [
            .whole(age: "14 min"), .loading, .offline(age: nil), .offline(age: "14 min"),
            .failing(reason: "Huobi did not answer in time.", age: "14 min"), .partial(count: 120, of: 500),
            .loadingOlder,
        ]
    }

    var words: String { phrase(from: "Huobi").text }

    var meaning: Meaning {
        switch self {
        case .whole: "The source has said nothing new about the candles for that long."
        case .loading, .partial: "The candles are on their way."
        case .offline: Meaning("There is no connection, so the last candle stands still.", "Wait, or press `r`.")
        case .failing: Meaning("The source sends no new candles, for the reason that follows.", "Wait, or press `t`.")
        case .loadingOlder: "You have moved to older candles, which are on their way."
        }
    }
}

extension ComparedAbsence: Explained {
    static var samples: [Self] { [.loading, .noCandles, .notListed, .notAvailable, .tooManyCharts] }

    var meaning: Meaning {
        switch self {
        case .loading: "The candles of the coin are on their way."
        case .noCandles: Meaning("The source has no candles of the coin in this interval.", "Choose another interval.")
        case .notListed: Meaning("The source does not have the coin.", "Press `t` for another source.")
        case .notAvailable: Meaning("The source does not answer, or needs a key.", "Wait, or press `t`.")
        case .tooManyCharts: Meaning("Your terminals have as many charts open as the server allows.", "Close one.")
        }
    }
}
