extension UserTable {
    /// The items of a list in the user's order.
    public func items(of list: ListID = .favorites) -> [ListItem] {
        records(of: .listItem).compactMap(ListItem.init).filter { $0.list == list }.sorted()
    }

    public func contains(_ coin: CoinID, in list: ListID = .favorites) -> Bool {
        self[ListItem.key(of: coin, in: list)] != nil
    }

    /// The lists besides Favorites, in the user's order.
    public var lists: [NamedList] { records(of: .list).compactMap(NamedList.init).sorted() }

    /// - Returns: the stored name; nil if there is no such list. Favorites always exist.
    public func name(of list: ListID) -> String? {
        list == .favorites ? ListName.favorites.text : namedList(list)?.name
    }

    /// - Returns: the name as screens show it; nil if there is no such list.
    public func shownName(of list: ListID) -> String? {
        list == .favorites ? ListName.favorites.text : namedList(list)?.shownName
    }

    private func namedList(_ list: ListID) -> NamedList? { self[NamedList.key(of: list)].flatMap(NamedList.init) }

    /// The list that a user means: the one with exactly this name, or else with this name in another case.
    public func list(named name: String) -> ListID? {
        let all = [(ListID.favorites, ListName.favorites.text)] + lists.map { ($0.id, $0.name) }
        let found = all.first { $0.1 == name } ?? all.first { ListName.isSame($0.1, name) }
        return found?.0
    }

    /// The items of each list in the user's order. Empty lists are left out.
    public var allItems: [ListID: [ListItem]] {
        Dictionary(grouping: records(of: .listItem).compactMap(ListItem.init), by: \.list).mapValues { $0.sorted() }
    }

    /// - Throws: `ListNameFault` if another list has the name.
    fileprivate func check(_ name: ListName, besides own: ListID? = nil) throws(ListNameFault) {
        let names = [ListName.favorites.text] + lists.filter { $0.id != own }.map(\.name)
        if let taken = names.first(where: { ListName.isSame($0, name.text) }) { throw .taken(taken) }
    }
}

/// The user's changes of list items. Each starts from the table that the user sees.
extension Mutation {
    /// Adds coins at the end, in this order. Coins that are in the list already stay where they are.
    public static func add(_ coins: [CoinID], to list: ListID = .favorites, of table: UserTable) -> Mutation {
        var draft = OrderDraft(table.items(of: list))
        for coin in coins where !draft.elements.contains(where: { $0.coin == coin }) {
            draft.insert(ListItem(list: list, coin: coin, orderKey: draft.place(at: draft.elements.count)))
        }
        return draft.mutation
    }

    /// Moves a coin to a place among the others. If it is no longer in the list, it stays out.
    /// - Parameter index: from 0 to the number of the others.
    public static func move(
        _ coin: CoinID,
        to index: Int,
        in list: ListID = .favorites,
        of table: UserTable
    ) -> Mutation {
        var draft = OrderDraft(table.items(of: list))
        draft.move(ListItem.key(of: coin, in: list), to: index)
        return draft.mutation
    }

    public static func remove(_ coins: [CoinID], from list: ListID = .favorites) -> Mutation {
        Mutation(coins.map { Change(ListItem.key(of: $0, in: list), .remove) })
    }

    /// Removes all items that the user sees, but none that others add at the same time.
    public static func removeAll(from list: ListID = .favorites, of table: UserTable) -> Mutation {
        remove(table.items(of: list).map(\.coin), from: list)
    }
}

/// The user's changes of lists. Each starts from the table that the user sees.
extension Mutation {
    /// Creates a list after the others.
    /// - Parameter list: a new number.
    /// - Throws: `ListNameFault` if another list has the name. If another terminal takes the name at the same time,
    ///   `apply` changes the later one.
    public static func create(
        _ list: ListID,
        named name: ListName,
        of table: UserTable
    ) throws(ListNameFault) -> Mutation {
        try table.check(name)
        var draft = OrderDraft(table.lists)
        draft.insert(NamedList(list, name.text, orderKey: draft.place(at: draft.elements.count)))
        return draft.mutation
    }

    /// - Throws: `ListNameFault` if another list has the name.
    public static func rename(
        _ list: ListID,
        to name: ListName,
        of table: UserTable
    ) throws(ListNameFault) -> Mutation {
        try table.check(name, besides: list)
        return Mutation([NamedList.renaming(list, to: name)])
    }

    /// - Parameter index: from 0 to the number of the other lists, without Favorites.
    public static func move(_ list: ListID, to index: Int, of table: UserTable) -> Mutation {
        var draft = OrderDraft(table.lists)
        draft.move(NamedList.key(of: list), to: index)
        return draft.mutation
    }

    /// Deletes a list with all of its items. Favorites cannot be deleted.
    public static func delete(_ list: ListID) -> Mutation { Mutation([Change(NamedList.key(of: list), .remove)]) }
}
