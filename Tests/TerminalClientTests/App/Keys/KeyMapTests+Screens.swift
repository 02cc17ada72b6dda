import Observation
import Shared
import TerminalKit
import TestSupport
import Testing

@testable import TerminalClient

/// Each key of each screen does what it says.
extension KeyMapTests {
    @Test(arguments: KeyMap.chart.bindings)
    func everyKeyOfAChartDoesWhatItSays(binding: KeyMap<ChartAction>.Binding) throws {
        for key in binding.keys {
            let scene = Scene()
            let chart = try #require(scene.openChart())
            let view = try #require(scene.chartView)
            view.press("h", "h", "h")
            let before = chart.settings
            let last = try #require(before.window.last)
            view.press(key)
            let after = chart.settings
            let kept = (interval: after.interval == before.interval, zoom: after.window.zoom == before.window.zoom)
            #expect(kept.interval == ![.shorter, .longer].contains(binding.action))
            #expect(kept.zoom == ![.zoomIn, .zoomOut].contains(binding.action))
            #expect((chart.crosshair != nil) == (binding.action == .crosshair))
            switch binding.action {
            case .shorter: #expect(after.interval == .halfHour)
            case .longer: #expect(after.interval == .fourHours)
            case .zoomIn: #expect(after.window.zoom == before.window.zoom + 1)
            case .zoomOut: #expect(after.window.zoom == before.window.zoom - 1)
            case .older: #expect(after.window.last == last.adding(seconds: -3600))
            case .newer: #expect(after.window.last == last.adding(seconds: 3600))
            case .crosshair: #expect(chart.crosshair?.place == .at(last))
            case .otherSource: #expect(scene.link.user.table.klineSource == .binance)
            case .interval, .source: break
            }
        }
    }

    @Test(arguments: KeyMap.coin.bindings)
    func everyKeyOfACoinShowsSomethingOfIt(binding: KeyMap<SelectedCoinAction>.Binding) async {
        let bitcoin = CoinID(1)
        for key in binding.keys {
            let scene = Scene()
            scene.pricesView.press(key, "q")
            #expect((scene.tabs.open.chart?.coin == bitcoin) == [.expand, .chart].contains(binding.action), "\(key)")
            var routes = scene.tabs.routes.makeAsyncIterator()
            let route = await routes.next()
            switch binding.action {
            case .expand: #expect(route == .quit, "the chart is under the row")
            case .chart: #expect(route == .own(.chart))
            case .detail: #expect(route == .own(.detail(bitcoin)))
            case .lists: #expect(route == .own(.listsOf(bitcoin)))
            case .alert: #expect(route == .own(.alerts(bitcoin)))
            case .transaction: #expect(route == .own(.transaction(bitcoin)))
            }
        }
    }

    @Test(arguments: KeyMap.tabs.bindings)
    func everyKeyOfTheTabsGoesSomewhere(binding: KeyMap<TabsAction>.Binding) async {
        for key in binding.keys {
            let scene = Scene()
            // The key of the shown tab does nothing.
            scene.pricesView.press(key, "q")
            var routes = scene.tabs.routes.makeAsyncIterator()
            let route = await routes.next()
            switch binding.action {
            case .nextTab, .previousTab, .favorites: #expect(route == .own(.tab(.favorites)), "\(key)")
            case .prices: #expect(route == .quit)
            case .lists: #expect(route == .own(.lists))
            case .holdings: #expect(route == .own(.holdings))
            case .alerts: #expect(route == .own(.alerts(nil)))
            case .settings: #expect(route == .own(.settings(nil)))
            case .copy: #expect(route == .copy("67123.45"))
            }
        }
    }

    @Test func theKeysOfTheTabsDoWhatTheySayOnACoin() {
        let scene = Scene(user: .favorites(1))
        scene.pricesView.press("f")
        #expect(scene.link.user.favorites.isEmpty)
        scene.pricesView.press("z")
        #expect(scene.link.user.favoriteIDs == [1])
        scene.link.user.noted(.refused("Something went wrong."))
        scene.pricesView.press(Key(.escape))
        #expect(scene.tabs.status.problem == nil)
    }

