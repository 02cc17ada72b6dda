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
        let picker = lists.picker("Lists", verb: "show") { $0 == tabs.list }
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
        let picker = lists.picker("Lists with \(symbol)", verb: "mark") { session.user.table.contains(coin, in: $0) }
        _ = try await coordinate(
            to: PickerCoordinator(picker: picker, background: background, marks: toggle, screen: screen)
        )
    }

    private var symbol: String { session.market.table.symbol(of: coin) }

    private func toggle(_ list: ListID) {
        let user = session.user
        let name = user.table.shownName(of: list) ?? ""
        if user.table.contains(coin, in: list) {
            user.mutate { _ in .remove([coin], from: list) }
            tabs.removed("\(symbol) from \(name)")
        } else if user.mutate({ .add([coin], to: list, of: $0) }) {
            tabs.status.noted(.added(symbol, to: name, undo: tabs.keys.screen.name(of: .undo)))
        }
    }
}
