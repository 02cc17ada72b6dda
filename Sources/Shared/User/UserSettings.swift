/// The settings that all of a user's terminals share.
public struct UserSettings: Hashable, Sendable {
    public var klineSource: KlineSource
    /// Shows coins and leaves tokens out.
    public var coinsOnly: Bool
    /// Off: favorites live while one of the user's terminals is connected.
    public var keepFavorites: Bool

    public init(klineSource: KlineSource = .huobi, coinsOnly: Bool = false, keepFavorites: Bool = true) {
        self.klineSource = klineSource
        self.coinsOnly = coinsOnly
        self.keepFavorites = keepFavorites
    }
}
