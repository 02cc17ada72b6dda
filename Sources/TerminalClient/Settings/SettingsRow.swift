/// The rows of Settings, from top to bottom.
enum SettingsRow: Int, CaseIterable, Sendable {
    case klineSource
    case coinsOnly
    case keepFavorites
    case palette
    case flashes
    case updateRate
    case devices
    case removeAllFavorites
    case logOut

    /// Whom a row concerns.
    enum Group: Int, CaseIterable, Sendable {
        case shared
        case local
        case deeds

        var title: String {
            switch self {
            case .shared: "On all your terminals"
            case .local: "On this machine only"
            case .deeds: "Actions"
            }
        }
    }

    var group: Group {
        switch self {
        case .klineSource, .coinsOnly, .keepFavorites: .shared
        case .palette, .flashes, .updateRate: .local
        case .devices, .removeAllFavorites, .logOut: .deeds
        }
    }
}
