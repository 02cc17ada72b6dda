/// A coin that the user has marked, and its place in the user's own order.
public struct Favorite: Hashable, Sendable {
    public var coin: CoinID
    public var orderKey: OrderKey

    public init(coin: CoinID, orderKey: OrderKey) {
        self.coin = coin
        self.orderKey = orderKey
    }
}

/// All that the server keeps for a user's terminals, pushed whole with its version.
public struct UserState: Hashable, Sendable {
    /// Grows with each change.
    public var version: UInt64
    /// In the user's order: by order key, then by coin.
    public private(set) var favorites: [Favorite]
    public var settings: UserSettings

    public init(version: UInt64 = 0, favorites: [Favorite] = [], settings: UserSettings = UserSettings()) {
        self.version = version
        self.favorites = favorites.sorted(by: Self.isOrdered)
        self.settings = settings
    }

    public func isFavorite(_ coin: CoinID) -> Bool { favorites.contains { $0.coin == coin } }

    mutating func place(_ favorite: Favorite) {
        favorites.removeAll { $0.coin == favorite.coin }
        let index = favorites.firstIndex { Self.isOrdered(favorite, $0) } ?? favorites.endIndex
        favorites.insert(favorite, at: index)
    }

    mutating func removeFavorites(where isRemoved: (Favorite) -> Bool) { favorites.removeAll(where: isRemoved) }

    private static func isOrdered(_ one: Favorite, _ other: Favorite) -> Bool {
        (one.orderKey, one.coin) < (other.orderKey, other.coin)
    }
}
