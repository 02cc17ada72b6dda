package import Shared

/// How to take back this user's own changes in this terminal, the latest first.
///
/// Each step names what the change touched and nothing else, and is taken only where that is still as the change made it: what
/// others have changed since stays as it is.
package struct UndoStack: Equatable, Sendable {
    /// What taking the latest change back means.
    package struct Undoing: Equatable, Sendable {
        package var mutations: [Mutation]
        /// Things that the change touched and others have changed since.
        package var leftAlone: Int
    }

    /// Nobody remembers more.
    private static let depth = 50

    private var steps: [UndoStep] = []

    package init() {}

    /// - Parameters:
    ///   - state: what the user saw when making the change.
    ///   - end: until when it can be taken back; nil: as long as it is the latest.
    package mutating func note(_ mutation: Mutation, before state: UserState, until end: ContinuousClock.Instant? = nil)
    {
        let touches = state.touches(of: mutation)
        if touches.isEmpty { return }
        steps = steps.suffix(Self.depth - 1) + [UndoStep(touches: touches, end: end)]
    }

    /// Nil where there is nothing to take back.
    package func latest(in state: UserState, at now: ContinuousClock.Instant) -> Undoing? {
        guard let step = steps.last(where: { $0.isOpen(at: now) }) else { return nil }
        let touches = step.touches.filter { $0.isStill(in: state) }
        return Undoing(mutations: touches.map(\.back), leftAlone: step.touches.count - touches.count)
    }

    /// - Returns: the latest.
    package mutating func pop(in state: UserState, at now: ContinuousClock.Instant) -> Undoing? {
        steps.removeAll { !$0.isOpen(at: now) }
        defer { _ = steps.popLast() }
        return latest(in: state, at: now)
    }
}

private struct UndoStep: Equatable {
    let touches: [UndoTouch]
    /// Until when it can be taken.
    let end: ContinuousClock.Instant?

    func isOpen(at now: ContinuousClock.Instant) -> Bool { end.map { now < $0 } ?? true }
}

/// One thing that a change touched: what it was, and what the change made of it.
private enum UndoTouch: Equatable {
    case added(CoinID)
    case removed(CoinID, from: OrderKey)
    case moved(CoinID, from: OrderKey, to: OrderKey)
    case klineSource(from: KlineSource, to: KlineSource)
    case coinsOnly(Bool)
    case keepFavorites(Bool)

    func isStill(in state: UserState) -> Bool {
        switch self {
        case .added(let coin): state.isFavorite(coin)
        case .removed(let coin, _): !state.isFavorite(coin)
        case .moved(let coin, _, let key): state.favorites.contains { $0.coin == coin && $0.orderKey == key }
        case .klineSource(_, let source): state.settings.klineSource == source
        case .coinsOnly(let isOn): state.settings.coinsOnly == isOn
        case .keepFavorites(let isOn): state.settings.keepFavorites == isOn
        }
    }

    var back: Mutation {
        switch self {
        case .added(let coin): .removeFavorite(coin)
        case .removed(let coin, let key), .moved(let coin, let key, _): .placeFavorite(coin, key)
        case .klineSource(let source, _): .setKlineSource(source)
        case .coinsOnly(let isOn): .setCoinsOnly(!isOn)
        case .keepFavorites(let isOn): .setKeepFavorites(!isOn)
        }
    }
}

extension UserState {
    /// Nothing for a change that would change nothing.
    fileprivate func touches(of mutation: Mutation) -> [UndoTouch] {
        switch mutation {
        case .addFavorite(let coin): isFavorite(coin) ? [] : [.added(coin)]
        case .removeFavorite(let coin): removals { $0.coin == coin }
        case .placeFavorite(let coin, let key):
            switch favorites.first(where: { $0.coin == coin })?.orderKey {
            case nil: [.added(coin)]
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

    private func removals(of isMeant: (Favorite) -> Bool) -> [UndoTouch] {
        favorites.filter(isMeant).map { .removed($0.coin, from: $0.orderKey) }
    }
}
