import Shared

/// A coin that a user adds or moves is in the wanted place at once, and the others keep their order.
struct OrderRules {
    let coin: CoinID
    let list: ListID
    /// The place among the others of the list; nil: at the end.
    var place: Int?

    func check(_ before: UserTable, to after: UserTable) throws {
        let others = before.items(of: list).map(\.coin).filter { $0 != coin }
        let coins = after.items(of: list).map(\.coin)
        let wasThere = before.contains(coin, in: list)
        // Only an existing coin has a wanted place. A coin that is added twice stays in its place, and a change may be
        // refused.
        if before == after || wasThere != (place != nil) { return }
        var wanted = others
        wanted.insert(coin, at: min(place ?? others.count, others.count))
        if coins != wanted { throw Violation("\(coin) was wanted at \(place.map(String.init) ?? "the end"): \(coins)") }
    }
}
