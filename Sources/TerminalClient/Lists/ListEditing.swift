internal import Shared

/// The user's lists as items of a picker, and how to change them there.
@MainActor
struct ListEditing {
    let session: Session
    let tabs: TabsViewModel

    /// Everything that the items depend on.
    private struct Inputs: Equatable {
        /// The hash of the user's table.
        var user: UInt64
        var shown: ListID
    }

    private var user: UserReplica { session.user }

    /// All lists, the favorites first.
    /// - Parameters:
    ///   - verb: what a choice does, in a word.
    ///   - isMarked: depends on the user's table and on the list that is shown.
    func picker(
        _ title: String,
        verb: String,
        isMarked: @escaping @MainActor (ListID) -> Bool
    ) -> PickerViewModel<ListID> {
        let editing = PickerEditing(noun: "list", create: create, rename: rename, delete: delete, move: move)
        let items = Derived<Inputs, [PickerItem<ListID>]>([])
        return PickerViewModel(title, verb: verb, tabs: tabs, editing: editing) {
            items.follow(Inputs(user: user.table.hash, shown: tabs.list)) {
                all.map { item(of: $0, isMarked: isMarked($0)) }
            }
        }
    }

    private var all: [ListID] { [.favorites] + user.lists.map(\.id) }

    private func item(of list: ListID, isMarked: Bool) -> PickerItem<ListID> {
        PickerItem(
            value: list,
            title: user.table.shownName(of: list) ?? "",
            name: user.table.name(of: list),
            note: count(of: list),
            isMarked: isMarked
        )
    }

    private func count(of list: ListID) -> String {
        let count = user.items(of: list).count
        return count == 1 ? "1 coin" : "\(count) coins"
    }

    private func create(_ typed: String) throws(PickerFault) -> ListID {
        var random = SystemRandomNumberGenerator()
        let list = ListID.random(using: &random)
        do throws(ListNameFault) {
            let mutation = try Mutation.create(list, named: ListName(typed: typed), of: user.table)
            user.mutate { _ in mutation }
        } catch { throw PickerFault(words: error.description) }
        // The message at the bottom of the screen says why.
        if user.table.name(of: list) == nil { throw PickerFault(.listNotMade) }
        return list
    }

    private func rename(_ list: ListID, _ typed: String) throws(PickerFault) {
        if list != .favorites, user.table.name(of: list) == nil {
            throw PickerFault(.renamedListDeletedMeanwhile, isGone: true)
        }
        try check(list, may: .rename)
        do throws(ListNameFault) {
            let mutation = try Mutation.rename(list, to: ListName(typed: typed), of: user.table)
            user.mutate { _ in mutation }
        } catch { throw PickerFault(words: error.description) }
    }

    private func delete(_ list: ListID) throws(PickerFault) {
        try check(list, may: .delete)
        let name = user.table.shownName(of: list) ?? ""
        if tabs.list == list { tabs.listLeft() }
        user.mutate { _ in .delete(list) }
        // Here every other key types, so the key for undo works only after this list is closed.
        let keys = [tabs.keys.picker.name(of: .cancel), tabs.keys.screen.name(of: .undo)].compactMap(\.self)
        tabs.status.noted(.deleted(list: name, undo: keys.count == 2 ? keys.joined(separator: " ") : nil))
    }

    private func move(_ list: ListID, _ step: Int) {
        guard let place = user.lists.firstIndex(where: { $0.id == list }), user.lists.indices.contains(place + step)
        else { return }
        user.mutate { .move(list, to: place + step, of: $0) }
    }

    private func check(_ list: ListID, may change: FixedList) throws(PickerFault) {
        if list == .favorites { throw PickerFault(words: change.description) }
        if user.table.name(of: list) == nil { throw PickerFault(.listDeletedMeanwhile) }
    }
}
