package import Shared

/// What an import has to know about the market.
package struct ImportMarket: Sendable {
    let table: MarketTable
    let given: [String: BigDecimal]
    /// The coins that the user has chosen for symbols, in upper case.
    let chosen: [String: CoinID]
    package var context: TransactionContext

    /// - Parameters:
    ///   - given: the dollars for one unit of a currency, as the user gave them. They take precedence over known rates.
    ///   - chosen: the coin that each of these symbols means, in upper case. It is needed if several coins have the
    ///     symbol.
    package init(
        _ table: MarketTable,
        _ context: TransactionContext,
        given: [String: BigDecimal] = [:],
        chosen: [String: CoinID] = [:]
    ) {
        (self.table, self.context, self.given, self.chosen) = (table, context, given, chosen)
    }
}

/// Reads the rows of a file by the rules that hold for what the user types.
final class ImportReader {
    private let market: ImportMarket
    private let held: Set<CoinID>
    private let currencies: Set<String>
    private var coins: [String: [Quote]] = [:]

    /// - Parameter held: the coins of the user's transactions. The market may no longer list them.
    init(_ market: ImportMarket, held: Set<CoinID>) {
        (self.market, self.held) = (market, held)
        let offered = market.context.offers.currencies.filter { $0.coin == nil }
        currencies = Set(offered.map(\.name) + [Currency.usd.name])
    }

    /// Whether a code means money.
    func isMoney(_ code: String) -> Bool { currencies.contains(code) }

    /// The coin that a symbol means. If several coins have it, it means the one that the user holds or has chosen.
    func coin(_ symbol: String) throws(ImportFault) -> CoinID {
        if let coin = market.chosen[symbol.uppercased()] { return coin }
        let found = coins[symbol] ?? CoinQuery.symbol(symbol).candidates(in: market.table)
        coins[symbol] = found
        let own = found.filter { held.contains($0.instrument.coin) }
        let meant = own.isEmpty ? found : own
        guard let first = meant.first else { throw .unknownSymbol(symbol) }
        if meant.count > 1 { throw .ambiguous(AmbiguousCoin(symbol, meant)) }
        return first.instrument.coin
    }

    /// The coin with a typed number.
    func coin(numbered text: String) throws(ImportFault) -> CoinID {
        guard let number = UInt32(text), number > 0 else { throw .noCoinNumber(text) }
        let coin = CoinID(number)
        guard held.contains(coin) || market.table.row(of: coin) != nil else {
            throw .unknownCoin(coin)
        }
        return coin
    }

    /// The transaction that a form says.
    func transaction(_ form: TransactionForm, _ id: TransactionID, of coin: CoinID) throws(ImportFault) -> Transaction {
        var form = form
        if form[.rate].isEmpty, let rate = market.given[form[.currency].uppercased()] { form[.rate] = rate.plainText }
        do throws(TransactionFault) {
            return try form.transaction(id, of: coin, market.context)
        } catch .noRate(let currency, let day, _) {
            throw .missingRate(currency, day)
        } catch {
            throw .invalid(error)
        }
    }
}
