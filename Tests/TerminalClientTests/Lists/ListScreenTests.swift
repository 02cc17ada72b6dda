import Observation
import Shared
import TerminalKit
import TestSupport
import Testing

@testable import TerminalClient

/// The user's lists: shown in place of the favorites, and changed from a list of lists.
@MainActor
struct ListScreenTests {
    private let list = ListID(rawValue: 7)

    private func user(_ coins: UInt32...) -> UserTable {
        let name = try? ListName(typed: "DeFi")
        return .setting(
            { .add([CoinID(1)], of: $0) },
            { table in name.flatMap { try? Mutation.create(list, named: $0, of: table) } ?? Mutation() },
            { .add(coins.map { CoinID($0) }, to: list, of: $0) }
        )
    }

    private func lists(_ scene: Scene) -> PickerView<ListID> {
        let editing = ListEditing(session: scene.link.session, tabs: scene.tabs)
        let picker = editing.picker("Lists", verb: "show") { _ in false }
        return PickerView(viewModel: picker, background: scene.favoritesView)
    }

    private func type(_ text: String, into view: some View) {
        for letter in text { view.press(Key(.character(letter))) }
    }

    @Test func aListReplacesFavoritesAndBehavesLikeThem() {
        let scene = Scene(user: user(74, 5994))
        scene.tabs.listChosen(list)
        #expect(scene.favoriteSymbols == ["DOGE", "SHIB"])
        #expect(scene.favoritesView.picture().contains("2 DeFi 2"))
        scene.favoritesView.press("J")
        #expect(scene.favoriteSymbols == ["SHIB", "DOGE"])
        scene.favoritesView.press("x")
        #expect(scene.favoriteSymbols == ["SHIB"])
        scene.favoritesView.press("z")
        #expect(scene.tabs.status.notice == "DOGE is in DeFi again")
        #expect(scene.favoriteSymbols == ["SHIB", "DOGE"])
        #expect(scene.link.user.favoriteIDs == [1], "the favorites are as they were")
    }

    @Test func undoBringsBackAllCoinsOfAList() {
        let scene = Scene(user: user(74, 5994))
        scene.tabs.listChosen(list)
        scene.favoritesView.press("X")
        #expect(scene.tabs.status.notice == "removed all 2 coins (z: undo)")
        #expect(scene.favoritesView.picture().contains("DeFi has no coins yet."))
        scene.favoritesView.press("z")
        #expect(scene.favoriteSymbols == ["DOGE", "SHIB"])
    }

    @Test func aListThatAnotherTerminalDeletesGivesWayToFavorites() {
        let scene = Scene(user: user(74))
        scene.tabs.listChosen(list)
        _ = scene.favoritesView.picture()
        scene.link.user.mutate { _ in .delete(list) }
        #expect(scene.favoritesView.picture().contains("another terminal has deleted DeFi"))
        #expect(scene.favoriteSymbols == ["BTC"])
    }

    @Test func undoOfTheShownListNamesNoOtherTerminal() throws {
        let scene = Scene(user: user(74))
        let new = ListID(rawValue: 9)
        let creation = try Mutation.create(new, named: ListName(typed: "New"), of: scene.link.user.table)
        scene.link.user.mutate { _ in creation }
        scene.tabs.listChosen(new)
        scene.favoritesView.press("z")
        let picture = scene.favoritesView.picture()
        #expect(picture.contains("the list New is gone again") && !picture.contains("another terminal"), "\(picture)")
        #expect(scene.favoriteSymbols == ["BTC"])
    }

    @Test func aNameForAListThatAnotherTerminalDeletedIsKeptAndCanNameANewList() {
        let scene = Scene(user: user(74))
        let view = lists(scene)
        view.press(Key(.down), .control("r"), .control("u"))
        type("Old coins", into: view)
        scene.link.user.mutate { _ in .delete(list) }
        #expect(view.picture().contains("Rename DeFi"))
        view.press(Key(.enter))
        let words = "Another terminal has deleted this list; press Enter again to make one of this name."
        #expect(view.viewModel.fault == words)
        #expect(scene.link.user.listNames == ["Favorites"])
        view.press(Key(.enter))
        #expect(scene.link.user.listNames == ["Favorites", "Old coins"])
    }

