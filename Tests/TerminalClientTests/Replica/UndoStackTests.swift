import Shared
import Testing

@testable import TerminalClient

@MainActor
struct UndoStackTests {
    private let now = ContinuousClock.now

    private func key(_ text: String) throws -> OrderKey { try #require(OrderKey(text)) }

    private func replica(_ coins: [(UInt32, String)]) throws -> UserReplica {
        let replica = UserReplica(journals: nil)
        let favorites = try coins.map { Favorite(coin: CoinID($0.0), orderKey: try key($0.1)) }
        replica.receive(UserState(version: 1, favorites: favorites))
        return replica
    }

    @Test func eachKindOfChangeIsTakenBack() throws {
        let replica = try replica([(1, "V01"), (2, "V02"), (3, "V03")])
        let before = replica.state
        let changes: [Mutation] = [
            .addFavorite(CoinID(4)), .removeFavorite(CoinID(2)), .placeFavorite(CoinID(3), try key("V005")),
            .placeFavorite(CoinID(9), try key("V09")), .removeAllFavorites, .setCoinsOnly(true),
            .setKeepFavorites(false), .setKlineSource(.cryptoCompare),
        ]
        for change in changes { replica.mutate(change) }
        #expect(replica.state != before)
        while replica.undoable(at: now) != nil { replica.undo(at: now) }
        #expect(replica.state == before)
    }

    @Test func whatOthersHaveChangedSinceStays() throws {
        let replica = try replica([(1, "V01"), (2, "V02"), (3, "V03")])
        replica.mutate(.removeFavorite(CoinID(2)))
        // Another terminal has moved 1 to the end and added 4 meanwhile; ours has arrived.
        let others = UserState(
            version: 4,
            favorites: [
                Favorite(coin: CoinID(3), orderKey: try key("V03")),
                Favorite(coin: CoinID(1), orderKey: try key("V05")),
                Favorite(coin: CoinID(4), orderKey: try key("V06")),
            ]
        )
        replica.receive(others)
        replica.undo(at: now)
        #expect(replica.state.favorites.map(\.coin) == [CoinID(2), CoinID(3), CoinID(1), CoinID(4)])
    }

    @Test func whatChangesNothingIsNothingToTakeBack() throws {
        let replica = try replica([(1, "V01")])
        replica.mutate(.addFavorite(CoinID(1)))
        replica.mutate(.removeFavorite(CoinID(7)))
        replica.mutate(.setCoinsOnly(false))
        #expect(replica.undoable(at: now) == nil)
        replica.undo(at: now)
        #expect(replica.state.favorites.map(\.coin) == [CoinID(1)])
    }

    /// What another terminal had set in between was overwritten.
    @Test func whatOthersHaveSetToSomethingElseSinceIsNotUndone() throws {
        let replica = try replica([(1, "V01"), (2, "V02")])
        let before = replica.state
        replica.mutate(.placeFavorite(CoinID(1), try key("V05")))
        replica.mutate(.setKlineSource(.cryptoCompare))
        // Another terminal has moved 1 on and set the source back and forth; ours has arrived.
        let others = UserState(
            version: 5,
            favorites: [
                Favorite(coin: CoinID(2), orderKey: try key("V02")),
                Favorite(coin: CoinID(1), orderKey: try key("V07")),
            ],
            settings: before.settings
        )
        deliver(others, to: replica, through: 2)
        for _ in 1...2 {
            let undoing = replica.undoable(at: now)
            #expect(undoing == UndoStack.Undoing(mutations: [], leftAlone: 1))
            replica.undo(at: now)
        }
        #expect(replica.state == others)
        #expect(replica.pendingCount == 0)
        #expect(replica.undoable(at: now) == nil)
    }

    @Test func ofManyThoseComeBackThatNobodyHasTouched() throws {
        let replica = try replica([(1, "V01"), (2, "V02"), (3, "V03")])
        replica.mutate(.removeAllFavorites, undoableUntil: now + .seconds(10))
        let others = UserState(version: 3, favorites: [Favorite(coin: CoinID(2), orderKey: try key("V09"))])
        deliver(others, to: replica, through: 1)
        let words = UndoWords(of: replica.undoable(at: now), state: replica.state, market: MarketTable())
        #expect(words.text == "back: 2 favorites, 1 changed since")
        replica.undo(at: now)
        #expect(replica.state.favorites.map(\.coin) == [CoinID(1), CoinID(3), CoinID(2)])
    }

    @Test func theWayBackFromRemovingAllEndsWhenItIsNotOfferedAnyMore() throws {
        let replica = try replica([(1, "V01"), (2, "V02")])
        replica.mutate(.setCoinsOnly(true))
        replica.mutate(.removeAllFavorites, undoableUntil: now + .seconds(10))
        #expect(replica.undoable(at: now + .milliseconds(9_999))?.mutations.count == 2)
        // A late key took back the setting once, which nobody had in mind.
        #expect(replica.undoable(at: now + .seconds(10)) == nil)
        let before = replica.state
        replica.undo(at: now + .seconds(10))
        #expect(replica.state == before)
    }

    @Test func whatWasDoneAfterRemovingAllCanBeTakenBackAndNothingBefore() throws {
        let replica = try replica([(1, "V01"), (2, "V02")])
        replica.mutate(.setCoinsOnly(true))
        replica.mutate(.addFavorite(CoinID(3)))
        replica.mutate(.placeFavorite(CoinID(1), try key("V09")))
        replica.mutate(.removeAllFavorites, undoableUntil: now + .seconds(10))
        replica.mutate(.addFavorite(CoinID(2)))
        let later = now + .seconds(10)
        #expect(replica.undoable(at: later)?.mutations == [.removeFavorite(CoinID(2))], "it was added anew")
        replica.undo(at: later)
        #expect(replica.undoable(at: later) == nil)
    }

    @Test func aRefusedChangeIsNothingToTakeBack() throws {
        let replica = try replica([(1, "V01")])
        replica.mutate(.setCoinsOnly(true))
        replica.mutate(.addFavorite(CoinID(2)))
        let state = replica.state
        deliver(
            UserState(version: 2, favorites: state.favorites.dropLast(), settings: state.settings),
            to: replica,
            through: 1
        )
        let refused = MutationResult(number: 2, outcome: .refused(reason: "full"), version: 2, lastNumber: 2)
        for _ in 1...2 { _ = replica.receive(refused) }
        #expect(replica.undoable(at: now)?.mutations == [.setCoinsOnly(false)])
    }

    @Test func whatOthersHavePlacedAnewSinceItWasAddedStays() throws {
        let replica = try replica([(1, "V01")])
        replica.mutate(.addFavorite(CoinID(2)))
        deliver(replica.state, to: replica, through: 1)
        let favorites = [
            Favorite(coin: CoinID(1), orderKey: try key("V01")), Favorite(coin: CoinID(2), orderKey: try key("V005")),
        ]
        let others = UserState(version: 3, favorites: favorites)
        replica.receive(others)
        #expect(replica.undoable(at: now) == UndoStack.Undoing(mutations: [], leftAlone: 1))
        replica.undo(at: now)
        #expect(replica.state == others)
    }

    /// Another terminal has added 3 meanwhile, so that 2 comes after it.
    @Test func thePlaceThatTheServerGivesIsOnesOwn() throws {
        let replica = try replica([(1, "V01")])
        replica.mutate(.addFavorite(CoinID(2)))
        var server = UserState(version: 2, favorites: [Favorite(coin: CoinID(1), orderKey: try key("V01"))])
        for coin in [3, 2] as [UInt32] { _ = try server.apply(.addFavorite(CoinID(coin)), favoritesMax: 9) }
        #expect(server.favorites != replica.state.favorites)
        deliver(server, to: replica, through: 1)
        replica.undo(at: now)
        #expect(replica.state.favorites.map(\.coin) == [CoinID(1), CoinID(3)])
    }

    @Test func whatIsAddedRemovedAndAddedAgainIsTakenBackStepByStep() throws {
        let replica = try replica([(1, "V01")])
        let before = replica.state
        replica.mutate(.addFavorite(CoinID(2)))
        replica.mutate(.addFavorite(CoinID(3)))
        let both = replica.state
        replica.mutate(.removeFavorite(CoinID(2)))
        replica.mutate(.addFavorite(CoinID(2)))
        deliver(UserState(version: 5, favorites: replica.state.favorites), to: replica, through: 4)
        for _ in 1...2 { replica.undo(at: now) }
        #expect(replica.state.favorites == both.favorites)
        for _ in 1...2 { replica.undo(at: now) }
        #expect(replica.state.favorites == before.favorites)
    }

    /// Each of 300 changes was written to the disk by itself, which took seconds.
    @Test func anUndoOfManyIsWrittenOnce() throws {
        let store = CountingStore()
        let replica = UserReplica(journals: store)
        var favorites: [Favorite] = []
        for coin in 1...300 as ClosedRange<UInt32> {
            favorites.append(
                Favorite(coin: CoinID(coin), orderKey: try #require(.between(favorites.last?.orderKey, nil)))
            )
        }
        replica.receive(UserState(version: 1, favorites: favorites))
        replica.mutate(.removeAllFavorites)
        replica.undo(at: now)
        #expect(replica.state.favorites == favorites)
        #expect(store.writes == 2)
    }

    /// The server has taken all changes up to a number, and tells the state that came of these and others.
    private func deliver(_ state: UserState, to replica: UserReplica, through last: UInt64) {
        replica.receive(state)
        for number in 1...last {
            _ = replica.receive(MutationResult(number: number, outcome: .applied, version: 2, lastNumber: number))
        }
    }
}

/// Counts how often something is written.
@MainActor
private final class CountingStore: PendingStore {
    let queues = [MutationQueue(clientID: ClientID(high: 1, low: 2))]
    private(set) var writes = 0

    func write(_ queue: MutationQueue, durably: Bool) throws(ProfileError) { writes += 1 }
    func remove(_ clientID: ClientID) {}
}
