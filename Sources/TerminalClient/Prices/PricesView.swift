internal import TerminalKit

/// The market in one list by rank, or in sections for coins and tokens.
struct PricesView: CoinListView {
    let viewModel: PricesViewModel
    let painted = PaintedRows()

    init(viewModel: PricesViewModel) { self.viewModel = viewModel }

    var help: [HelpSection] { [keys.prices.help("Prices")] + helpOnLists + keys.helpOnTabs }

    var ownHints: [KeyHint] { keys.prices.hints }

    func handleOwn(_ event: InputEvent) -> Bool {
        switch keys.prices.command(for: event) {
        case .favorite: viewModel.favoriteToggled()
        case .sections: viewModel.sectionsToggled()
        case .nextSection: list.nextSectionRequested()
        case .previousSection: list.previousSectionRequested()
        case nil: return false
        }
        return true
    }

    func starClicked(_ place: Int) -> Bool {
        viewModel.starClicked(place)
        return true
    }
}