    @Test func listsAreMadeRenamedAndDeletedAndEachStepIsUndone() {
        let scene = Scene(user: user(74))
        let view = lists(scene)
        type("Old coins", into: view)
        view.press(Key(.enter), Key(.enter))
        #expect(scene.link.user.listNames == ["Favorites", "DeFi", "Old coins"])
        view.press(.control("r"), .control("u"))
        type("defi", into: view)
        view.press(Key(.enter))
        #expect(view.viewModel.fault == "There is already a list 'DeFi'; choose another name.")
        view.press(.control("u"))
        type("Older", into: view)
        view.press(Key(.enter), Key(.up, .shift))
        #expect(scene.link.user.listNames == ["Favorites", "Older", "DeFi"])
        view.press(.control("x"))
        #expect(scene.tabs.status.notice == "deleted Older (Esc z: undo)")
        for (names, words) in [
            (["Favorites", "Older", "DeFi"], "the list Older is back"),
            (["Favorites", "DeFi", "Older"], "the list Older is back in its place"),
            (["Favorites", "DeFi", "Old coins"], "the list is called Old coins again"),
            (["Favorites", "DeFi"], "the list Old coins is gone again"),
        ] {
            scene.favoritesView.press("z")
            #expect(scene.link.user.listNames == names)
            #expect(scene.tabs.status.notice == words)
        }
    }

    /// A family is one character of two emoji and a joiner. The mark that turns the direction is never shown.
    @Test(arguments: [
        ("\u{1F469}\u{200D}\u{1F467}", "\u{1F469}\u{200D}\u{1F467}"),
        ("\u{645}\u{6CC}\u{200C}\u{62E}", "\u{645}\u{6CC}\u{200C}\u{62E}"), ("a\u{202E}b", "ab"),
    ])
    func aNameWithInvisibleCharactersIsLinkedAndRenamedAsItIsStored(name: String, shown: String) throws {
        let scene = Scene(user: user(74))
        let new = ListID(rawValue: 9)
        let creation = try Mutation.create(new, named: ListName(typed: name), of: scene.link.user.table)
        scene.link.user.mutate { _ in creation }
        scene.tabs.tabShown(.favorites)
        scene.tabs.listChosen(new)
        #expect(scene.tabs.listName == shown)
        #expect(scene.tabs.link(to: nil) == .list(name, nil))
        let view = lists(scene)
        view.press(Key(.down), Key(.down), .control("r"))
        #expect(view.viewModel.title == "Rename \(shown)")
        view.press(Key(.enter))
        #expect(scene.link.user.table.name(of: new) == name)
        type("\(shown.first ?? " ")", into: view)
        #expect(view.viewModel.selectedItem?.value == new)
    }

    @Test func aFilterWithoutJoinersFindsANameWithThem() throws {
        let scene = Scene(user: user(74))
        let new = ListID(rawValue: 9)
        let name = try ListName(typed: "\u{645}\u{6CC}\u{200C}\u{62E}")
        let creation = try Mutation.create(new, named: name, of: scene.link.user.table)
        scene.link.user.mutate { _ in creation }
        let view = lists(scene)
        type("\u{6CC}\u{62E}", into: view)
        #expect(view.viewModel.selectedItem?.value == new)
    }

    @Test func favoritesAreNeitherDeletedNorRenamed() {
        let scene = Scene(user: user(74))
        let view = lists(scene)
        view.press(.control("x"))
        #expect(view.viewModel.fault == "Favorites always exists; it cannot be deleted.")
        view.press(.control("r"), Key(.enter))
        #expect(view.viewModel.fault == "Favorites always exists; it cannot be renamed.")
        #expect(scene.link.user.pendingCount == 0)
    }

    @Test func aDeletedListComesBackWithItsCoins() {
        let scene = Scene(user: user(74, 5994))
        let view = lists(scene)
        view.press(Key(.down), .control("x"))
        #expect(scene.link.user.items(of: list).isEmpty)
        scene.favoritesView.press("z")
        #expect(scene.link.user.items(of: list).map(\.coin.rawValue) == [74, 5994])
        #expect(scene.tabs.status.notice == "the list DeFi is back")
    }

