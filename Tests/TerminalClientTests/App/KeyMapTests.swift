import Observation
import Shared
import TerminalKit
import Testing

@testable import TerminalClient

/// Every key in Help does something, and what it says.
@MainActor
@Suite(.timeLimit(.minutes(1)))
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
        #expect(KeyMap.favorites.hints.contains(KeyHint("K J", "move")))
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
        #expect(Set(KeyMap.prices.bindings.map(\.command)) == Set(PricesCommand.allCases))
        #expect(Set(KeyMap.filter.bindings.map(\.command)) == Set(FilterCommand.allCases))
        #expect(Set(KeyMap.favorites.bindings.map(\.command)) == Set(FavoritesCommand.allCases))
        #expect(Set(KeyMap.settings.bindings.map(\.command)) == Set(SettingsCommand.allCases))
        #expect(Set(KeyMap.tabs.bindings.map(\.command)) == Set(TabsCommand.allCases))
        #expect(Set(KeyMap.coin.bindings.map(\.command)) == Set(CoinCommand.allCases))
        #expect(Set(KeyMap.chart.bindings.map(\.command)) == Set(ChartCommand.allCases))
        #expect(Set(KeyMap.fullChart.bindings.map(\.command)) == Set(FullChartCommand.allCases))
        #expect(Set(KeyMap.detail.bindings.map(\.command)) == Set(DetailCommand.allCases))
        #expect(Set(KeyMap.help.bindings.map(\.command)) == Set(HelpCommand.allCases))
        #expect(Set(KeyMap.devices.bindings.map(\.command)) == Set(DevicesCommand.allCases))
        #expect(Set(KeyMap.login.bindings.map(\.command)) == Set(LoginCommand.allCases))
        #expect(Set(KeyMap.trust.bindings.map(\.command)) == Set(TrustCommand.allCases))
        #expect(Set(KeyMap.stop.bindings.map(\.command)) == Set(StopCommand.allCases))
    }

    @Test(arguments: KeyMap.prices.bindings.flatMap(\.keys))
    func everyKeyOfPricesChangesWhatIsSeen(key: Key) {
        let scene = Scene(.many(100))
        scene.pricesView.press(Key(.pageDown), Key(.down))
        let before = scene.pricesView.picture()
        scene.pricesView.press(key)
        #expect(scene.pricesView.picture() != before)
    }

    @Test(arguments: KeyMap.favorites.bindings.flatMap(\.keys))
    func everyKeyOfFavoritesChangesWhatIsSeen(key: Key) {
        let scene = Scene(user: .favorites(1, 1027, 74))
        scene.tabs.tabShown(.favorites)
        scene.favoritesView.press("j")
        let before = scene.favoritesView.picture()
        scene.favoritesView.press(key)
        #expect(scene.favoritesView.picture() != before)
    }

    @Test(arguments: KeyMap.chart.bindings.flatMap(\.keys))
    func everyKeyOfAChartChangesWhatIsSeen(key: Key) throws {
        let scene = Scene()
        scene.openChart()
        let view = try #require(scene.chartView)
        view.press("h", "h", "h")
        if KeyMap.chart.command(for: .key(key)) == .otherSource { scene.refuseChart(.notListed, other: .cryptoCompare) }
        let before = view.picture()
        view.press(key)
        if KeyMap.chart.command(for: .key(key)) == .otherSource { scene.answerChart(.walk(9), from: .cryptoCompare) }
        #expect(view.picture() != before)
    }

    @Test(arguments: [
        (CoinCommand.expand, nil as TabsViewModel.Route?), (.chart, .chart), (.detail, .detail(CoinID(1))),
    ])
    func everyKeyOfACoinShowsSomethingOfIt(command: CoinCommand, route: TabsViewModel.Route?) async {
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

    @Test(arguments: KeyMap.filter.bindings.filter { $0.command != .quit }.flatMap(\.keys))
    func everyKeyOfTheFilterChangesWhatIsSeen(key: Key) {
        let scene = Scene(.many(100))
        scene.pricesView.press("/", "c", Key(.pageDown), Key(.down))
        let before = scene.pricesView.picture()
        scene.pricesView.press(key)
        #expect(scene.pricesView.picture() != before)
    }

    @Test(arguments: [
        (TabsCommand.nextTab, TabsViewModel.Route.tab(.favorites)), (.previousTab, .tab(.favorites)),
        (.favorites, .tab(.favorites)), (.settings, .settings), (.help, .help), (.copy, .copy("67123.45")),
        (.copyLink, .copy("tickwire://prices/id:1")), (.refresh, .repaint), (.quit, .quit),
    ])
    func everyKeyOfTheTabsGoesSomewhere(command: TabsCommand, route: TabsViewModel.Route) async {
        for key in KeyMap.tabs.bindings.filter({ $0.command == command }).flatMap(\.keys) {
            let scene = Scene()
            scene.pricesView.press(key)
            var routes = scene.tabs.routes.makeAsyncIterator()
            #expect(await routes.next() == route)
        }
    }

    @Test func theFilterCanBeQuitFrom() async {
        for key in KeyMap.filter.bindings.filter({ $0.command == .quit }).flatMap(\.keys) {
            let scene = Scene()
            scene.pricesView.press("/", "c", key)
            var routes = scene.tabs.routes.makeAsyncIterator()
            #expect(await routes.next() == .quit)
        }
    }

    @Test func theKeyOfPricesLeadsBackFromFavorites() async {
        let scene = Scene(user: .favorites(1))
        scene.tabs.tabShown(.favorites)
        scene.favoritesView.press("1")
        var routes = scene.tabs.routes.makeAsyncIterator()
        #expect(await routes.next() == .tab(.prices))
    }

    @Test func theKeysOfTheTabsDoWhatTheySayOnACoin() {
        let scene = Scene(user: .favorites(1))
        scene.pricesView.press("f")
        #expect(scene.link.user.state.favorites.isEmpty)
        scene.pricesView.press("z")
        #expect(scene.link.user.state.favoriteIDs == [1])
        scene.link.user.noted("Something went wrong.")
        scene.pricesView.press(Key(.escape))
        #expect(scene.tabs.status.problem == nil)
    }

    @Test(arguments: KeyMap.settings.bindings.filter { ![.back, .quit, .help, .refresh].contains($0.command) })
    func everyKeyOfSettingsChangesWhatIsSeen(binding: KeyMap<SettingsCommand>.Binding) {
        for key in binding.keys {
            let scene = Scene(user: .favorites(1, 74))
            let isAnswer = [.confirm, .decline, .undo].contains(binding.command)
            if isAnswer { scene.settingsView.press("G", "k", Key(.enter)) } else { scene.settingsView.press("j") }
            if binding.command == .undo { scene.settingsView.press("y") }
            let before = scene.settingsView.picture()
            scene.settingsView.press(key)
            #expect(scene.settingsView.picture() != before, "\(key)")
        }
    }

    @Test(arguments: [
        (SettingsCommand.back, SettingsViewModel.Route.closed), (.help, .help), (.refresh, .repaint), (.quit, .quit),
    ])
    func everyKeyOutOfSettingsGoesSomewhere(command: SettingsCommand, route: SettingsViewModel.Route) async {
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
            view.press("j", "j", size: size)
            let before = view.viewModel.offset
            view.press(key, size: size)
            var routes = view.viewModel.routes.makeAsyncIterator()
            switch binding.command {
            case .close: #expect(await routes.next() == .closed)
            case .quit: #expect(await routes.next() == .quit)
            default: #expect(view.viewModel.offset != before, "\(key)")
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
            case .retry: #expect(await routes.next() == .retry)
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
            case .trust: #expect(await routes.next() == .answered(.trusted))
            case .refuse: #expect(await routes.next() == .answered(.refused))
            case .up: #expect(viewModel.offset == 1)
            case .down: #expect(viewModel.offset == 3)
            case .help: #expect(await routes.next() == .help)
            case .quit: #expect(await routes.next() == .answered(.quit))
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
                        == .submitted(LoginForm(server: TestServices.server, name: "a", password: "b"))
                )
            case .cancel: #expect(!viewModel.isConnecting)
            case .help: #expect(await routes.next() == .help)
            case .quit: #expect(await routes.next() == .quit)
            }
        }
    }

    @Test(arguments: KeyMap.devices.bindings)
    func everyKeyOfDevicesDoesWhatItSays(binding: KeyMap<DevicesCommand>.Binding) async {
        for key in binding.keys {
            let scene = Scene()
            await scene.showDevices()
            let view = scene.devicesView
            let isAnswer = [.confirm, .decline].contains(binding.command)
            view.press("j")
            if isAnswer { view.press("x") }
            let before = view.picture()
            view.press(key)
            var routes = scene.devices.routes.makeAsyncIterator()
            switch binding.command {
            case .back: #expect(await routes.next() == .closed)
            case .refresh:
                #expect(await routes.next() == .repaint)
                #expect(scene.link.retries == 1)
            case .help: #expect(await routes.next() == .help)
            case .quit: #expect(await routes.next() == .quit)
            case .up, .down, .pageUp, .pageDown, .first, .last, .signOut, .confirm, .decline:
                #expect(view.picture() != before, "\(key)")
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
                view.press(Key(.tab), size: size)
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
            case .open: #expect(pages.addresses == ["https://coinmarketcap.com/currencies/bitcoin/"])
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
            scene.openChart()
            let view = try #require(scene.chartView)
            view.press(Key(.pageUp), Key(.pageUp))
            if binding.command == .undo { view.press("f") }
            let before = view.picture()
            view.press(key)
            var routes = view.viewModel.routes.makeAsyncIterator()
            switch binding.command {
            case .pageOlder, .pageNewer, .oldest, .newest: #expect(view.picture() != before, "\(key)")
            case .favorite: #expect(scene.link.user.state.favoriteIDs == [1])
            case .undo: #expect(scene.link.user.state.favoriteIDs.isEmpty)
            case .detail: #expect(await routes.next() == .detail)
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
        for binding in KeyMap.prices.bindings {
            #expect(help.contains(binding.title))
            #expect(help.contains(binding.keys.map(\.description).joined(separator: " ")))
        }
    }

    private func duplicates(_ keys: [Key]) -> [Key] {
        Dictionary(grouping: keys, by: \.self).filter { $0.value.count > 1 }.map(\.key)
    }
}
