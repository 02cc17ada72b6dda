package import Shared

/// A coin as the user names it on a command line: `id:1`, or a symbol.
package enum CoinQuery: Hashable, Sendable, CustomStringConvertible {
    case id(CoinID)
    case symbol(String)

    /// - Returns: nil for an empty text or a malformed id.
    package init?(_ text: String) {
        if text.hasPrefix("id:") {
            guard let number = UInt32(text.dropFirst(3)) else { return nil }
            self = .id(CoinID(number))
        } else if text.isEmpty {
            return nil
        } else {
            self = .symbol(text)
        }
    }

    package var description: String {
        switch self {
        case .id(let coin): coin.description
        case .symbol(let symbol): symbol
        }
    }

    /// The coin that a query finds in a market.
    package struct Match: Hashable, Sendable {
        package let instrument: Instrument
        /// How many other coins have the same symbol.
        package let others: Int
    }

    /// Symbols repeat. The best-ranked coin wins, and listed coins win over delisted ones.
    /// - Parameter isMeant: which coins may be found at all.
    package func match(in table: MarketTable, where isMeant: (CoinID) -> Bool = { _ in true }) -> Match? {
        switch self {
        case .id(let coin):
            let row = isMeant(coin) ? table.row(of: coin) : nil
            return row.map { Match(instrument: table[$0].instrument, others: 0) }
        case .symbol(let symbol):
            let quotes = Self.quotes(of: symbol, in: table, where: isMeant)
            return quotes.first.map { Match(instrument: $0.instrument, others: quotes.count - 1) }
        }
    }

    /// All coins that the query may mean, the best first.
    package func candidates(in table: MarketTable) -> [Quote] {
        switch self {
        case .id(let coin): table.row(of: coin).map { [table[$0]] } ?? []
        case .symbol(let symbol): Self.quotes(of: symbol, in: table) { _ in true }
        }
    }

    private static func quotes(of symbol: String, in table: MarketTable, where isMeant: (CoinID) -> Bool) -> [Quote] {
        let wanted = symbol.lowercased()
        let quotes = (0..<table.count).map { table[$0] }.filter { quote in
            quote.instrument.symbol.lowercased() == wanted && isMeant(quote.instrument.coin)
        }
        return quotes.sorted { order(of: $0) < order(of: $1) }
    }

    private static func order(of quote: Quote) -> (Int, UInt32) {
        (quote.isDelisted ? 1 : 0, quote.fundamentals.rank ?? .max)
    }
}
