internal import Shared

/// The rows of Settings.
enum SettingsRow: Hashable, Sendable {
    case shared(DescribedSetting)
    case theme
    case palette
    case flashes
    case updateRate
    case times
    case devices
    case removeAllFavorites
    case logOut

    /// Which terminals a row concerns.
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
        case .shared: .shared
        case .theme, .palette, .flashes, .updateRate, .times: .local
        case .devices, .removeAllFavorites, .logOut: .deeds
        }
    }
}

extension SettingsRow: CaseIterable {
    /// The rows from top to bottom.
    static let allCases: [SettingsRow] =
        Settings.all.map(SettingsRow.shared) + [
            .theme, .palette, .flashes, .updateRate, .times, .devices, .removeAllFavorites, .logOut,
        ]

    static let first = allCases[0]
    static let last = allCases[allCases.count - 1]
}
