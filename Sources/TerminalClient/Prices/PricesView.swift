internal import TerminalKit

/// The market in one list by rank, or in sections for coins and tokens.
struct PricesView: CoinListView {
    let viewModel: PricesViewModel
    let painted = PaintedRows()

    init(viewModel: PricesViewModel) { self.viewModel = viewModel }

    var help: [HelpSection] { [keys.prices.help("Prices")] + helpOnLists + helpOnTabs }

    var ownHints: [KeyHint] { keys.prices.hints }

    func handleOwn(_ event: InputEvent) -> Bool {
        switch keys.prices.action(for: event) {
        case .favorite: viewModel.favoriteToggled()
        case .sections: viewModel.sectionsToggled()
        case .nextSection: viewModel.nextSectionRequested()
        case .previousSection: viewModel.previousSectionRequested()
        case nil: return false
        }
        return true
    }

    func starClicked(_ place: Int) -> Bool {
        viewModel.starClicked(place)
        return true
    }
}

/// The actions that only Prices has.
enum PricesAction: String, CaseIterable, Sendable {
    case favorite, sections, nextSection, previousSection
}

extension KeyMap where Action == PricesAction {
    static let prices = KeyMap([
        Binding([" ", "f"], .favorite, "favorite or not", hint: "favorite"),
        Binding(["e"], .sections, "coins and tokens apart, or together"),
        Binding(["}"], .nextSection, "the next section"),
        Binding(["{"], .previousSection, "the previous section"),
    ])
}
