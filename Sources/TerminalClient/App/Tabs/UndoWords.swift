internal import Shared

/// What taking a change back does, in a few words.
struct UndoWords: Equatable, Sendable {
    let text: String

    /// - Parameter undoing: what takes the latest change back; nil where there is none.
    init(of undoing: Undoing?, market: MarketTable, offers: ServerOffers) {
        guard let undoing else {
            text = "nothing to undo"
            return
        }
        guard let key = undoing.keys.first else {
            text = undoing.refusal == nil ? "not undone: changed since" : "not undone"
            return
        }
        let leftAlone = undoing.leftAlone > 0 ? ", \(undoing.leftAlone) changed since" : ""
        text =
            (undoing.keys.count == 1 ? Self.words(for: key, undoing, market, offers) : Self.words(undoing)) + leftAlone
    }

    private static func words(
        for key: RecordKey,
        _ undoing: Undoing,
        _ market: MarketTable,
        _ offers: ServerOffers
    ) -> String {
        if let setting = Settings.all.first(where: { $0.key == key }),
            let choice = undoing.after.choice(of: setting, offers)
        {
            return "undone: \(setting.title) \(choice.title)"
        }
        let (before, after) = (undoing.before[key], undoing.after[key])
        guard let item = (after ?? before).flatMap(ListItem.init) else { return "undone: 1 change" }
        let name = market.row(of: item.coin).map { market[$0].instrument.symbol } ?? "\(item.coin)"
        if after == nil { return "\(name) is no longer a favorite" }
        return before == nil ? "\(name) is a favorite again" : "\(name) is back in its place"
    }

    private static func words(_ undoing: Undoing) -> String {
        let count = undoing.keys.count
        guard undoing.keys.allSatisfy({ $0.kind == RecordKind.listItem.number }) else {
            return "undone: \(count) changes"
        }
        let comeBack = undoing.keys.count { undoing.after[$0] != nil && undoing.before[$0] == nil }
        if comeBack > 0 { return "\(comeBack) coins are favorites again" }
        let go = undoing.keys.count { undoing.after[$0] == nil }
        return go > 0 ? "\(go) coins are no longer favorites" : "\(count) favorites are back in their order"
    }
}
