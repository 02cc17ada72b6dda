/// The rows of Settings, from top to bottom.
enum SettingsRow: Int, CaseIterable, Sendable {
    case klineSource
    case coinsOnly
    case keepFavorites
    case removeAllFavorites
    case logOut
}
