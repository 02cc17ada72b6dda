package import Shared

/// How to take back this user's own changes in this terminal, the latest first.
///
/// Each step names what the change touched and nothing else, so that what others have changed since stays as it is.
package struct UndoStack: Equatable, Sendable {
    /// Nobody remembers more.
    private static let depth = 50

    private var steps: [[Mutation]] = []

    package init() {}

    /// The changes that take the latest one back; none if there is nothing to take back.
    package var latest: [Mutation] { steps.last ?? [] }

    /// - Parameter state: what the user saw when making the change.
    package mutating func note(_ mutation: Mutation, before state: UserState) {
        let step = state.inverse(of: mutation)
        if step.isEmpty { return }
        steps = steps.suffix(Self.depth - 1) + [step]
    }

    /// - Returns: the latest.
    package mutating func pop() -> [Mutation] { steps.popLast() ?? [] }
}

extension UserState {
    /// Nothing for a change that would change nothing.
    fileprivate func inverse(of mutation: Mutation) -> [Mutation] {
        switch mutation {
        case .addFavorite(let coin): isFavorite(coin) ? [] : [.removeFavorite(coin)]
        case .removeFavorite(let coin): places { $0.coin == coin }
        case .placeFavorite(let coin, _): isFavorite(coin) ? places { $0.coin == coin } : [.removeFavorite(coin)]
        case .removeAllFavorites: places { _ in true }
        case .setKlineSource(let source): source == settings.klineSource ? [] : [.setKlineSource(settings.klineSource)]
        case .setCoinsOnly(let isOn): isOn == settings.coinsOnly ? [] : [.setCoinsOnly(settings.coinsOnly)]
        case .setKeepFavorites(let isOn):
            isOn == settings.keepFavorites ? [] : [.setKeepFavorites(settings.keepFavorites)]
        }
    }

    /// Back to where they are now.
    private func places(of isMeant: (Favorite) -> Bool) -> [Mutation] {
        favorites.filter(isMeant).map { .placeFavorite($0.coin, $0.orderKey) }
    }
}
