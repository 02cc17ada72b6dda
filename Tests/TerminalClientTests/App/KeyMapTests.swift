import Shared
import TerminalKit
import Testing

@testable import TerminalClient

/// Every key in Help does something, and what it says.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct KeyMapTests {
    @Test func noKeyMeansTwoThingsOnOneScreen() {
        let shared = KeyMap.tabs.bindings.flatMap(\.keys) + KeyMap.coin.bindings.flatMap(\.keys)
        let chart = KeyMap.chart.bindings.flatMap(\.keys)
        #expect(duplicates(KeyMap.prices.bindings.flatMap(\.keys) + shared + chart).isEmpty)
        #expect(duplicates(KeyMap.favorites.bindings.flatMap(\.keys) + shared + chart).isEmpty)
        #expect(duplicates(KeyMap.fullChart.bindings.flatMap(\.keys) + chart).isEmpty)
        #expect(duplicates(KeyMap.detail.bindings.flatMap(\.keys)).isEmpty)
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
        #expect(Set(LoginView.keys.bindings.map(\.command)) == Set(LoginView.Command.allCases))
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

    @Test(
        arguments: KeyMap.fullChart.bindings.filter { [.pageOlder, .pageNewer, .oldest, .newest].contains($0.command) }
    )
    func everyKeyThatMovesAChartMovesIt(binding: KeyMap<FullChartCommand>.Binding) throws {
        for key in binding.keys {
            let scene = Scene()
            scene.openChart()
            let view = try #require(scene.chartView)
            view.press(Key(.pageUp), Key(.pageUp))
            let before = view.picture()
            view.press(key)
            #expect(view.picture() != before, "\(key)")
        }
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
        (TabsCommand.nextTab, TabsViewModel.Route.tab(.favorites)), (.favorites, .tab(.favorites)),
        (.settings, .settings), (.help, .help), (.quit, .quit),
    ])
    func everyKeyOfTheTabsGoesSomewhere(command: TabsCommand, route: TabsViewModel.Route) async {
        for key in KeyMap.tabs.bindings.filter({ $0.command == command }).flatMap(\.keys) {
            let scene = Scene()
            scene.pricesView.press(key)
            var routes = scene.tabs.routes.makeAsyncIterator()
            #expect(await routes.next() == route)
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
