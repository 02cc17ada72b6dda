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

    @Test func aQuestionOffersOnlyItsAnswersAndOnlyAQuestionOffersThem() {
        let scene = Scene(user: .favorites(1))
        let view = scene.settingsView
        let entries = { view.helpPage.flatMap(\.entries).map(\.title) }
        #expect(entries().contains("change") && !entries().contains("answer yes"))
        view.press("G", "k", Key(.enter))
        #expect(entries().contains("answer yes") && !entries().contains("change"))
        view.press("y")
        #expect(entries().contains("answer yes") == false)
    }

    @Test func aRowThatHasNothingToDoOffersNoKeyForIt() {
        let scene = Scene()
        scene.settingsView.press("G", "k")
        #expect(scene.settings.selected == .removeAllFavorites)
        let picture = scene.settingsView.picture()
        #expect(!picture.contains("Enter choose") && !picture.contains("Space change") && picture.contains("? help"))
    }

    @Test func onlyAnItemOffersToBeChangedAndOnlyAWholeListToBeMoved() throws {
        let name = try ListName(typed: "DeFi")
        let user = UserTable.setting { table in
            (try? .create(ListID(rawValue: 7), named: name, of: table)) ?? Mutation()
        }
        let scene = Scene(user: user)
        let model = ListEditing(session: scene.link.session, tabs: scene.tabs).picker("Lists", verb: "show") { _ in
            false
        }
        let view = PickerView(viewModel: model, background: scene.pricesView)
        let hints = { view.picture(140, 40).split(separator: "\n").last.map(String.init) ?? "" }
        for word in ["new", "rename", "delete", "move"] { #expect(hints().contains(word), "\(hints())") }
        view.press("d")
        #expect(hints().contains("rename") && !hints().contains("move"), "\(hints())")
        view.press("q")
        #expect(hints().contains("new") && !hints().contains("rename"), "\(hints())")
    }

    @Test func helpOffersToScrollOnlyWhereThereIsMoreToSee() {
        #expect(Scene().helpView.picture(80, 24).contains("↑ ↓ scroll"))
        #expect(!Scene().helpView.picture(200, 60).contains("scroll  "))
    }

    @Test func everyCommandHasAKey() {
        for (table, bindings) in Keys().entries {
            for entry in bindings { #expect(!entry.keys.isEmpty, "\(table).\(entry.action)") }
        }
        var others: [String?] = []
        for (name, table) in Mirror(reflecting: Keys()).children {
            guard let table = table as? any CompleteTable else {
                others.append(name)
                continue
            }
            #expect(table.missing.isEmpty, "\(name ?? "")")
        }
        #expect(others == ["_sort"])
        #expect(KeyMap.sort.bindings.map(\.action) == QuoteColumn.sortable)
    }

    @Test func everyTableCanBeChangedByItsName() {
        #expect(Keys.tableNames.count == Mirror(reflecting: Keys()).children.count)
        #expect(duplicates(Keys.tableNames).isEmpty)
    }

    @Test func helpNamesEveryKeyOnce() {
        let help = Scene().helpView.picture(120, 40)
        for binding in KeyMap.list.bindings {
            #expect(help.contains(binding.title))
            #expect(help.contains(binding.keys.map(\.description).joined(separator: " ")))
        }
    }

    func duplicates<Name: Hashable>(_ names: [Name]) -> [Name] {
        Dictionary(grouping: names, by: \.self).filter { $0.value.count > 1 }.map(\.key)
    }
}

/// A table that should have all actions of its type.
private protocol CompleteTable {
    /// The actions without a binding.
    var missing: [String] { get }
}

extension Rebindable: CompleteTable where Action: CaseIterable {
    fileprivate var missing: [String] {
        Set(Action.allCases).subtracting(wrappedValue.bindings.map(\.action)).map { "\($0)" }
    }
}
