import Shared
import TerminalKit
import Testing

@testable import TerminalClient

/// The user's own order, moved with keys.
@MainActor
struct FavoritesViewModelTests {
    @Test func favoritesStandInTheUsersOrder() {
        #expect(Scene(user: .favorites(74, 1, 5994)).favoriteSymbols == ["DOGE", "BTC", "SHIB"])
    }

    @Test func aFavoriteMovesBetweenItsNeighborsAndStaysSelected() {
        let scene = Scene(user: .favorites(74, 1, 5994))
        scene.favoritesView.press("J")
        #expect(scene.favoriteSymbols == ["BTC", "DOGE", "SHIB"])
        scene.favoritesView.press("J", "J")
        #expect(scene.favoriteSymbols == ["BTC", "SHIB", "DOGE"])
        #expect(scene.favorites.selectedPlace == 2)
        scene.favoritesView.press("K", "K", "K")
        #expect(scene.favoriteSymbols == ["DOGE", "BTC", "SHIB"])
        #expect(scene.favorites.selectedPlace == 0)
    }

    @Test func aMoveIsOneMutation() {
        let scene = Scene(user: .favorites(74, 1, 5994))
        scene.favoritesView.press("J")
        #expect(scene.link.user.pendingCount == 1)
    }

    @Test(arguments: [Key("x"), Key(" "), Key("f"), Key(.delete)])
    func aRemovedFavoriteLeavesTheSelectionInItsPlace(key: Key) {
        let scene = Scene(user: .favorites(74, 1, 5994))
        scene.favoritesView.press("j", key)
        #expect(scene.favoriteSymbols == ["DOGE", "SHIB"])
        #expect(scene.favorites.selectedPlace == 1)
        scene.favoritesView.press(key)
        #expect(scene.favorites.selectedPlace == 0)
        scene.favoritesView.press(key, key)
        #expect(scene.favorites.selectedPlace == nil)
    }

    @Test func undoPutsARemovedFavoriteBackInItsPlace() {
        let scene = Scene(user: .favorites(74, 1, 5994))
        scene.favoritesView.press("j", "x")
        #expect(scene.tabs.status.notice == "removed BTC (z: undo)")
        scene.favoritesView.press("x")
        #expect(scene.favoriteSymbols == ["DOGE"])
        scene.favoritesView.press("z", "z")
        #expect(scene.favoriteSymbols == ["DOGE", "BTC", "SHIB"])
        scene.favoritesView.press("z")
        #expect(scene.tabs.status.notice == "nothing to undo")
    }

    @Test func neighborsMakeRoomIfThereIsNone() throws {
        let key = try #require(OrderKey("V"))
        let items = [74, 1, 5994].map { ListItem(coin: CoinID($0), orderKey: key) }
        let scene = Scene(user: .setting { _ in Mutation(items.map { Change($0.key, .put($0.value)) }) })
        scene.favoritesView.press("j", "j", "K")
        #expect(scene.favoriteSymbols == ["BTC", "SHIB", "DOGE"])
        #expect(scene.link.user.pendingCount == 1)
        scene.favoritesView.press("z")
        #expect(scene.favoriteSymbols == ["BTC", "DOGE", "SHIB"])
    }

    @Test func theSelectionStaysOnItsCoinWhenAnotherTerminalChangesTheOrder() {
        let scene = Scene(user: .favorites(74, 1, 5994))
        scene.favoritesView.press("j")
        _ = scene.link.user.receive(.favorites(5994, 74, 1))
        #expect(scene.favorites.selectedPlace == 2)
    }

    @Test func anUnmovedSelectionStaysOnItsCoinOnceItIsShown() {
        let scene = Scene(user: .favorites(1, 1027))
        _ = scene.favoritesView.picture()
        _ = scene.link.user.receive(.favorites(1027, 1))
        #expect(scene.favorites.selectedPlace == 1)
        scene.favoritesView.press("x")
        #expect(scene.favoriteSymbols == ["ETH"])
    }

    @Test func afterARemovalTheSelectionFollowsTheCoinBelow() {
        let scene = Scene(user: .favorites(74, 1, 5994))
        scene.favoritesView.press("x")
        _ = scene.link.user.receive(.favorites(74, 5994, 1))
        #expect(scene.favorites.selectedPlace == 1)
        scene.favoritesView.press("x")
        #expect(scene.favoriteSymbols == ["SHIB"])
    }