    // MARK: Coins

    @Test func aKeyOnACoinShowsItsListsAndTogglesThem() async throws {
        let scene = Scene(user: user(74))
        let screen = ScriptedScreen([
            { view in
                view.press("F")
            },
            { view in
                let picture = view.picture()
                #expect(picture.contains("Lists with BTC") && picture.contains("● Favorites"))
                #expect(!picture.contains("● DeFi"))
                view.press(Key(.down), Key(.enter))
            },
        ])
        let tab = TabCoordinator(
            list: scene.prices,
            view: scene.pricesView,
            session: scene.link.session,
            browser: .none,
            screen: screen
        )
        async let _ = tab.quits()
        for await notice in Observations({ scene.tabs.status.notice }) where notice != nil { break }
        #expect(scene.tabs.status.notice == "added BTC to DeFi (z: undo)")
        #expect(scene.link.user.items(of: list).map(\.coin.rawValue) == [74, 1])
        let view = try #require(screen.view)
        #expect(view.picture().contains("● DeFi"))
        view.press(Key(.enter))
        for await items in Observations({ scene.link.user.items(of: list) }) where items.count == 1 { break }
        view.press(.control("c"))
    }

    @Test func theKeyOfListsSwitchesToAnotherList() async throws {
        let scene = Scene(user: user(74))
        let screen = ScriptedScreen([
            { $0.press("L") },
            { view in
                #expect(view.picture().contains("1 coin"))
                view.press(Key(.down), Key(.enter))
            },
        ])
        let tab = TabCoordinator(
            list: scene.prices,
            view: scene.pricesView,
            session: scene.link.session,
            browser: .none,
            screen: screen
        )
        let ending = try await tab.start()
        #expect(ending == .switched(to: .favorites))
        #expect(scene.tabs.listName == "DeFi")
    }

    // MARK: Links

    @Test func aLinkNamesAListAndACoinInIt() throws {
        let route = CoinRoute(.id(CoinID(74)), .row)
        #expect(try DeepLink("tickwire://lists/DeFi") == .list("DeFi", nil))
        #expect(try DeepLink("tickwire://lists/Old%20coins/id:74") == .list("Old coins", route))
        #expect(try DeepLink("tickwire://lists") == .lists)
        #expect("\(DeepLink.list("Old coins / 50%", route))" == "tickwire://lists/Old%20coins%20%2F%2050%25/id:74")
        #expect(throws: DeepLinkFault.malformedList("%zz")) { try DeepLink("tickwire://lists/%zz") }
        let scene = Scene(user: user(74))
        scene.tabs.tabShown(.favorites)
        scene.tabs.listChosen(list)
        #expect(scene.tabs.link(to: route) == .list("DeFi", route))
    }

    @Test(arguments: ["DeFi", "defi", "Nope"])
    func aLinkToAListShowsItOrSaysWhichThereAre(name: String) async throws {
        let scene = Scene(user: user(74))
        scene.tabs.tabShown(.favorites)
        let screen = ScriptedScreen()
        let tab = TabCoordinator(
            list: scene.favorites,
            view: scene.favoritesView,
            session: scene.link.session,
            browser: .none,
            rest: LinkRest(list: name),
            screen: screen
        )
        async let _ = tab.quits()
        if name == "Nope" {
            for await notice in Observations({ scene.tabs.status.notice }) where notice != nil { break }
            #expect(scene.tabs.status.notice == "there is no list 'Nope'; you have Favorites, DeFi")
        } else {
            for await shown in Observations({ scene.tabs.listName }) where shown == "DeFi" { break }
            #expect(scene.favoritesView.picture().contains("2 DeFi 1"))
        }
        scene.favoritesView.press("q")
    }

    @Test(arguments: Picture.sizes)
    func pictures(width: Int, height: Int) throws {
        let scene = Scene(user: user(74, 5994))
        scene.tabs.tabShown(.favorites)
        scene.tabs.listChosen(list)
        try Picture.expect(scene.favoritesView, (width, height), is: "list")
        try Picture.expect(lists(scene), (width, height), is: "lists")
    }
}

extension UserReplica {
    fileprivate var listNames: [String] { [ListName.favorites.text] + lists.map(\.name.visible) }
}