    @Test(arguments: KeyMap.settings.bindings)
    func everyKeyOfSettingsDoesWhatItSays(binding: KeyMap<SettingsAction>.Binding) async {
        for key in binding.keys {
            let scene = Scene(user: .favorites(1, 74))
            let isAnswer = [.confirm, .decline].contains(binding.action)
            if isAnswer {
                scene.settingsView.press("G", "k", Key(.enter))
            } else {
                scene.settingsView.press("j", "j", "j", "j", "j", "j")
            }
            #expect(scene.settings.selected == (isAnswer ? .removeAllFavorites : .theme))
            scene.settingsView.press(key)
            let (selected, favorites) = (scene.settings.selected, scene.link.user.favoriteIDs)
            switch binding.action {
            case .up: #expect(selected == .shared(Settings.quietHours))
            case .down: #expect(selected == .palette)
            case .first: #expect(selected == .klineSource)
            case .last: #expect(selected == .logOut)
            case .choose: #expect(scene.settings.local.theme == "auto", "the user chooses from a list")
            case .next: #expect(scene.settings.local.theme == "light")
            case .previous: #expect(scene.settings.local.theme == "high-contrast")
            case .confirm: #expect(favorites == [] && scene.settings.asking == nil)
            case .decline: #expect(favorites == [1, 74] && scene.settings.asking == nil)
            case .close:
                var routes = scene.settings.routes.makeAsyncIterator()
                #expect(await routes.next() == .closed)
            }
        }
    }

    @Test(arguments: KeyMap.help.bindings)
    func everyKeyOfHelpScrollsOrGoesBack(binding: KeyMap<HelpAction>.Binding) async {
        let size = Size(width: 40, height: 10)
        for key in binding.keys {
            let view = Scene().helpView
            view.press(Key(.pageDown), size: size)
            let page = view.viewModel.offset
            view.press("j", size: size)
            view.press(key, size: size)
            var routes = view.viewModel.routes.makeAsyncIterator()
            switch binding.action {
            case .up: #expect(view.viewModel.offset == page)
            case .down: #expect(view.viewModel.offset == page + 2)
            case .pageUp: #expect(view.viewModel.offset == 1)
            case .pageDown: #expect(view.viewModel.offset == 2 * page + 1)
            case .first: #expect(view.viewModel.offset == 0)
            case .last: #expect(view.viewModel.offset > 2 * page + 1)
            case .close: #expect(await routes.next() == .closed)
            case .quit: #expect(await routes.next() == .quit)
            }
        }
    }

    @Test func everyKeyOfStopDoesSomething() async throws {
        let size = Size(width: 30, height: 6)
        for (binding, key) in KeyMap.stop.bindings.flatMap({ binding in binding.keys.map { (binding, $0) } }) {
            let pin = try #require(PublicKeyPin.one)
            let reason = StopReason.keyChanged(expected: pin, presented: pin)
            let isRetry = binding.action == .retry
            let viewModel = StopViewModel(
                reason: isRetry ? .refused("No.") : reason,
                server: TestServices.server,
                knownServersPath: "/profile/known_servers"
            )
            StopView(viewModel: viewModel).press("j", "j", key, size: size)
            var routes = viewModel.routes.makeAsyncIterator()
            switch binding.action {
            case .retry: #expect(await routes.next() == .own(.retry))
            case .up: #expect(viewModel.offset == 1)
            case .down: #expect(viewModel.offset == 3)
            }
        }
    }

    @Test func everyKeyOfTrustDoesWhatItSays() async throws {
        let size = Size(width: 20, height: 5)
        for (binding, key) in KeyMap.trust.bindings.flatMap({ binding in binding.keys.map { (binding, $0) } }) {
            let pin = try #require(PublicKeyPin.one)
            let viewModel = TrustViewModel(server: TestServices.server, key: pin, reason: "unknown")
            TrustView(viewModel: viewModel).press("j", "j", key, size: size)
            var routes = viewModel.routes.makeAsyncIterator()
            switch binding.action {
            case .trust: #expect(await routes.next() == .own(.trusted))
            case .refuse: #expect(await routes.next() == .own(.refused))
            case .up: #expect(viewModel.offset == 1)
            case .down: #expect(viewModel.offset == 3)
            }
        }
    }

