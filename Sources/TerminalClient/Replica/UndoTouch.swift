internal import Shared

/// One thing that a change touched: what it was, and what the change made of it.
enum UndoTouch: Equatable {
    case added(CoinID, at: OrderKey)
    case removed(CoinID, from: OrderKey)
    case moved(CoinID, from: OrderKey, to: OrderKey)
    case klineSource(from: KlineSource, to: KlineSource)
    case coinsOnly(Bool)
    case keepFavorites(Bool)

    enum Thing: Hashable {
        case favorite(CoinID)
        case klineSource
        case coinsOnly
        case keepFavorites
    }

    var thing: Thing {
        switch self {
        case .added(let coin, _), .removed(let coin, _), .moved(let coin, _, _): .favorite(coin)
        case .klineSource: .klineSource
        case .coinsOnly: .coinsOnly
        case .keepFavorites: .keepFavorites
        }
    }

    /// With the place that what was added has by now.
    func following(_ state: UserState) -> UndoTouch {
        guard case .added(let coin, _) = self, let key = state.orderKey(of: coin) else { return self }
        return .added(coin, at: key)
    }

    func isStill(in state: UserState) -> Bool {
        switch self {
        case .added(let coin, let key), .moved(let coin, _, let key): state.orderKey(of: coin) == key
        case .removed(let coin, _): !state.isFavorite(coin)
        case .klineSource(_, let source): state.settings.klineSource == source
        case .coinsOnly(let isOn): state.settings.coinsOnly == isOn
        case .keepFavorites(let isOn): state.settings.keepFavorites == isOn
        }
    }

    var back: Mutation {
        switch self {
        case .added(let coin, _): .removeFavorite(coin)
        case .removed(let coin, let key), .moved(let coin, let key, _): .placeFavorite(coin, key)
        case .klineSource(let source, _): .setKlineSource(source)
        case .coinsOnly(let isOn): .setCoinsOnly(!isOn)
        case .keepFavorites(let isOn): .setKeepFavorites(!isOn)
        }
    }
}

extension UserState {
    /// Nothing for a change that changes nothing.
    func touches(of mutation: Mutation, after: UserState) -> [UndoTouch] {
        switch mutation {
        case .addFavorite(let coin): isFavorite(coin) ? [] : additions(of: coin, in: after)
        case .removeFavorite(let coin): removals { $0.coin == coin }
        case .placeFavorite(let coin, let key):
            switch orderKey(of: coin) {
            case nil: additions(of: coin, in: after)
            case key: []
            case let old?: [.moved(coin, from: old, to: key)]
            }
        case .removeAllFavorites: removals { _ in true }
        case .setKlineSource(let source):
            source == settings.klineSource ? [] : [.klineSource(from: settings.klineSource, to: source)]
        case .setCoinsOnly(let isOn): isOn == settings.coinsOnly ? [] : [.coinsOnly(isOn)]
        case .setKeepFavorites(let isOn): isOn == settings.keepFavorites ? [] : [.keepFavorites(isOn)]
        }
    }

    fileprivate func orderKey(of coin: CoinID) -> OrderKey? { favorites.first { $0.coin == coin }?.orderKey }

    private func additions(of coin: CoinID, in after: UserState) -> [UndoTouch] {
        after.orderKey(of: coin).map { [.added(coin, at: $0)] } ?? []
    }

    private func removals(of isMeant: (Favorite) -> Bool) -> [UndoTouch] {
        favorites.filter(isMeant).map { .removed($0.coin, from: $0.orderKey) }
    }
}
