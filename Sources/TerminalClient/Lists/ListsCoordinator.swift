internal import Shared
internal import TerminalKit

/// Lets the user choose the list that is shown in place of Favorites, and make, rename, move and delete lists.
struct ListsCoordinator: Coordinator {
    let session: Session
    let tabs: TabsViewModel
    let background: any ScreenView
    let screen: any Screen

    func start() async throws(Quit) {
        let lists = ListEditing(session: session, tabs: tabs)
        let picker = PickerViewModel("Lists", tabs: tabs, editing: lists.editing) {
            lists.all.map { list in
                PickerItem(
                    value: list.id,
                    title: list.name,
                    note: lists.count(of: list.id),
                    isMarked: list.id == tabs.list
                )
            }
        }
        let choice = PickerCoordinator(picker: picker, background: background, screen: screen)
        if let list = try await coordinate(to: choice) { tabs.listChosen(list) }
    }
}

/// Marks the lists that have a coin, and lets the user add it to lists or remove it, until the user goes back.
struct ListsOfCoinCoordinator: Coordinator {
    let coin: CoinID
    let session: Session
    let tabs: TabsViewModel
    let background: any ScreenView
    let screen: any Screen

    func start() async throws(Quit) {
        let lists = ListEditing(session: session, tabs: tabs)
        let picker = PickerViewModel("Lists with \(symbol)", tabs: tabs, editing: lists.editing) {
            lists.all.map { list in
                PickerItem(
                    value: list.id,
                    title: list.name,
                    note: lists.count(of: list.id),
                    isMarked: session.user.table.contains(coin, in: list.id)
                )
            }
        }
        _ = try await coordinate(
            to: PickerCoordinator(picker: picker, background: background, marks: toggle, screen: screen)
        )
    }

    private var symbol: String {
        let table = session.market.table
        return table.row(of: coin).map { table.instrument(ofRow: $0).symbol } ?? coin.description
    }

    private func toggle(_ list: ListID) {
        let (user, undo) = (session.user, tabs.keys.tabs.name(of: .undo))
        let name = (user.table.name(of: list) ?? "").visible
        if user.table.contains(coin, in: list) {
            user.mutate { _ in .remove([coin], from: list) }
            tabs.status.noted(.removed("\(symbol) from \(name)", undo: undo))
        } else if user.mutate({ .add([coin], to: list, of: $0) }) {
            tabs.status.noted(.added(symbol, to: name, undo: undo))
        }
    }
}