    @Test(arguments: KeyMap.login.bindings)
    func everyKeyOfLoginDoesWhatItSays(binding: KeyMap<LoginAction>.Binding) async {
        for key in binding.keys {
            let viewModel = LoginViewModel(LoginStart(server: TestServices.server), clock: ManualClock().clock)
            let view = LoginView(viewModel: viewModel)
            view.press("a", Key(.tab), "b", Key(.tab, .shift))
            if binding.action == .cancel { view.press(Key(.enter)) }
            view.press(key)
            var routes = viewModel.routes.makeAsyncIterator()
            switch binding.action {
            case .next: #expect(viewModel.focus == .password)
            case .previous: #expect(viewModel.focus == .server)
            case .submit:
                #expect(
                    await routes.next()
                        == .own(.submitted(LoginForm(server: TestServices.server, name: "a", password: "b")))
                )
            case .cancel: #expect(!viewModel.isConnecting)
            }
        }
    }

    @Test(arguments: KeyMap.detail.bindings)
    func everyKeyOfDetailDoesWhatItSays(binding: KeyMap<DetailAction>.Binding) async throws {
        let size = Size(width: 60, height: 12)
        for key in binding.keys {
            let (scene, pages) = (Scene(), OpenedPages())
            let viewModel = scene.detail(browser: Browser { pages.note($0) })
            async let _ = viewModel.appeared()
            await scene.answerDetail(.success(try .sample()))
            for await answer in Observations({ viewModel.answer }) where answer != .awaited { break }
            let view = DetailView(viewModel: viewModel)
            if [.nextLink, .previousLink].contains(binding.action) {
                // The first link is out of sight.
                view.press(Key(.tab), Key(.tab), size: size)
            } else {
                view.press(Key(.pageDown), "j", size: size)
            }
            let (offset, link) = (viewModel.offset, viewModel.selectedLink)
            view.press(key, size: size)
            var routes = viewModel.routes.makeAsyncIterator()
            switch binding.action {
            case .up, .pageUp, .first: #expect(viewModel.offset < offset, "\(key)")
            case .down, .pageDown, .last: #expect(viewModel.offset > offset, "\(key)")
            case .nextLink: #expect(viewModel.selectedLink == link + 1)
            case .previousLink: #expect(viewModel.selectedLink == link - 1)
            case .open:
                #expect(await pages.next() == "https://coinmarketcap.com/currencies/bitcoin/")
            case .copy:
                #expect(await routes.next() == .copy("https://coinmarketcap.com/currencies/bitcoin/"))
            }
        }
    }

    @Test(arguments: KeyMap.fullChart.bindings)
    func everyKeyOfAFullChartDoesWhatItSays(binding: KeyMap<FullChartAction>.Binding) async throws {
        for key in binding.keys {
            let scene = Scene()
            let chart = try #require(scene.openChart())
            let view = try #require(scene.chartView)
            let newest = try #require(chart.candles.last?.time)
            view.press(Key(.pageUp))
            let page = newest.elapsed(since: try #require(chart.settings.window.last))
            view.press(Key(.pageUp))
            if binding.action == .compareLess { #expect(chart.comparisonAdded(CoinID(1027))) }
            view.press(key)
            let moved = newest.elapsed(since: chart.settings.window.last ?? newest)
            var routes = view.viewModel.routes.makeAsyncIterator()
            switch binding.action {
            case .pageOlder: #expect(moved == page * 3)
            case .pageNewer: #expect(moved == page)
            case .oldest: #expect(chart.settings.window.edge == .oldest)
            case .newest: #expect(chart.settings.window.edge == .newest)
            case .logScale: #expect(scene.tabs.local.settings.chart.scale == .log)
            case .percentScale: #expect(scene.tabs.local.settings.chart.scale == .percent)
            case .compare: #expect(await routes.next() == .own(.comparison))
            case .compareLess: #expect(chart.compared.isEmpty)
            case .alert: #expect(await routes.next() == .own(.alert))
            case .moveAlert: #expect(scene.tabs.status.notice?.contains("no alert at a price") == true)
            case .favorite: #expect(scene.link.user.favoriteIDs == [1])
            case .lists: #expect(await routes.next() == .own(.lists))
            case .detail: #expect(await routes.next() == .own(.detail))
            case .copy: #expect(await routes.next() == .copy("67123.45"))
            case .close: #expect(await routes.next() == .closed)
            }
        }
    }
}

extension ChartWindow {
    /// The last visible candle; nil if it is the newest, or depends on the oldest.
    fileprivate var last: MarketTime? { if case .at(let time) = edge { time } else { nil } }
}
