import Shared
import TerminalKit
import Testing

@testable import TerminalClient

/// The list while the user moves through it and the market changes.
@MainActor
struct PricesViewModelTests {
    @Test(arguments: [true, false])
    func theSelectionStaysOnItsCoinWhenPricesChangeTheOrder(isMoved: Bool) {
        let scene = Scene()
        scene.pricesView.press("d")
        if isMoved { scene.pricesView.press("j", "k") }
        #expect(scene.selectedSymbol == "SHIB")
        scene.tick { table in
            var changes = MarketChanges()
            changes.dayChanges.append(Percent(hundredths: -5000), row: 6)
            table.update(changes)
        }
        #expect(scene.prices.selectedPlace == 7)
        #expect(scene.selectedSymbol == "SHIB")
        scene.pricesView.press("f")
        #expect(scene.link.user.favoriteIDs == [5994])
    }

    /// Once, the selection stayed at the end of the list, and the user did not see the new order's top.
    @Test func aChosenOrderMovesTheListAndTheSelectionToTheTop() {
        let scene = Scene(.many(300))
        for key in ["d", "d", "s", "S", "p", "#"] as [Key] {
            scene.pricesView.press("G")
            #expect(scene.prices.list.content.window.first > 200)
            scene.pricesView.press(key)
            #expect(scene.prices.selectedPlace == 0 && scene.prices.list.content.window.first == 0, "\(key)")
        }
    }

    @Test func oneListByRankIsTheDefaultAndSectionsAreRemembered() {
        let kept = Box<ConfigEntry?>(nil)
        let scene = Scene(local: LocalStore { kept.value = $0 })
        #expect(scene.priceSymbols.prefix(3) == ["BTC", "ETH", "USDT"])
        scene.pricesView.press("e")
        #expect(scene.priceSymbols.prefix(3) == ["BTC", "ETH", "SOL"])
        #expect(kept.value == ConfigEntry(.sections, "on"))
        scene.pricesView.press("e")
        #expect(scene.priceSymbols.prefix(3) == ["BTC", "ETH", "USDT"])
    }

    @Test func theSelectionStepsOverTheTitleBetweenTheSections() {
        let scene = apart()
        scene.pricesView.press("j", "j", "j", "j", "j")
        #expect(scene.selectedSymbol == "USDT")
        scene.pricesView.press("k")
        #expect(scene.selectedSymbol == "TRX")
        scene.pricesView.press("G", "j")
        #expect(scene.selectedSymbol == "LINK")
        scene.pricesView.press("g", "k")
        #expect(scene.selectedSymbol == "BTC")
    }

    private func apart(_ coins: [TestCoin] = .few) -> Scene {
        Scene(coins, local: LocalStore(LocalSettings(sections: true)))
    }

    @Test func theSelectionKeepsItsPlaceWhenItsCoinLeavesTheList() {
        let scene = Scene()
        scene.pricesView.press("j")
        _ = scene.selectedSymbol
        scene.tick { table in
            var changes = MarketChanges()
            changes.delistings.append(true, row: 1)
            table.update(changes)
        }
        #expect(scene.selectedSymbol == "USDT")
    }

    @Test(arguments: [(20, 5), (24, 10), (40, 10), (80, 24)])
    func whatTheListIsSortedByIsShownAtEverySize(width: Int, height: Int) {
        let scene = Scene()
        let titles = {
            scene.pricesView.picture(width, height).split(separator: "\n").first { $0.contains(/\bPrice\b/) } ?? ""
        }
        for key in QuoteColumn.sortable {
            #expect(scene.prices.list.sort == PriceSort(key))
            #expect(titles().contains(PriceSort(key).arrow), "\(key)")
            scene.pricesView.press("s")
        }
        #expect(scene.prices.list.sort == PriceSort())
    }

    @Test func sortingByAHiddenColumnIsNamedInTheTitle() {
        let scene = Scene()
        let small = [
            "by rank ▲", "by name ▲", "Price▼", "by 24 h ▼", "by 1 h ▼", "by 7 d ▼", "by volume ▼", "by cap ▼",
            "by source ▲",
        ]
        let wide = ["rank ▲", "name ▲", "", "", "1 h ▼", "7 d ▼", "volume ▼", "market cap ▼", "source ▲"]
        for (words, others) in zip(small, wide) {
            #expect(scene.pricesView.picture(20, 5).contains(words))
            #expect(others.isEmpty || scene.pricesView.picture(50, 10).contains("Coins 8  by \(others)"), "\(others)")
            scene.pricesView.press("s")
        }
    }

