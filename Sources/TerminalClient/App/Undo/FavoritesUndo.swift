internal import Shared

/// The favorites that were removed on this terminal and may be wanted back, where they stood.
@MainActor
final class FavoritesUndo {
    private struct Removal {
        let favorites: [Favorite]
        /// Until when it can be taken back; nil: as long as the terminal runs.
        let deadline: ContinuousClock.Instant?
    }

    /// How long it is said that there is a way back.
    static let noticeTime = Duration.seconds(10)
    /// How long all favorites at once can be brought back: other terminals go on with the empty list.
    static let timeForAll = Duration.seconds(10)
    private static let removalsMax = 50

    private var removals: [Removal] = []
    private let session: Session
    private let clock: AppClock

    init(session: Session, clock: AppClock) {
        self.session = session
        self.clock = clock
    }

    // MARK: Inputs

    func removed(_ favorites: [Favorite], undoable time: Duration?) {
        if favorites.isEmpty { return }
        removals.append(Removal(favorites: favorites, deadline: time.map { clock.now() + $0 }))
        removals = removals.suffix(Self.removalsMax)
    }

    /// Brings the last removal back that can still be.
    /// - Returns: how many favorites came back.
    func undone() -> Int {
        removals.removeAll { $0.deadline.map { $0 < clock.now() } ?? false }
        guard let last = removals.popLast() else { return 0 }
        for favorite in last.favorites { session.user.mutate(.placeFavorite(favorite.coin, favorite.orderKey)) }
        return last.favorites.count
    }
}
