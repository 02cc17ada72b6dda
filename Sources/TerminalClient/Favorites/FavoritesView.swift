internal import TerminalKit

/// Draws Favorites or another list of the user with the columns of Prices. A click on a star does nothing here, because
/// the next coin would move under the pointer.
struct FavoritesView: CoinListView {
    let viewModel: FavoritesViewModel
    let painted = PaintedRows()

    init(viewModel: FavoritesViewModel) { self.viewModel = viewModel }

    var help: [HelpSection] { [keys.favorites.help("Favorites and lists")] + helpOnLists + helpOnTabs }

    var ownHints: [KeyHint] { keys.favorites.hints + keys.tabs.hint(.lists, "lists") }

    func handleOwn(_ event: InputEvent) -> Bool {
        switch keys.favorites.action(for: event) {
        case .moveUp: viewModel.moved(by: -1)
        case .moveDown: viewModel.moved(by: 1)
        case .remove: viewModel.removed()
        case .removeAll: viewModel.allRemoved()
        case .ownOrder: viewModel.ownOrderRequested()
        case nil: return false
        }
        return true
    }
}

/// The actions of Favorites and of the user's other lists.
enum FavoritesAction: String, CaseIterable, Sendable {
    case moveUp, moveDown, remove, removeAll, ownOrder
}

extension KeyMap where Action == FavoritesAction {
    static let favorites = KeyMap([
        Binding(["K", Key(.up, .shift)], .moveUp, "move the coin up", hint: "move"),
        Binding(["J", Key(.down, .shift)], .moveDown, "move the coin down", hint: "move"),
        Binding(["x", " ", "f", Key(.delete)], .remove, "remove from the list", hint: "remove"),
        Binding(["X"], .removeAll, "remove all of the list's coins"),
        Binding(["a"], .ownOrder, "sort in your own order"),
    ])
}
