import Observation
import Shared
import TerminalKit
import TestSupport
import Testing

@testable import TerminalClient

/// Every key in Help does something, and what it says.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct KeyMapTests {
    @Test func noKeyMeansTwoThingsOnOneScreen() {
        #expect(Keys().conflict?.key == nil)
        for table in Keys().entries { #expect(duplicates(table.bindings.flatMap(\.keys)).isEmpty, "\(table.table)") }
    }

    @Test func keysThatGoTogetherAreNeverTornApart() throws {
        let scene = Scene()
        scene.pricesView.press(Key(.enter))
        for width in 20...140 {
            let hints = try #require(scene.pricesView.picture(width, 24).split(separator: "\n").last)
            #expect(hints.contains(" [ ") == hints.contains("] interval"), "\(width)")
        }
        #expect(KeyMap.favorites.hints.contains(KeyHint(["K", "J"], "move")))
    }

    @Test func whereAFilterIsKeptTheWayBackIsTold() {
        let scene = Scene()
        scene.pricesView.press("/", "b", Key(.enter))
        #expect(scene.pricesView.picture(40, 10).contains("Esc clear"))
    }

    @Test func anEmptyListOffersNoKeysThatDoNothing() {
        let scene = Scene()
        scene.tabs.tabShown(.favorites)
        let favorites = scene.favoritesView.picture()
        #expect(!favorites.contains("Enter chart") && !favorites.contains("remove") && favorites.contains("? help"))
        scene.pricesView.press("/", "q", "q", Key(.enter))
        let prices = scene.pricesView.picture()
        #expect(!prices.contains("Enter chart") && prices.contains("Esc clear"))
    }

    @Test func helpOffersToScrollOnlyWhereThereIsMoreToSee() {
        #expect(Scene().helpView.picture(80, 24).contains("↑ ↓ scroll"))
        #expect(!Scene().helpView.picture(200, 60).contains("scroll  "))
    }

    @Test func everyCommandHasAKey() {
        #expect(Set(KeyMap.list.bindings.map(\.command)) == Set(ListCommand.allCases))
        #expect(KeyMap.sort.bindings.map(\.command) == QuoteColumn.sortable)
        #expect(KeyMap.sort.bindings.allSatisfy { !$0.keys.isEmpty })
        #expect(Set(KeyMap.prices.bindings.map(\.command)) == Set(PricesCommand.allCases))
        #expect(Set(KeyMap.filter.bindings.map(\.command)) == Set(FilterCommand.allCases))
        #expect(Set(KeyMap.favorites.bindings.map(\.command)) == Set(FavoritesCommand.allCases))
        #expect(Set(KeyMap.settings.bindings.map(\.command)) == Set(SettingsCommand.allCases))
        #expect(Set(KeyMap.tabs.bindings.map(\.command)) == Set(TabsCommand.allCases))
        #expect(Set(KeyMap.coin.bindings.map(\.command)) == Set(CoinCommand.allCases))
        #expect(Set(KeyMap.chart.bindings.map(\.command)) == Set(ChartCommand.allCases))
        #expect(Set(KeyMap.fullChart.bindings.map(\.command)) == Set(FullChartCommand.allCases))
        #expect(Set(KeyMap.chartParts.bindings.map(\.command)) == Set(ChartPart.allCases))
        #expect(Set(KeyMap.picker.bindings.map(\.command)) == Set(PickerCommand.allCases))
        #expect(Set(KeyMap.detail.bindings.map(\.command)) == Set(DetailCommand.allCases))
        #expect(Set(KeyMap.help.bindings.map(\.command)) == Set(HelpCommand.allCases))
        #expect(Set(KeyMap.devices.bindings.map(\.command)) == Set(DevicesCommand.allCases))
        #expect(Set(KeyMap.login.bindings.map(\.command)) == Set(LoginCommand.allCases))
        #expect(Set(KeyMap.trust.bindings.map(\.command)) == Set(TrustCommand.allCases))
        #expect(Set(KeyMap.stop.bindings.map(\.command)) == Set(StopCommand.allCases))
    }

    @Test(arguments: KeyMap.chart.bindings)
    func everyKeyOfAChartDoesWhatItSays(binding: KeyMap<ChartCommand>.Binding) throws {
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
            #expect(kept.interval == ![.shorter, .longer].contains(binding.command))
            #expect(kept.zoom == ![.zoomIn, .zoomOut].contains(binding.command))
            #expect((chart.pointed != nil) == (binding.command == .crosshair))
            switch binding.command {
            case .shorter: #expect(after.interval == .halfHour)
            case .longer: #expect(after.interval == .fourHours)
            case .zoomIn: #expect(after.window.zoom == before.window.zoom + 1)
            case .zoomOut: #expect(after.window.zoom == before.window.zoom - 1)
            case .older: #expect(after.window.last == last.adding(seconds: -3600))
            case .newer: #expect(after.window.last == last.adding(seconds: 3600))
            case .crosshair: #expect(chart.pointed == .at(last))
            case .otherSource: #expect(scene.link.user.table.klineSource == .binance)
            }
        }
    }

    @Test(arguments: [
        (CoinCommand.expand, nil as Route<TabsViewModel.Destination>?), (.chart, .own(.chart)),
        (.detail, .own(.detail(CoinID(1)))),
    ])
    func everyKeyOfACoinShowsSomethingOfIt(command: CoinCommand, route: Route<TabsViewModel.Destination>?) async {
        for key in KeyMap.coin.bindings.filter({ $0.command == command }).flatMap(\.keys) {
            let scene = Scene()
            scene.pricesView.press(key)
            guard let route else {
                #expect(scene.tabs.open.chart?.coin == CoinID(1))
                continue
            }
            var routes = scene.tabs.routes.makeAsyncIterator()
            #expect(await routes.next() == route)
        }
    }

    @Test(arguments: [
        (TabsCommand.nextTab, Route<TabsViewModel.Destination>.own(.tab(.favorites))),
        (.previousTab, .own(.tab(.favorites))),
        (.favorites, .own(.tab(.favorites))), (.settings, .own(.settings)), (.help, .help), (.copy, .copy("67123.45")),
        (.copyLink, .copy("tickwire://prices/id:1")), (.refresh, .repaint), (.quit, .quit),
    ])
    func everyKeyOfTheTabsGoesSomewhere(command: TabsCommand, route: Route<TabsViewModel.Destination>) async {
        for key in KeyMap.tabs.bindings.filter({ $0.command == command }).flatMap(\.keys) {
            let scene = Scene()
            scene.pricesView.press(key)
            var routes = scene.tabs.routes.makeAsyncIterator()
            #expect(await routes.next() == route)
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

    @Test(arguments: KeyMap.settings.bindings.filter { ![.back, .quit, .help, .refresh].contains($0.command) })
    func everyKeyOfSettingsDoesWhatItSays(binding: KeyMap<SettingsCommand>.Binding) {
        for key in binding.keys {
            let scene = Scene(user: .favorites(1, 74))
            let isAnswer = [.confirm, .decline, .undo].contains(binding.command)
            if isAnswer {
                scene.settingsView.press("G", "k", Key(.enter))
            } else {
                scene.settingsView.press("j", "j", "j")
            }
            if binding.command == .undo { scene.settingsView.press("y") }
            #expect(scene.settings.selected == (isAnswer ? .removeAllFavorites : .theme))
            scene.settingsView.press(key)
            let (selected, favorites) = (scene.settings.selected, scene.link.user.favoriteIDs)
            switch binding.command {
            case .up: #expect(selected == .keepFavorites)
            case .down: #expect(selected == .palette)
            case .first: #expect(selected == .klineSource)
            case .last: #expect(selected == .logOut)
            case .next: #expect(scene.settings.local.theme == "light")
            case .previous: #expect(scene.settings.local.theme == "high-contrast")
            case .confirm: #expect(favorites == [] && scene.settings.asking == nil)
            case .decline: #expect(favorites == [1, 74] && scene.settings.asking == nil)
            case .undo: #expect(favorites == [1, 74])
            case .back, .quit, .help, .refresh: break
            }
        }
    }

    @Test(arguments: [
        (SettingsCommand.back, Route<SettingsViewModel.Destination>.closed), (.help, .help), (.refresh, .repaint),
        (.quit, .quit),
    ])
    func everyKeyOutOfSettingsGoesSomewhere(command: SettingsCommand, route: Route<SettingsViewModel.Destination>) async
    {
        for key in KeyMap.settings.bindings.filter({ $0.command == command }).flatMap(\.keys) {
            let scene = Scene()
            scene.settingsView.press(key)
            var routes = scene.settings.routes.makeAsyncIterator()
            #expect(await routes.next() == route)
        }
    }

    @Test(arguments: KeyMap.help.bindings)
    func everyKeyOfHelpScrollsOrGoesBack(binding: KeyMap<HelpCommand>.Binding) async {
        let size = Size(width: 40, height: 10)
        for key in binding.keys {
            let view = Scene().helpView
            view.press(Key(.pageDown), size: size)
            let page = view.viewModel.offset
            view.press("j", size: size)
            view.press(key, size: size)
            var routes = view.viewModel.routes.makeAsyncIterator()
            switch binding.command {
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
            let isRetry = binding.command == .retry
            let viewModel = StopViewModel(
                reason: isRetry ? .refused("No.") : reason,
                server: TestServices.server,
                knownServersPath: "/profile/known_servers"
            )
            StopView(viewModel: viewModel).press("j", "j", key, size: size)
            var routes = viewModel.routes.makeAsyncIterator()
            switch binding.command {
            case .retry: #expect(await routes.next() == .own(.retry))
            case .help: #expect(await routes.next() == .help)
            case .quit: #expect(await routes.next() == .quit)
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
            switch binding.command {
            case .trust: #expect(await routes.next() == .own(.trusted))
            case .refuse: #expect(await routes.next() == .own(.refused))
            case .up: #expect(viewModel.offset == 1)
            case .down: #expect(viewModel.offset == 3)
            case .help: #expect(await routes.next() == .help)
            case .quit: #expect(await routes.next() == .quit)
            }
        }
    }

    @Test(arguments: KeyMap.login.bindings)
    func everyKeyOfLoginDoesWhatItSays(binding: KeyMap<LoginCommand>.Binding) async {
        for key in binding.keys {
            let viewModel = LoginViewModel(LoginStart(server: TestServices.server), clock: ManualClock().clock)
            let view = LoginView(viewModel: viewModel)
            view.press("a", Key(.tab), "b", Key(.tab, .shift))
            if binding.command == .cancel { view.press(Key(.enter)) }
            view.press(key)
            var routes = viewModel.routes.makeAsyncIterator()
            switch binding.command {
            case .next: #expect(viewModel.focus == .password)
            case .previous: #expect(viewModel.focus == .server)
            case .submit:
                #expect(
                    await routes.next()
                        == .own(.submitted(LoginForm(server: TestServices.server, name: "a", password: "b")))
                )
            case .cancel: #expect(!viewModel.isConnecting)
            case .help: #expect(await routes.next() == .help)
            case .quit: #expect(await routes.next() == .quit)
            }
        }
    }

    @Test(arguments: KeyMap.detail.bindings)
    func everyKeyOfDetailDoesWhatItSays(binding: KeyMap<DetailCommand>.Binding) async throws {
        let size = Size(width: 60, height: 12)
        for key in binding.keys {
            let (scene, pages) = (Scene(), OpenedPages())
            let viewModel = scene.detail(browser: Browser { pages.note($0) })
            async let _ = viewModel.appeared()
            await scene.answerDetail(.success(try .sample()))
            for await answer in Observations({ viewModel.answer }) where answer != .awaited { break }
            let view = DetailView(viewModel: viewModel)
            if [.nextLink, .previousLink].contains(binding.command) {
                // The first link is out of sight.
                view.press(Key(.tab), Key(.tab), size: size)
            } else {
                view.press(Key(.pageDown), "j", size: size)
            }
            let (offset, link) = (viewModel.offset, viewModel.selectedLink)
            view.press(key, size: size)
            var routes = viewModel.routes.makeAsyncIterator()
            switch binding.command {
            case .up, .pageUp, .first: #expect(viewModel.offset < offset, "\(key)")
            case .down, .pageDown, .last: #expect(viewModel.offset > offset, "\(key)")
            case .nextLink: #expect(viewModel.selectedLink == link + 1)
            case .previousLink: #expect(viewModel.selectedLink == link - 1)
            case .open:
                for await notice in Observations({ scene.tabs.status.notice }) where notice != nil { break }
                #expect(pages.addresses == ["https://coinmarketcap.com/currencies/bitcoin/"])
            case .copy:
                #expect(await routes.next() == .copy("https://coinmarketcap.com/currencies/bitcoin/"))
            case .refresh: #expect(await routes.next() == .repaint)
            case .back: #expect(await routes.next() == .closed)
            case .help: #expect(await routes.next() == .help)
            case .quit: #expect(await routes.next() == .quit)
            }
        }
    }

    @Test(arguments: KeyMap.fullChart.bindings)
    func everyKeyOfAFullChartDoesWhatItSays(binding: KeyMap<FullChartCommand>.Binding) async throws {
        for key in binding.keys {
            let scene = Scene()
            let chart = try #require(scene.openChart())
            let view = try #require(scene.chartView)
            let newest = try #require(chart.candles.last?.time)
            view.press(Key(.pageUp))
            let page = newest.elapsed(since: try #require(chart.settings.window.last))
            view.press(Key(.pageUp))
            if binding.command == .undo { view.press("f") }
            if binding.command == .compareLess { #expect(chart.comparisonAdded(CoinID(1027))) }
            view.press(key)
            let moved = newest.elapsed(since: chart.settings.window.last ?? newest)
            var routes = view.viewModel.routes.makeAsyncIterator()
            switch binding.command {
            case .pageOlder: #expect(moved == page * 3)
            case .pageNewer: #expect(moved == page)
            case .oldest: #expect(chart.settings.window.edge == .oldest)
            case .newest: #expect(chart.settings.window.edge == .newest)
            case .logScale: #expect(scene.tabs.local.settings.chart.scale == .log)
            case .percentScale: #expect(scene.tabs.local.settings.chart.scale == .percent)
            case .compare: #expect(view.viewModel.picker != nil)
            case .compareLess: #expect(chart.compared.isEmpty)
            case .favorite: #expect(scene.link.user.favoriteIDs == [1])
            case .undo: #expect(scene.link.user.favoriteIDs.isEmpty)
            case .detail: #expect(await routes.next() == .own(.detail))
            case .copy: #expect(await routes.next() == .copy("67123.45"))
            case .copyLink: #expect(await routes.next() == .copy("tickwire://prices/id:1/chart?interval=1h"))
            case .refresh: #expect(await routes.next() == .repaint)
            case .back: #expect(await routes.next() == .closed)
            case .help: #expect(await routes.next() == .help)
            case .quit: #expect(await routes.next() == .quit)
            }
        }
    }

    @Test func helpNamesEveryKeyOnce() {
        let help = Scene().helpView.picture(120, 40)
        for binding in KeyMap.list.bindings {
            #expect(help.contains(binding.title))
            #expect(help.contains(binding.keys.map(\.description).joined(separator: " ")))
        }
    }

    private func duplicates(_ keys: [Key]) -> [Key] {
        Dictionary(grouping: keys, by: \.self).filter { $0.value.count > 1 }.map(\.key)
    }
}

extension ChartWindow {
    /// The last candle that is seen; nil where it is the newest, or depends on what is the oldest.
    fileprivate var last: MarketTime? { if case .at(let time) = edge { time } else { nil } }
}
