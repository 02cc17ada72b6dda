import Shared
import Testing

struct UserStateTests {
    private let one = CoinID(1)
    private let two = CoinID(2)
    private let three = CoinID(3)

    private func state(_ mutations: Mutation...) throws -> UserState {
        var state = UserState()
        for mutation in mutations { _ = try state.apply(mutation, favoritesMax: 3) }
        return state
    }

    @Test func favoritesAreAddedAtTheEnd() throws {
        let state = try state(.addFavorite(two), .addFavorite(one), .addFavorite(three))
        #expect(state.favorites.map(\.coin) == [two, one, three])
    }

    @Test func doingAChangeTwiceDoesItOnce() throws {
        let mutations: [Mutation] = [
            .addFavorite(one), .removeFavorite(one), .placeFavorite(two, try #require(OrderKey("V"))),
            .removeAllFavorites,
            .setKlineSource(.cryptoCompare), .setCoinsOnly(true), .setKeepFavorites(false),
        ]
        for mutation in mutations {
            var state = try state(.addFavorite(three))
            _ = try state.apply(mutation, favoritesMax: 3)
            let again = try state.apply(mutation, favoritesMax: 3)
            #expect(!again, "\(mutation)")
        }
    }

    @Test func placingMovesOneFavoriteAndAddsItIfNeedBe() throws {
        var state = try state(.addFavorite(one), .addFavorite(two))
        let key = try #require(OrderKey.between(nil, state.favorites.first?.orderKey))
        _ = try state.apply(.placeFavorite(two, key), favoritesMax: 3)
        #expect(state.favorites.map(\.coin) == [two, one])
        _ = try state.apply(.placeFavorite(three, key), favoritesMax: 3)
        #expect(state.favorites.map(\.coin) == [two, three, one], "equal keys go by coin")
    }

    @Test func theLimitRefusesOneMoreButNotAMove() throws {
        var state = try state(.addFavorite(one), .addFavorite(two), .addFavorite(three))
        let key = try #require(OrderKey("V"))
        #expect(throws: MutationRefusal.tooManyFavorites(limit: 3)) {
            _ = try state.apply(.addFavorite(CoinID(4)), favoritesMax: 3)
        }
        _ = try state.apply(.placeFavorite(one, key), favoritesMax: 3)
        #expect(state.favorites.count == 3)
    }
}
