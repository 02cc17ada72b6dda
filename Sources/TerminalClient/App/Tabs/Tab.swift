/// The screens that lie side by side.
enum Tab: Int, CaseIterable, Sendable {
    case prices
    case favorites

    var title: String {
        switch self {
        case .prices: "Prices"
        case .favorites: "Favorites"
        }
    }

    var next: Tab { Tab(rawValue: rawValue + 1) ?? .prices }
}
