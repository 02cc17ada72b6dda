import Shared
import TerminalClient

extension HeadlessClient {
    /// The coin that an argument names. Where several have the symbol, it is said which one was taken.
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
}

struct UnknownCoin: Error, CustomStringConvertible {
    let text: String

    var description: String {
        text.hasPrefix("id:")
            ? "no coin \(text); 'tickwire prices --json' has the ids"
            : "no coin '\(text)'; 'tickwire prices --filter \(text)' looks for it, and id:N names one by number"
    }
}
