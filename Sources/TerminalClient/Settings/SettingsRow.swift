internal import Shared

/// The rows of Settings.
enum SettingsRow: Hashable, Sendable {
    case shared(DescribedSetting)
    case local(LocalSetting)
    case devices
    case removeAllFavorites
    case logOut

    /// Which terminals a row concerns.
    enum Group: Int, CaseIterable, Sendable {
        case shared
        case local
        case actions

        var title: String {
            switch self {
            case .shared: "On all your terminals"
            case .local: "On this machine only"
            case .actions: "Actions"
            }
        }
    }

    var group: Group {
        switch self {
        case .shared: .shared
        case .local: .local
        case .devices, .removeAllFavorites, .logOut: .actions
        }
    }
}

extension SettingsRow: CaseIterable {
    /// The rows from top to bottom.
    static let allCases: [SettingsRow] =
        Settings.all.map(SettingsRow.shared) + LocalSetting.all.filter { $0.titles != nil }.map(SettingsRow.local) + [
            .devices, .removeAllFavorites, .logOut,
        ]

    static let first = allCases[0]
}
