import Observation
import Shared
import TerminalKit
import Testing

@testable import TerminalClient

/// Each key does what Help says, on each list that has it.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ListKeyTests {
    // MARK: Prices

    @Test(arguments: KeyMap.list.bindings)
    func everyKeyOfAListDoesWhatItSaysOnPrices(binding: KeyMap<CoinListAction>.Binding) throws {
        for key in binding.keys {
            let scene = Scene(.many(100))
            try expect(binding.action, key, in: scene.pricesView, next: .coinName, flipped: PriceSort().flipped)
        }
    }

    @Test(arguments: KeyMap.list.bindings)
    func everyKeyOfAListDoesWhatItSaysOnFavorites(binding: KeyMap<CoinListAction>.Binding) throws {
        for key in binding.keys {
            let scene = Scene(.many(120), user: .favorites(Array(1...100)))
            scene.tabs.tabShown(.favorites)
            try expect(binding.action, key, in: scene.favoritesView, next: .rank, flipped: nil)
        }
    }

    /// - Parameters:
    ///   - next: the column after the one by which the list is sorted at first.
    ///   - flipped: the first order, reversed.
    private func expect(
        _ action: CoinListAction,
        _ key: Key,
        in view: some CoinListView,
        next: QuoteColumn,
        flipped: PriceSort?
    ) throws {
        let list = view.viewModel.list
        let walk = try Walk(in: view) { list.content.selected }
        view.press(key)
        let place = list.content.selected
        switch action {
        case .up, .down, .pageUp, .pageDown, .first, .last:
            #expect(place == walk.target(of: action.rawValue, last: 99), "\(key)")
        case .filter: #expect(list.isFiltering)
        case .sort: #expect(list.sort == PriceSort(next) && place == 0)
        case .flip: #expect(list.sort == flipped)
        }
    }

    @Test(arguments: QuoteColumn.sortable)
    func eachColumnsLetterSortsByItAndGoesToTheTop(column: QuoteColumn) throws {
        let key = Key(.character(try #require(column.key)))
        let scene = Scene(.many(120), user: .favorites(Array(1...100)))
        try expect(column, key, in: scene.pricesView)
        scene.tabs.tabShown(.favorites)
        try expect(column, key, in: scene.favoritesView)
    }

    private func expect(_ column: QuoteColumn, _ key: Key, in view: some CoinListView) throws {
        let list = view.viewModel.list
        _ = try Walk(in: view) { list.content.selected }
        // Prices starts sorted by rank; there the first press of the rank letter reverses the order.
        let first = list.sort == PriceSort(column) ? PriceSort(column).flipped : PriceSort(column)
        view.press(key)
        #expect(list.sort == first && list.content.selected == 0 && list.content.window.first == 0)
        view.press("j", "j", key)
        #expect(list.sort == first.flipped && list.content.selected == 0)
    }

    @Test(arguments: KeyMap.prices.bindings)
    func everyKeyOfPricesDoesWhatItSays(binding: KeyMap<PricesAction>.Binding) throws {
        for key in binding.keys {
            let scene = Scene(.many(100), local: LocalStore(LocalSettings(sections: binding.action != .sections)))
            let walk = try Walk(in: scene.pricesView) { scene.prices.selectedPlace }
            let coin = try #require(scene.prices.row(at: walk.place)?.coin.rawValue)
            scene.pricesView.press(key)
            let place = scene.prices.selectedPlace
            switch binding.action {
            // Below the 80 coins stand a blank and a title.
            case .nextSection: #expect(place == 82)
            case .previousSection: #expect(place == 0)
            case .sections: #expect(scene.prices.shown.counts == [.coins: 80, .tokens: 20])
            case .favorite: #expect(scene.link.user.favoriteIDs == [coin])
            }
        }
    }

    @Test(arguments: KeyMap.filter.bindings)
    func everyKeyOfTheFilterDoesWhatItSays(binding: KeyMap<FilterAction>.Binding) throws {
        for key in binding.keys {
            let scene = Scene(.many(100))
            scene.pricesView.press("/", "c")
            let walk = try Walk(in: scene.pricesView) { scene.prices.selectedPlace }
            scene.pricesView.press(key)
            let place = scene.prices.selectedPlace
            #expect(scene.prices.list.isFiltering == ![.keep, .clear].contains(binding.action))
            #expect(scene.prices.list.filter.text == (binding.action == .clear ? "" : "c"))
            switch binding.action {
            case .keep, .clear: break
            case .up, .down, .pageUp, .pageDown:
                #expect(place == walk.target(of: binding.action.rawValue, last: 0), "\(key)")
            }
        }
    }

    // MARK: Favorites

    @Test(arguments: KeyMap.favorites.bindings)
    func everyKeyOfFavoritesDoesWhatItSays(binding: KeyMap<FavoritesAction>.Binding) throws {
        for key in binding.keys {
            let scene = Scene(.many(100), user: .favorites(Array(1...90)))
            scene.tabs.tabShown(.favorites)
            if binding.action == .ownOrder { scene.favoritesView.press("m") }
            let walk = try Walk(in: scene.favoritesView) { scene.favorites.selectedPlace }
            var coins = scene.link.user.favoriteIDs
            scene.favoritesView.press(key)
            let place = scene.favorites.selectedPlace
            switch binding.action {
            case .ownOrder: #expect(scene.favorites.list.sort == nil && place == 0)
            case .moveUp:
                coins.swapAt(walk.place, walk.place - 1)
                #expect(place == walk.place - 1, "the coin stays selected")
            case .moveDown:
                coins.swapAt(walk.place, walk.place + 1)
                #expect(place == walk.place + 1)
            case .remove: coins.remove(at: walk.place)
            case .removeAll: coins = []
            }
            #expect(scene.link.user.favoriteIDs == coins, "\(key)")
        }
    }

    @Test(arguments: KeyMap.tabs.bindings)
    func everyKeyOfTheTabsGoesSomewhereFromFavorites(binding: KeyMap<TabsAction>.Binding) async {
        for key in binding.keys {
            let scene = favorites()
            // The key of the shown tab does nothing.
            scene.favoritesView.press(key, "q")
            var routes = scene.tabs.routes.makeAsyncIterator()
            let route = await routes.next()
            switch binding.action {
            case .nextTab, .previousTab, .prices: #expect(route == .own(.tab(.prices)), "\(key)")
            case .favorites: #expect(route == .quit)
            case .lists: #expect(route == .own(.lists))
            case .holdings: #expect(route == .own(.holdings))
            case .alerts: #expect(route == .own(.alerts(nil)))
            case .settings: #expect(route == .own(.settings(nil)))
            case .copy: #expect(route == .copy("3456.789"))
            }
        }
    }

    @Test(arguments: KeyMap.coin.bindings)
    func everyKeyOfAFavoriteShowsSomethingOfIt(binding: KeyMap<SelectedCoinAction>.Binding) async {
        let ether = CoinID(1027)
        for key in binding.keys {
            let scene = favorites()
            scene.favoritesView.press(key, "q")
            #expect((scene.tabs.open.chart?.coin == ether) == [.expand, .chart].contains(binding.action), "\(key)")
            var routes = scene.tabs.routes.makeAsyncIterator()
            let route = await routes.next()
            switch binding.action {
            case .expand: #expect(route == .quit, "the chart is under the row")
            case .chart: #expect(route == .own(.chart))
            case .detail: #expect(route == .own(.detail(ether)))
            case .lists: #expect(route == .own(.listsOf(ether)))
            case .alert: #expect(route == .own(.alerts(ether)))
            case .transaction: #expect(route == .own(.transaction(ether)))
            }
        }
    }

    @Test func undoBringsBackRemovalsAndEscapeClosesLevelByLevel() {
        let scene = favorites()
        scene.favoritesView.press("x")
        #expect(scene.link.user.favoriteIDs == [1, 74])
        scene.favoritesView.press("z")
        #expect(scene.link.user.favoriteIDs == [1, 1027, 74])
        scene.favoritesView.press(Key(.enter))
        scene.link.user.noted(.refused("Something went wrong."))
        scene.favoritesView.press(Key(.escape))
        #expect(scene.tabs.status.problem == nil)
        #expect(scene.tabs.open.chart != nil)
        scene.favoritesView.press(Key(.escape))
        #expect(scene.tabs.open.chart == nil)
    }

    /// Three of them, with the second one selected.
    private func favorites() -> Scene {
        let scene = Scene(user: .favorites(1, 1027, 74))
        scene.tabs.tabShown(.favorites)
        scene.favoritesView.press("j")
        return scene
    }

    // MARK: Devices

    @Test(arguments: KeyMap.devices.bindings)
    func everyKeyOfDevicesDoesWhatItSays(binding: KeyMap<DevicesAction>.Binding) async throws {
        for key in binding.keys {
            let scene = Scene()
            async let _ = scene.follow()
            await scene.answerRequest(.success(.many(90)))
            for await devices in Observations({ scene.tabs.devices.devices }) where devices != nil { break }
            scene.devices.refresh()
            let view = scene.devicesView
            let walk = try Walk(in: view) { scene.devices.selected }
            let selected = try #require(scene.tabs.devices.devices?[walk.place])
            if [.confirm, .decline].contains(binding.action) { view.press("x") }
            view.press(key)
            switch binding.action {
            case .up, .down, .pageUp, .pageDown, .first, .last:
                let place = scene.devices.selected
                #expect(place == walk.target(of: binding.action.rawValue, last: 89), "\(key)")
            case .signOut: #expect(scene.devices.asking == selected)
            case .decline: #expect(scene.devices.asking == nil)
            case .confirm:
                #expect(scene.devices.asking == nil)
                #expect(await scene.request() == .revoke(selected.id))
            }
        }
    }
}

extension [Device] {
    /// This many devices, each used an hour before the one above it.
    fileprivate static func many(_ count: Int) -> [Device] {
        let now = MarketTime(seconds: 1_700_000_000)
        return (1...count).map { number in
            Device(
                id: DeviceID(rawValue: UInt64(number)),
                name: "device \(number)",
                created: now.adding(seconds: -9_000_000),
                used: now.adding(seconds: Int64(number) * -3600)
            )
        }
    }
}
