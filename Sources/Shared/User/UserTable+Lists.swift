extension UserTable {
    /// In the user's order.
    public func items(of list: ListID = .favorites) -> [ListItem] {
        records(of: .listItem).compactMap(ListItem.init).filter { $0.list == list }.sorted()
    }

    public func contains(_ coin: CoinID, in list: ListID = .favorites) -> Bool {
        self[ListItem.key(of: coin, in: list)] != nil
    }
}

/// What users do with their lists. Each takes the table that the user sees.
extension Mutation {
    /// At the end, in this order; coins that are there stay where they are.
    public static func add(_ coins: [CoinID], to list: ListID = .favorites, of table: UserTable) -> Mutation {
        var draft = ListDraft(list, of: table)
        for coin in coins where !draft.items.contains(where: { $0.coin == coin }) {
            draft.insert(ListItem(list: list, coin: coin, orderKey: draft.place(at: draft.items.count)))
        }
        return draft.mutation
    }

    /// Takes a coin to a place among the others; if it is not in the list any more, it stays away.
    /// - Parameter index: 0 to the number of the others.
    public static func move(
        _ coin: CoinID,
        to index: Int,
        in list: ListID = .favorites,
        of table: UserTable
    ) -> Mutation {
        var draft = ListDraft(list, of: table)
        guard var item = draft.take(coin) else { return Mutation() }
        // Where it stands it stays.
        if draft.takenFrom == index { return Mutation() }
        item.orderKey = draft.place(at: min(max(0, index), draft.items.count))
        draft.insert(item)
        return draft.mutation
    }

    public static func remove(_ coins: [CoinID], from list: ListID = .favorites) -> Mutation {
        Mutation(coins.map { Change(ListItem.key(of: $0, in: list), .remove) })
    }

    /// All that the user sees, and not what somebody else adds meanwhile.
    public static func removeAll(from list: ListID = .favorites, of table: UserTable) -> Mutation {
        remove(table.items(of: list).map(\.coin), from: list)
    }
}

/// A list while a mutation of it is made.
private struct ListDraft {
    private(set) var items: [ListItem]
    private(set) var takenFrom: Int?
    private var updates: [RecordKey: Change] = [:]
    private var order: [RecordKey] = []
    private let existing: Set<RecordKey>

    init(_ list: ListID, of table: UserTable) {
        items = table.items(of: list)
        existing = Set(items.map(\.key))
    }

    var mutation: Mutation { Mutation(order.compactMap { updates[$0] }) }

    mutating func take(_ coin: CoinID) -> ListItem? {
        takenFrom = items.firstIndex { $0.coin == coin }
        return takenFrom.map { items.remove(at: $0) }
    }

    /// The neighbors make room where there is none.
    mutating func place(at index: Int) -> OrderKey {
        let placement = OrderKey.placement(at: index, among: items.map(\.orderKey))
        for (neighbor, key) in placement.neighbors.sorted(by: { $0.key < $1.key }) {
            items[neighbor].orderKey = key
            update(items[neighbor])
        }
        return placement.key
    }

    mutating func insert(_ item: ListItem) {
        items.insert(item, at: items.firstIndex { item < $0 } ?? items.endIndex)
        update(item)
    }

    private mutating func update(_ item: ListItem) {
        let change = item.update(creates: !existing.contains(item.key))
        if updates.updateValue(change, forKey: item.key) == nil { order.append(item.key) }
    }
}