    @Test func aKeyForSectionsSaysWhyThereAreNone() {
        let scene = Scene()
        let view = scene.pricesView
        view.press("}")
        #expect(scene.tabs.status.notice == "the list has no sections (e: show coins and tokens apart)")
        view.press("e", "/", "b", Key(.enter), "{")
        #expect(scene.tabs.status.notice == "a filtered list has no sections (Esc: clear the filter)")
        view.press(Key(.escape))
        scene.time.advance(by: .seconds(60))
        view.press("}")
        #expect(scene.tabs.status.notice == nil && scene.selectedSymbol == "USDT", "there are sections now")
        scene.link.user.mutate { _ in .set(Settings.coinsOnly, to: true) }
        view.press("}")
        #expect(scene.tabs.status.notice == "there is no other section")
    }

    @Test(arguments: [
        ("1 h", QuoteColumn.hourChange, "1 h▼"), ("Volume", .volume, " Vol▼"), ("Mkt cap", .marketCap, " Cap▼"),
    ])
    func aClickOnATitleSortsByItsColumn(title: String, key: QuoteColumn, sorted: String) throws {
        let scene = Scene()
        let titles = { scene.pricesView.picture().split(separator: "\n", omittingEmptySubsequences: false)[2] }
        let line = titles()
        let x = line.distance(from: line.startIndex, to: try #require(line.firstRange(of: title)).lowerBound)
        let click = InputEvent.mouse(Mouse(.press(.left), at: Point(x: x, y: 2)))
        _ = scene.pricesView.take(click, in: Size(width: 80, height: 24))
        #expect(scene.prices.list.sort == PriceSort(key))
        #expect(titles().contains(sorted))
        _ = scene.pricesView.take(click, in: Size(width: 80, height: 24))
        #expect(scene.prices.list.sort == PriceSort(key, isDescending: false))
    }

    @Test(arguments: [(5, true), (6, true), (7, true), (4, false), (8, false)])
    func clicksBesideAStarsPlaceCountToo(x: Int, isMarked: Bool) {
        let scene = Scene()
        let click = InputEvent.mouse(Mouse(.press(.left), at: Point(x: x, y: 5)))
        #expect(scene.pricesView.take(click, in: Size(width: 80, height: 24)))
        #expect(scene.link.user.favorites.count == (isMarked ? 1 : 0))
    }

    @Test func aClickInTheStarColumnTogglesTheFavorite() throws {
        let scene = Scene()
        let star = Point(x: 6, y: 5)
        let click = { scene.pricesView.take(.mouse(Mouse(.press(.left), at: star)), in: Size(width: 80, height: 24)) }
        #expect(click())
        #expect(scene.selectedSymbol == "USDT" && scene.link.user.favorites.count == 1)
        try scene.pricesView.click(on: "★")
        #expect(scene.selectedSymbol == "USDT" && scene.link.user.favorites.isEmpty)
        #expect(scene.tabs.open.chart == nil)
    }

    @Test func aKeyMovesFromSectionToSection() {
        let scene = apart()
        scene.pricesView.press("}")
        #expect(scene.prices.selectedPlace.flatMap(scene.prices.shown.section(at:)) == .tokens)
        let first = scene.selectedSymbol
        scene.pricesView.press("j", "{")
        #expect(scene.selectedSymbol == first)
        scene.pricesView.press("}")
        #expect(scene.selectedSymbol == first, "there is no section below")
        scene.pricesView.press("{")
        #expect(scene.selectedSymbol == "BTC")
    }

    @Test func aSectionReachedByKeyBeginsAtTheTop() {
        let scene = apart(.many(100))
        scene.pricesView.press("}")
        let lines = scene.pricesView.picture().split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[2].contains("Tokens 20") && lines[3].hasPrefix("▌") && lines[3].contains("C4 "))
    }

