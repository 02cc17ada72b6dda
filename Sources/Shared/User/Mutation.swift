/// A change that the user asks for. Each is idempotent: done twice, it does what it does once.
public enum Mutation: Hashable, Sendable {
    /// Adds a favorite at the end; a coin that is one already stays where it is.
    case addFavorite(CoinID)
    case removeFavorite(CoinID)
    /// Puts a favorite at a place, adding it if need be.
    case placeFavorite(CoinID, OrderKey)
    case removeAllFavorites
    case setKlineSource(KlineSource)
    case setCoinsOnly(Bool)
    case setKeepFavorites(Bool)
}

/// Why a mutation is refused for good.
public enum MutationRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    case tooManyFavorites(limit: Int)
    case noRoomInOrder
    case badOrderKey(String)
    case unknownKind

    public var description: String {
        switch self {
        case .tooManyFavorites(let limit): "You have \(limit) favorites, which is the most; remove one first."
        case .noRoomInOrder: "There is no room left at this place of your favorites; move a neighbour first."
        case .badOrderKey(let text):
            "'\(text)' is not an order key: 1 to \(OrderKey.lengthMax) of 0-9, A-Z and a-z, not ending in 0."
        case .unknownKind: "The server does not know this kind of change; it is older than this client."
        }
    }
}

extension UserState {
    /// The rules of a user's state, the same on the server and in a client's optimistic view of it.
    /// - Returns: whether anything changed. The version is the caller's matter.
    public mutating func apply(_ mutation: Mutation, favoritesMax: Int) throws(MutationRefusal) -> Bool {
        let before = self
        switch mutation {
        case .addFavorite(let coin): try add(coin, favoritesMax: favoritesMax)
        case .removeFavorite(let coin): removeFavorites { $0.coin == coin }
        case .placeFavorite(let coin, let key):
            if !isFavorite(coin) { try checkRoom(favoritesMax: favoritesMax) }
            place(Favorite(coin: coin, orderKey: key))
        case .removeAllFavorites: removeFavorites { _ in true }
        case .setKlineSource(let source): settings.klineSource = source
        case .setCoinsOnly(let isOn): settings.coinsOnly = isOn
        case .setKeepFavorites(let isOn): settings.keepFavorites = isOn
        }
        return self != before
    }

    private mutating func add(_ coin: CoinID, favoritesMax: Int) throws(MutationRefusal) {
        if isFavorite(coin) { return }
        try checkRoom(favoritesMax: favoritesMax)
        guard let key = OrderKey.between(favorites.last?.orderKey, nil) else { throw .noRoomInOrder }
        place(Favorite(coin: coin, orderKey: key))
    }

    private func checkRoom(favoritesMax: Int) throws(MutationRefusal) {
        if favorites.count >= favoritesMax { throw .tooManyFavorites(limit: favoritesMax) }
    }
}
