internal import Shared

/// What taking a change back does, in a few words.
struct UndoWords: Equatable, Sendable {
    let text: String

    /// - Parameters:
    ///   - undoing: what takes the latest change back; nil where there is none.
    ///   - state: before that is done.
    init(of undoing: UndoStack.Undoing?, state: UserState, market: MarketTable) {
        guard let undoing, let first = undoing.mutations.first else {
            text = undoing == nil ? "nothing to undo" : "not undone: changed since"
            return
        }
        let changes = undoing.mutations
        let name = { (coin: CoinID) in market.row(of: coin).map { market[$0].instrument.symbol } ?? "\(coin)" }
        text =
            switch first {
            case _ where undoing.leftAlone > 0:
                "back: \(changes.count) favorites, \(undoing.leftAlone) changed since"
            case _ where changes.count > 1: "back: \(changes.count) favorites"
            case .placeFavorite(let coin, _) where state.isFavorite(coin): "back in its place: \(name(coin))"
            case .placeFavorite(let coin, _), .addFavorite(let coin): "back: \(name(coin))"
            case .removeFavorite(let coin): "no favorite any more: \(name(coin))"
            case .removeAllFavorites: "no favorites any more"
            case .setKlineSource(let source): "back: candles from \(source.title)"
            case .setCoinsOnly(let isOn): isOn ? "back: coins only" : "back: coins and tokens"
            case .setKeepFavorites(let isOn): isOn ? "back: favorites are kept" : "back: favorites are not kept"
            }
    }
}
