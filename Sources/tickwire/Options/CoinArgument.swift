import Shared
import TerminalClient

extension HeadlessClient {
    /// The coin that an argument names. If several coins have the symbol, standard error tells which one was taken.
    @MainActor
    func instrument(_ coin: String) throws -> Instrument {
        guard let match = CoinQuery(coin)?.match(in: link.market.table) else { throw UnknownCoin(text: coin) }
        let instrument = match.instrument
        if match.others > 0 {
            StandardError.print(
                """
                \(coin): \(instrument.name.escaped) (\(instrument.coin)), the best ranked of \
                \(match.others + 1) with this symbol
                """
            )
        }
        return instrument
    }

    /// The coin that an argument names, which must be the only one with that name.
    /// - Throws: `UnknownCoin`; `AmbiguousCoin` if several coins have the symbol.
    @MainActor
    func onlyInstrument(_ coin: String) throws -> Instrument {
        let table = link.market.table
        let candidates = CoinQuery(coin)?.candidates(in: table) ?? []
        guard let first = candidates.first else {
            let symbols = (0..<table.count).map { table.instrument(ofRow: $0).symbol.lowercased() }
            throw UnknownCoin(text: coin, meant: NearMiss.of(coin, among: symbols)?.uppercased())
        }
        if candidates.count > 1 { throw AmbiguousCoin(coin, candidates) }
        return first.instrument
    }
}

struct UnknownCoin: Error, CustomStringConvertible {
    let text: String
    /// A known symbol that differs little from the typed one.
    var meant: String?

    var description: String {
        if let meant { return "no coin '\(text)'; did you mean \(meant.escaped)?" }
        return words
    }

    private var words: String {
        text.hasPrefix("id:")
            ? "no coin \(text); 'tickwire prices --json' has the ids"
            : "no coin '\(text)'; 'tickwire prices --filter \(text)' looks for it, and id:N names one by number"
    }
}
