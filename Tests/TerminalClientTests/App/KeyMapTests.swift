import Shared
import TerminalKit
import Testing

@testable import TerminalClient

/// Every key in Help does something, and what it says.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct KeyMapTests {
    @Test func noKeyMeansTwoThingsOnOneScreen() {
        #expect(duplicates(KeyMap.prices.bindings.flatMap(\.keys) + KeyMap.tabs.bindings.flatMap(\.keys)).isEmpty)
        #expect(duplicates(KeyMap.favorites.bindings.flatMap(\.keys) + KeyMap.tabs.bindings.flatMap(\.keys)).isEmpty)
    }

    @Test func everyCommandHasAKey() {
        #expect(Set(KeyMap.prices.bindings.map(\.command)) == Set(PricesCommand.allCases))
        #expect(Set(KeyMap.filter.bindings.map(\.command)) == Set(FilterCommand.allCases))
        #expect(Set(KeyMap.favorites.bindings.map(\.command)) == Set(FavoritesCommand.allCases))
        #expect(Set(KeyMap.settings.bindings.map(\.command)) == Set(SettingsCommand.allCases))
        #expect(Set(KeyMap.tabs.bindings.map(\.command)) == Set(TabsCommand.allCases))
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
