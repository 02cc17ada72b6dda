internal import Shared

/// Why a row cannot be imported.
enum ImportFault: Error, CustomStringConvertible {
    // MARK: Cells
    case noNumber(String, column: String)
    /// The separator may stand between thousands or before decimals.
    /// - Parameter commaLine: the line of a number that has a comma for decimals.
    case unclearNumber(String, column: String, commaLine: Int)
    case negative(column: String)
    case empty(column: String)
    /// - Parameter form: how the file's kind writes times.
    case noTime(String, form: String)
    /// A rule of transactions.
    case invalid(TransactionFault)
    case missingRate(String, CivilDate)
    /// Another row has this id and other cells.
    case sameID(TransactionID, line: Int)

    // MARK: Coins
    case unknownSymbol(String)
    case ambiguous(AmbiguousCoin)
    case noCoinNumber(String)
    case unknownCoin(CoinID)

    // MARK: Files of other programs
    case nothingMoved
    /// - Parameter amount: such as `0.5 BTC`.
    case sentForNothing(_ amount: String)
    case receivedForNothing(_ amount: String)
    case moneyForMoney
    case noWorth(sent: String, received: String)
    /// - Parameter units: those in which a fee can be.
    case foreignFee(String, units: [String])

    var description: String {
        switch self {
        case .noNumber(let text, let column): "'\(text.prefix(40))' is not a number (\(column))"
        case .unclearNumber(let text, let column, let line):
            "'\(text.prefix(40))' may mean thousands or decimals (\(column)), because line \(line) has a comma for decimals; save the file with decimal points"
        case .negative(let column): "\(column) is below 0"
        case .empty(let column): "\(column) is empty"
        case .noTime(let text, let form): "'\(text.prefix(40))' is not a time; this kind of file has \(form)"
        case .invalid(let fault): fault.words(TransactionFile.column(of:))
        case .missingRate(let currency, let date):
            "the rate of \(currency) on \(date) is not known; give it with --rate \(currency)=DOLLARS"
        case .sameID(let id, let line):
            "line \(line) has the same id \(id), but not the same content; remove one of the two, or empty the id of one to add both"
        case .unknownSymbol(let symbol): "the market has no coin '\(symbol)'"
        case .ambiguous(let coin):
            "several coins have the symbol '\(coin.typed)'; choose one with --coin \(coin.typed.uppercased())=NUMBER"
        case .noCoinNumber(let text): "'\(text)' is not a coin number"
        case .unknownCoin(let coin): "the market has no coin \(coin); 'tickwire prices --json' has the numbers"
        case .nothingMoved: "nothing was sent or received"
        case .sentForNothing(let amount): "\(amount) left, but the file does not say for what; add it by hand"
        case .receivedForNothing(let amount): "\(amount) came, but the file does not say the cost; add it by hand"
        case .moneyForMoney: "money was exchanged for money"
        case .noWorth(let sent, let received):
            "\(sent) was exchanged for \(received), but the file does not say their value; add it by hand"
        case .foreignFee(let unit, let units):
            "its fee is in \(unit), and not in \(units.joined(separator: " or ")); add it by hand"
        }
    }

    /// The currency and the day, if only a rate is missing.
    var missingRate: (currency: String, date: CivilDate)? {
        if case .missingRate(let currency, let date) = self { (currency, date) } else { nil }
    }

    /// The coins to choose from, if the symbol names several.
    var ambiguity: AmbiguousCoin? { if case .ambiguous(let coin) = self { coin } else { nil } }
}
