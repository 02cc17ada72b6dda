import Observation
import Shared
import TerminalKit
import TestSupport
import Testing

@testable import TerminalClient

/// Every key in Help does what Help says.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct KeyMapTests {
    @Test func noKeyMeansTwoThingsOnOneScreen() {
        #expect(Keys().conflict?.key == nil)
        for table in Keys().entries { #expect(duplicates(table.bindings.flatMap(\.keys)).isEmpty, "\(table.table)") }
    }

    @Test func aPairOfKeysIsNeverSplit() throws {
        let scene = Scene()
        scene.pricesView.press(Key(.enter))
        for width in 20...140 {
            let hints = try #require(scene.pricesView.picture(width, 24).split(separator: "\n").last)
            #expect(hints.contains(" [ ") == hints.contains("] interval"), "\(width)")
        }
        #expect(KeyMap.favorites.hints.contains(KeyHint(["K", "J"], "move")))
    }

    @Test func aKeptFilterShowsHowToClearIt() {
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
        #expect(Set(KeyMap.list.bindings.map(\.command)) == Set(CoinListCommand.allCases))
        #expect(KeyMap.sort.bindings.map(\.command) == QuoteColumn.sortable)
        #expect(KeyMap.sort.bindings.allSatisfy { !$0.keys.isEmpty })
        #expect(Set(KeyMap.prices.bindings.map(\.command)) == Set(PricesCommand.allCases))
        #expect(Set(KeyMap.filter.bindings.map(\.command)) == Set(FilterCommand.allCases))
        #expect(Set(KeyMap.favorites.bindings.map(\.command)) == Set(FavoritesCommand.allCases))
        #expect(Set(KeyMap.settings.bindings.map(\.command)) == Set(SettingsCommand.allCases))
        #expect(Set(KeyMap.tabs.bindings.map(\.command)) == Set(TabsCommand.allCases))
        #expect(Set(KeyMap.coin.bindings.map(\.command)) == Set(SelectedCoinCommand.allCases))
        #expect(Set(KeyMap.chart.bindings.map(\.command)) == Set(ChartCommand.allCases))
        #expect(Set(KeyMap.fullChart.bindings.map(\.command)) == Set(FullChartCommand.allCases))
        #expect(Set(KeyMap.chartParts.bindings.map(\.command)) == Set(ChartPart.allCases))
        #expect(Set(KeyMap.compare.bindings.map(\.command)) == Set(CompareCommand.allCases))
        #expect(Set(KeyMap.picker.bindings.map(\.command)) == Set(PickerCommand.allCases))
        #expect(Set(KeyMap.pickerEdit.bindings.map(\.command)) == Set(PickerEditCommand.allCases))
        #expect(Set(KeyMap.detail.bindings.map(\.command)) == Set(DetailCommand.allCases))
        #expect(Set(KeyMap.help.bindings.map(\.command)) == Set(HelpCommand.allCases))
        #expect(Set(KeyMap.devices.bindings.map(\.command)) == Set(DevicesCommand.allCases))
        #expect(Set(KeyMap.login.bindings.map(\.command)) == Set(LoginCommand.allCases))
        #expect(Set(KeyMap.trust.bindings.map(\.command)) == Set(TrustCommand.allCases))
        #expect(Set(KeyMap.stop.bindings.map(\.command)) == Set(StopCommand.allCases))
    }

    @Test func helpNamesEveryKeyOnce() {
        let help = Scene().helpView.picture(120, 40)
        for binding in KeyMap.list.bindings {
            #expect(help.contains(binding.title))
            #expect(help.contains(binding.keys.map(\.description).joined(separator: " ")))
        }
    }

    func duplicates(_ keys: [Key]) -> [Key] {
        Dictionary(grouping: keys, by: \.self).filter { $0.value.count > 1 }.map(\.key)
    }
}
