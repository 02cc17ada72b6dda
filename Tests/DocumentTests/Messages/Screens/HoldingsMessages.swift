@testable import Shared
@testable import TerminalClient

extension HoldingsWarning: Explained {
    static var samples: [Self] {
        [
            .oversold(symbol: "BTC"),
            .oversoldOn(CivilDate(year: 2024, month: 3, day: 1), amount: .one, symbol: "BTC"),
            .unpriced(symbols: ["UNI", "LINK"]),
        ]
    }

    var meaning: Meaning {
        switch self {
        case .oversold, .oversoldOn:
            Meaning("The transactions before it bring less than it takes.", "Add the missing transaction.")
        case .unpriced: "The market no longer lists these coins, or their prices have not come yet."
        }
    }
}

extension HistoryRemark: Explained {
    static var samples: [Self] {
        let day = CivilDate(year: 2024, month: 3, day: 1)
        return [
            .loading(3, of: 12), .delayed(symbols: ["SOL"]), .unpriced(symbols: ["XMR"]), .pricesBegin(day),
            .pricesBegin(nil), .coinsLeftOut(1), .coinsLeftOut(4), .daysWithoutPrice(1, symbols: ["UNI"]),
            .daysWithoutPrice(9, symbols: ["UNI"]),
        ]
    }

    var meaning: Meaning {
        switch self {
        case .loading: "The prices of one coin come after those of another."
        case .delayed:
            "A source of candles does not answer, or too many charts are open. The terminal asks again every 30 seconds."
        case .unpriced: "No source of candles has the coin, so the chart leaves it out."
        case .pricesBegin(nil):
            "Daily prices of sources go back only so far, and there is no day for which all coins have one."
        case .pricesBegin:
            "Daily prices of sources go back only so far. Where there is little room, the words are `since 2024-03-01`."
        case .coinsLeftOut: "The chart has the 30 coins that you bought first."
        case .daysWithoutPrice: "The source has no candle of these days. The chart uses the last price before them."
        }
    }
}

extension ImportFault: Explained {
    static var samples: [Self] {
        [
            .noNumber("many", column: "amount"), .unclearNumber("1,500", column: "sent amount", commaLine: 3),
            .negative(column: "sent amount"), .empty(column: "sent currency"),
            .noTime("yesterday", form: "YYYY-MM-DD hh:mm UTC"),
            .invalid(.missing(.amount)),
            .missingRate("CHF", CivilDate(year: 2024, month: 3, day: 7)),
            .sameID(TransactionID(rawValue: 0x0f3c_5d6e_7a8b_9c01), line: 4), .unknownSymbol("NOPE"),
            .ambiguous(AmbiguousCoin("ROSE", [])), .noCoinNumber("BTC"), .unknownCoin(CoinID(999_999)), .nothingMoved,
            .sentForNothing("0.5 BTC"), .receivedForNothing("0.5 BTC"), .moneyForMoney,
            .noWorth(sent: "BTC", received: "ETH"), .foreignFee("BNB", units: ["EUR", "BTC"]),
        ]
    }

    var meaning: Meaning {
        switch self {
        case .noNumber, .negative, .empty, .noTime, .invalid, .noCoinNumber:
            Meaning("A cell of the row cannot be read.", "Correct the cell.")
        case .unclearNumber:
            Meaning(
                "A spreadsheet has saved the file with commas for decimals, so some numbers have two meanings.",
                "What the message says."
            )
        case .missingRate: Meaning("No source has the rate of that day.", "What the message says.")
        case .sameID: Meaning("Two rows have one id.", "What the message says.")
        case .unknownSymbol, .unknownCoin:
            Meaning("The server's market does not have the coin.", "Correct the cell, or leave the row out.")
        case .ambiguous: Meaning("Several coins have the symbol. Their numbers follow.", "What the message says.")
        case .nothingMoved, .moneyForMoney: "The row concerns no coins."
        case .sentForNothing, .receivedForNothing, .noWorth:
            Meaning("A purchase or a sale needs a price.", "`tickwire holdings add` adds it.")
        case .foreignFee:
            Meaning("A fee is in the money or in the coin of its transaction.", "`tickwire holdings add` adds it.")
        }
    }
}
