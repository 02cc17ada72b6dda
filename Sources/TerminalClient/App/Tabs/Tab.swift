/// The screens that are side by side.
package enum Tab: Int, CaseIterable, Sendable {
    case prices
    case favorites

    var title: String {
        switch self {
        case .prices: "Prices"
        case .favorites: "Favorites"
        }
    }

    /// The tab's name in links.
    var linkName: String {
        switch self {
        case .prices: "prices"
        case .favorites: "favorites"
        }
    }

    var next: Tab { Tab(rawValue: rawValue + 1) ?? .prices }
}
