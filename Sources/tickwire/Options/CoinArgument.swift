import Shared
import TerminalClient

extension HeadlessClient {
    /// The one coin that an argument names.
    /// - Throws: `UnknownCoin`; `AmbiguousCoin` where several may be meant; `NoPrices`.
    @MainActor
    func instrument(_ coin: String) throws -> Instrument {
        let table = link.market.table
        if table.count == 0 { throw NoPrices(table) }
        let candidates = CoinQuery(coin)?.meant(in: table) ?? []
        guard let first = candidates.first else {
            let symbols = (0..<table.count).map { table.instrument(ofRow: $0).symbol.lowercased() }
            throw UnknownCoin(text: coin, meant: NearMiss.of(coin, among: symbols)?.uppercased())
        }
        if candidates.count > 1 { throw AmbiguousCoin(coin, candidates) }
        return first.instrument
    }

    /// A coin to add to a list. A number is not looked up, because a list may have coins that the market does not have.
    /// - Throws: `UnknownCoin`, `AmbiguousCoin`, `NoPrices`
    @MainActor
    func newMember(_ coin: String) throws -> CoinID {
        if case .id(let id)? = CoinQuery(coin) { return id }
        return try instrument(coin).coin
    }

    /// A coin of a list. If several coins have the symbol, the one in the list is meant.
    /// - Throws: `UnknownCoin`, `AmbiguousCoin`, `NotInList`, `NoPrices`
    @MainActor
    func member(_ coin: String, of list: ListID) throws -> CoinID {
        let (user, table) = (link.user.table, link.market.table)
        let candidates = CoinQuery(coin)?.candidates(in: table) ?? []
        let members = candidates.filter { user.contains($0.instrument.coin, in: list) }
        if members.count > 1 { throw AmbiguousCoin(coin, members) }
        if let member = members.first { return member.instrument.coin }
        // A coin that the market no longer lists can still be removed.
        if case .id(let id)? = CoinQuery(coin), user.contains(id, in: list) { return id }
        if candidates.isEmpty { _ = try instrument(coin) }
        throw NotInList(coin, list: list, named: user.name(of: list) ?? "")
    }
}

struct UnknownCoin: Error, CustomStringConvertible {
    let text: String
    /// A known symbol that differs little from the typed one.
    var meant: String?

    var description: String {
        if text.trimmed.isEmpty { return "the coin's name is empty; use a symbol such as BTC, or id:1" }
        if let meant { return "no coin '\(text)'; did you mean \(meant.escaped)?" }
        return words
    }

    private var words: String {
        if text.hasPrefix("id:"), UInt32(text.dropFirst(3)) == nil {
            return "'\(text.escaped)' is not a coin's number; use one such as id:1"
        }
        return text.hasPrefix("id:")
            ? "no coin \(text); 'tickwire prices --json' has the ids"
            : "no coin '\(text)'; 'tickwire prices --filter \(text)' looks for it, and id:N names a coin by number"
    }
}

/// The server has not heard from its providers yet.
struct NoPrices: Error, CustomStringConvertible {
    let cause: String?

    var description: String { "the server has no prices yet: \(cause ?? "nothing has come from its providers")" }
}

extension NoPrices {
    init(_ table: MarketTable) { self.init(cause: table.sources.first { !$0.cause.isEmpty }?.cause) }
}
