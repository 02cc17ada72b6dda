internal import TerminalKit

/// The user's favorites or another list, in the columns of Prices. A star takes no clicks of its own: the next favorite would come up under the
/// pointer.
struct FavoritesView: CoinListView {
    let viewModel: FavoritesViewModel
    let painted = PaintedRows()

    init(viewModel: FavoritesViewModel) { self.viewModel = viewModel }

    var help: [HelpSection] { [keys.favorites.help("Favorites and lists")] + helpOnLists + keys.helpOnTabs }

    var ownHints: [KeyHint] { keys.favorites.hints + keys.tabs.hint(.lists, "lists") }

    func handleOwn(_ event: InputEvent) -> Bool {
        switch keys.favorites.command(for: event) {
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