    @Test func theFilterShowsHowManyItFindsAtEverySize() {
        let scene = Scene()
        scene.pricesView.press("/", "c", "o", "i", "n")
        let filter = { (width: Int, height: Int) in
            scene.pricesView.picture(width, height).split(separator: "\n").first { $0.contains("/ coin") } ?? ""
        }
        #expect(filter(80, 24).hasSuffix("  2 of 8, best match first"))
        #expect(filter(24, 8).hasSuffix("  2 of 8"))
        #expect(filter(20, 5).hasSuffix("  2"))
        #expect(scene.prices.list.filterCounts == ["2 of 8, best match first", "2 of 8", "2"])
    }

    /// Equally good matches do not keep the order of the sorted list either.
    @Test func theBestMatchComesFirstWhateverTheOrderUntilTheUserChoosesAnother() {
        let scene = Scene()
        let view = scene.pricesView
        let titles = { view.picture().split(separator: "\n", omittingEmptySubsequences: false)[2] }
        view.press("p", "p", "/", "c", "o")
        #expect(scene.priceSymbols == ["BTC", "DOGE"] && scene.selectedSymbol == "BTC")
        #expect(scene.prices.list.filterCounts.first == "2 of 8, best match first")
        #expect(!titles().contains("▲") && !titles().contains("▼"), "the list is not sorted by a column")
        view.press(Key(.enter), "p", "p")
        #expect(scene.priceSymbols == ["DOGE", "BTC"] && scene.selectedSymbol == "DOGE")
        #expect(scene.prices.list.filterCounts.first == "2 of 8" && titles().contains("Price▲"))
        view.press("/", "i")
        #expect(scene.priceSymbols == ["BTC", "DOGE"] && scene.selectedSymbol == "BTC")
        view.press(Key(.escape))
        #expect(scene.priceSymbols.first == "SHIB" && titles().contains("Price▲"))
    }

    @Test func aClickOnATitleSortsTheMatchesWhileTheUserTypes() throws {
        let scene = Scene()
        scene.pricesView.press("/", "c", "o")
        try scene.pricesView.click(on: "Mkt cap")
        try scene.pricesView.click(on: "Cap▼")
        #expect(scene.priceSymbols == ["DOGE", "BTC"] && scene.prices.list.isFiltering)
        #expect(scene.pricesView.picture().contains("Cap▲"))
    }

    @Test func spacesAroundTheFilterFindTheSame() {
        let scene = Scene()
        scene.pricesView.press("/", " ", "l", "i", "n", " ")
        #expect(scene.selectedSymbol == "LINK")
        #expect(scene.prices.row(at: 0)?.nameMatch == 5..<8)
        scene.pricesView.press(Key(.escape), "/", " ")
        #expect(scene.prices.list.counts.matching == 8)
    }

    @Test func whatCoinsOnlyHidesIsNamedWhereNothingMatches() {
        let scene = Scene()
        scene.link.user.mutate { _ in .set(Settings.coinsOnly, to: true) }
        scene.pricesView.press("/", "l", "i", "n", "k")
        #expect(scene.pricesView.picture().contains("Tokens are left out, because \"Coins only\" is on in Settings."))
    }

    @Test func typingFiltersAtOnceAndEscapeShowsEverythingAgain() {
        let scene = Scene()
        scene.pricesView.press("/", "l", "i", "n")
        #expect(scene.prices.list.filterCounts.first == "1 of 8")
        #expect(scene.selectedSymbol == "LINK")
        #expect(scene.prices.row(at: 0)?.nameMatch == 5..<8)
        scene.pricesView.press(Key(.enter))
        #expect(!scene.prices.list.isFiltering)
        #expect(scene.prices.shown.matchCount == 1)
        scene.pricesView.press(Key(.escape))
        #expect(scene.prices.shown.matchCount == 8)
    }

    @Test func keysTypedIntoTheFilterAreNoCommands() {
        let scene = Scene()
        scene.pricesView.press("/", "q", "s", "1")
        #expect(scene.prices.list.filter.text == "qs1")
        #expect(scene.prices.list.controls.order == .bestMatch)
        #expect(scene.prices.emptyWords.first == "Nothing matches \"qs1\".")
    }

    @Test func aFavoriteIsShownAtOnceAndWithdrawnWhenRefused() {
        let scene = Scene()
        scene.pricesView.press(" ")
        #expect(scene.prices.row(at: 0)?.isFavorite == true)
        #expect(scene.tabs.status.pending == "1 not saved yet")
        scene.answer(1, .refused(reason: "You have 500 favorites, which is the most; remove one first."))
        #expect(scene.prices.row(at: 0)?.isFavorite == false)
        #expect(scene.tabs.status.pending == nil)
        #expect(scene.tabs.status.problem?.hasPrefix("You have 500 favorites") == true)
        scene.pricesView.press(Key(.escape))
        #expect(scene.tabs.status.problem == nil)
    }