    @Test func unknownFavoritesAreNotCalledLoadingWithoutAConnection() {
        let scene = Scene(isComplete: false)
        scene.link.state = .waiting(until: scene.time.now + .seconds(5), after: .lost)
        #expect(scene.favorites.emptyWords.first == "No favorites yet.")
        scene.link.user.mutate { .add([CoinID(1)], of: $0) }
        #expect(scene.favorites.missingWords(of: CoinID(1)) == "id:1  –")
    }

    @Test func aCoinThatTheMarketLacksIsShownAsNotListed() {
        let scene = Scene(user: .favorites(99_999))
        #expect(scene.favorites.row(at: 0) == nil)
        #expect(scene.favorites.missingWords(of: CoinID(99_999)) == "id:99999  not listed on this server")
    }

    @Test func anEmptyListSaysWhatToDo() {
        #expect(Scene().favorites.emptyWords.first == "You have no favorites yet.")
        #expect(Scene(isComplete: false).favorites.emptyWords == ["Loading your favorites…"])
    }

    @Test func aLinkBySymbolPrefersTheFavoriteWithThatSymbol() {
        let other = TestCoin(id: 9001, symbol: "BTC", name: "Another one", rank: 900)
        let scene = Scene(.few + [other], user: .favorites(74, 9001))
        #expect(scene.favorites.coinRequested(.symbol("btc")) == CoinID(9001))
        #expect(scene.favorites.selectedPlace == 1)
        #expect(scene.favorites.coinRequested(.symbol("ETH")) == nil)
        #expect(scene.favorites.coinRequested(.id(CoinID(1))) == nil)
        #expect(scene.prices.coinRequested(.symbol("BTC")) == CoinID(1))
    }

    @Test func favoritesAreSortedFilteredAndPutBackIntoTheirOwnOrder() {
        let scene = Scene(user: .favorites(74, 1, 5994))
        scene.favoritesView.press("#")
        #expect(scene.favoriteSymbols == ["BTC", "DOGE", "SHIB"])
        scene.favoritesView.press("m", "m")
        #expect(scene.favoriteSymbols == ["SHIB", "DOGE", "BTC"])
        scene.favoritesView.press("/", "s", "h", Key(.enter))
        #expect(scene.favoriteSymbols == ["SHIB"])
        #expect(scene.favoritesView.picture().contains("1 of 3"))
        scene.favoritesView.press(Key(.escape), "a")
        #expect(scene.favoriteSymbols == ["DOGE", "BTC", "SHIB"])
    }

    @Test func matchesAreInTheUsersOrderOnlyAfterTheUserChoosesIt() {
        let scene = Scene(user: .favorites(74, 5994, 1))
        scene.favoritesView.press("/", "b")
        #expect(scene.favoriteSymbols == ["BTC", "SHIB"], "the best match first")
        scene.favoritesView.press(Key(.enter), "a")
        #expect(scene.favoriteSymbols == ["SHIB", "BTC"])
        #expect(scene.favorites.list.filterCounts.first == "2 of 3")
        scene.favoritesView.press("v", Key(.escape))
        #expect(scene.favoriteSymbols == ["BTC", "DOGE", "SHIB"], "the order that the user chose last")
        scene.favoritesView.press("a", "/", "b", Key(.escape))
        #expect(scene.favoriteSymbols == ["DOGE", "SHIB", "BTC"])
    }

    @Test func withoutFavoritesTheirOrderIsNotMentioned() {
        let scene = Scene(user: .favorites())
        for keys in [["K"], ["#", "J"]] as [[Key]] {
            for key in keys { scene.favoritesView.press(key) }
            #expect(scene.tabs.status.notice == "there are no coins to move yet")
        }
    }

    @Test func favoritesMoveOnlyInTheirOwnOrder() {
        let scene = Scene(user: .favorites(74, 1, 5994))
        scene.favoritesView.press("#", "J")
        #expect(scene.link.user.favoriteIDs == [74, 1, 5994])
        #expect(scene.tabs.status.notice == "to move coins, sort by your own order (a) and clear the filter")
    }
}
