internal import SwiftProtobuf

extension UserState {
    init(wire: WireUserState) throws(FrameError) {
        var favorites: [Favorite] = []
        for favorite in wire.favorites {
            do throws(MutationRefusal) {
                favorites.append(
                    Favorite(coin: CoinID(favorite.coinID), orderKey: try OrderKey(wire: favorite.orderKey))
                )
            } catch {
                throw .malformed(error.description)
            }
        }
        self.init(version: wire.version, favorites: favorites, settings: UserSettings(wire: wire.settings))
    }

    var wire: WireUserState {
        .with { wire in
            wire.version = version
            wire.favorites = favorites.map { favorite in
                .with { ($0.coinID, $0.orderKey) = (favorite.coin.rawValue, favorite.orderKey.text) }
            }
            wire.settings = settings.wire
        }
    }
}

extension UserSettings {
    fileprivate init(wire: WireSettings) {
        self.init(
            klineSource: KlineSource(wire: wire.klineSource) ?? .huobi,
            coinsOnly: wire.coinsOnly,
            keepFavorites: wire.keepFavorites
        )
    }

    fileprivate var wire: WireSettings {
        .with { wire in
            wire.klineSource = klineSource.wire
            wire.coinsOnly = coinsOnly
            wire.keepFavorites = keepFavorites
        }
    }
}

extension KlineSource {
    init?(wire: WireKlineSource) {
        switch wire {
        case .huobi: self = .huobi
        case .cryptocompare: self = .cryptoCompare
        case .unspecified, .UNRECOGNIZED: return nil
        }
    }

    var wire: WireKlineSource {
        switch self {
        case .huobi: .huobi
        case .cryptoCompare: .cryptocompare
        }
    }
}

extension OrderKey {
    fileprivate init(wire: String) throws(MutationRefusal) {
        guard let key = OrderKey(wire) else { throw .badOrderKey(String(wire.prefix(Self.lengthMax + 1)).visible) }
        self = key
    }
}

extension NumberedMutation {
    init(wire: WireMutation) throws(FrameError) {
        if wire.number == 0 { throw .malformed("a mutation has the number 0; they count from 1") }
        self.init(
            number: wire.number,
            settled: wire.settled,
            mutation: Result { () throws(MutationRefusal) in try Mutation(wire: wire.change) }
        )
    }

    var wire: WireMutation {
        .with { wire in
            wire.number = number
            wire.settled = settled
            wire.change = (try? mutation.get())?.wire
        }
    }
}

extension Mutation {
    fileprivate init(wire: WireMutation.OneOf_Change?) throws(MutationRefusal) {
        switch wire {
        case .addFavorite(let add)?: self = .addFavorite(CoinID(add.coinID))
        case .removeFavorite(let remove)?: self = .removeFavorite(CoinID(remove.coinID))
        case .placeFavorite(let place)?:
            self = .placeFavorite(CoinID(place.coinID), try OrderKey(wire: place.orderKey))
        case .removeAllFavorites?: self = .removeAllFavorites
        case .setKlineSource(let source)?:
            guard let source = KlineSource(wire: source) else { throw .unknownKind }
            self = .setKlineSource(source)
        case .setCoinsOnly(let isOn)?: self = .setCoinsOnly(isOn)
        case .setKeepFavorites(let isOn)?: self = .setKeepFavorites(isOn)
        case nil: throw .unknownKind
        }
    }

    fileprivate var wire: WireMutation.OneOf_Change {
        switch self {
        case .addFavorite(let coin): .addFavorite(.with { $0.coinID = coin.rawValue })
        case .removeFavorite(let coin): .removeFavorite(.with { $0.coinID = coin.rawValue })
        case .placeFavorite(let coin, let key):
            .placeFavorite(.with { ($0.coinID, $0.orderKey) = (coin.rawValue, key.text) })
        case .removeAllFavorites: .removeAllFavorites(WireRemoveAllFavorites())
        case .setKlineSource(let source): .setKlineSource(source.wire)
        case .setCoinsOnly(let isOn): .setCoinsOnly(isOn)
        case .setKeepFavorites(let isOn): .setKeepFavorites(isOn)
        }
    }
}

extension MutationResult {
    init(wire: WireMutationResult) {
        let outcome: Outcome =
            switch wire.outcome {
            case .applied: .applied
            case .refused: .refused(reason: wire.reason.visible)
            case .outOfOrder: .outOfOrder
            case .retryLater, .unspecified, .UNRECOGNIZED: .retryLater(reason: wire.reason.visible)
            }
        self.init(number: wire.number, outcome: outcome, version: wire.version, lastNumber: wire.lastNumber)
    }

    var wire: WireMutationResult {
        .with { wire in
            wire.number = number
            wire.version = version
            wire.lastNumber = lastNumber
            switch outcome {
            case .applied: wire.outcome = .applied
            case .outOfOrder: wire.outcome = .outOfOrder
            case .refused(let reason): (wire.outcome, wire.reason) = (.refused, reason)
            case .retryLater(let reason): (wire.outcome, wire.reason) = (.retryLater, reason)
            }
        }
    }
}
