import Shared
import Testing

@testable import TerminalClient

@MainActor
struct UndoStackTests {
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
        while !replica.undoable.isEmpty { replica.undo() }
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
        replica.undo()
        #expect(replica.state.favorites.map(\.coin) == [CoinID(2), CoinID(3), CoinID(1), CoinID(4)])
    }

    @Test func whatChangesNothingIsNothingToTakeBack() throws {
        let replica = try replica([(1, "V01")])
        replica.mutate(.addFavorite(CoinID(1)))
        replica.mutate(.removeFavorite(CoinID(7)))
        replica.mutate(.setCoinsOnly(false))
        #expect(replica.undoable.isEmpty)
        replica.undo()
        #expect(replica.state.favorites.map(\.coin) == [CoinID(1)])
    }
}
