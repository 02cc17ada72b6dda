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

    /// The coin that the query means most likely; nil if there is none.
    /// - Parameter isMeant: which coins may be found at all.
    package func match(in table: MarketTable, where isMeant: (CoinID) -> Bool = { _ in true }) -> CoinID? {
        candidates(in: table).lazy.map(\.instrument.coin).first(where: isMeant)
    }

    /// All coins that the query may mean, the best first. Symbols repeat: listed coins come before delisted ones, and then
    /// the best-ranked coin comes first.
    package func candidates(in table: MarketTable) -> [Quote] {
        switch self {
        case .id(let coin): return table.row(of: coin).map { [table[$0]] } ?? []
        case .symbol(let symbol):
            let wanted = symbol.lowercased()
            let quotes = (0..<table.count).map { table[$0] }.filter { $0.instrument.symbol.lowercased() == wanted }
            return quotes.sorted { Self.order(of: $0) < Self.order(of: $1) }
        }
    }

    /// The candidates without delisted ones, unless all are delisted. A number names any coin.
    package func meant(in table: MarketTable) -> [Quote] {
        let all = candidates(in: table)
        let listed = all.filter { !$0.isDelisted }
        return listed.isEmpty ? all : listed
    }

    private static func order(of quote: Quote) -> (Int, UInt32) {
        (quote.isDelisted ? 1 : 0, quote.fundamentals.rank ?? .max)
    }
}