    @Test func theSameKeyRemovesAFavorite() {
        let scene = Scene(user: .favorites(1))
        scene.pricesView.press("f")
        #expect(scene.link.user.favorites.isEmpty)
    }

    @Test func escapeGoesBackOneLevelAtATime() {
        let scene = Scene()
        scene.pricesView.press("/", "b", Key(.enter), " ")
        scene.answer(1, .refused(reason: "No."))
        scene.pricesView.press(Key(.escape))
        #expect(scene.tabs.status.problem == nil)
        #expect(scene.prices.list.filter.text == "b")
        scene.pricesView.press(Key(.escape))
        #expect(scene.prices.list.filter.isEmpty)
    }

    @Test func coinsOnlyFollowsTheSettingAsAnotherTerminalChangesIt() {
        let scene = Scene()
        #expect(scene.priceSymbols.count == 8)
        _ = scene.link.user.receive(.setting { _ in .set(Settings.coinsOnly, to: true) })
        #expect(scene.priceSymbols == ["BTC", "ETH", "SOL", "DOGE", "TRX"])
    }

    @Test func anEmptyListSaysWhy() {
        let scene = Scene(isComplete: false)
        scene.link.state = .connecting
        #expect(scene.prices.emptyWords == ["Connecting to localhost:7443…"])
        scene.link.state = .live
        #expect(scene.prices.emptyWords == ["Loading prices…"])
        scene.link.state = .waiting(until: scene.time.now + .seconds(5), after: .lost)
        let offline = ["The connection was lost.", "They appear here once there is a connection."]
        #expect(scene.prices.emptyWords == ["No prices yet."] + offline)
    }

    /// Once, only the bottom line had the reason, and cut it.
    @Test(arguments: [(40, 12), (80, 24)])
    func anEmptyMarketSaysWhySourcesSendNothing(width: Int, height: Int) {
        let cause = "CoinMarketCap cannot be reached: the name pro-api.coinmarketcap.com has no address."
        let listing = MarketSource(
            .ticker,
            MarketSource.Name(.listing, of: "CoinMarketCap"),
            state: .down,
            since: MarketTime(seconds: 1_700_000_000),
            lastEvent: nil,
            cause: cause
        )
        let picture = Scene([], sources: [listing]).pricesView.picture(width, height)
        let words = picture.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("The server has no prices yet. \(cause) They appear here"), "\(picture)")
    }

    @Test func aClickSelectsARowAndSortsByATitle() {
        let scene = Scene()
        let size = Size(width: 80, height: 24)
        let view = scene.pricesView
        _ = view.take(.mouse(Mouse(.press(.left), at: Point(x: 10, y: 5))), in: size)
        #expect(scene.selectedSymbol == "USDT")
        _ = view.take(.mouse(Mouse(.press(.left), at: Point(x: 50, y: 2))), in: size)
        #expect(scene.prices.list.sort == PriceSort(.dayChange))
        _ = view.take(.mouse(Mouse(.scrollDown, at: Point(x: 10, y: 10))), in: size)
        #expect(scene.selectedSymbol == "TRX")
    }

    /// Once, `/link` found Elaralink first.
    @Test func theBestMatchIsSelectedAsOneTypes() {
        let other = TestCoin(id: 7, symbol: "ELL", name: "Elaralink", price: "1.00", rank: 5)
        let scene = Scene([other] + .few)
        scene.pricesView.press("j", "/", "l", "i", "n", "k")
        #expect(scene.selectedSymbol == "LINK")
        #expect(scene.priceSymbols == ["LINK", "ELL"])
        scene.pricesView.press(Key(.escape))
        #expect(scene.selectedSymbol == "ETH", "nobody went anywhere")
        scene.pricesView.press("/", "l", "i", "n", "k", Key(.down), Key(.escape))
        #expect(scene.selectedSymbol == "ELL")
    }
}

@MainActor
private final class Box<Value> {
    var value: Value
    init(_ value: Value) { self.value = value }
}
