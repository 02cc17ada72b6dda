import Shared
import TerminalKit
import Testing

@testable import TerminalClient

/// Choosing one of several items from a list that lies over a screen.
@MainActor
struct PickerTests {
    @MainActor
    private final class Things {
        var names = ["Huobi", "Binance", "CryptoCompare", "Kraken"]
        var marked: String? = "Binance"

        var items: [PickerItem<String>] { names.map { PickerItem(value: $0, title: $0, isMarked: $0 == marked) } }

        var editing: PickerEditing<String> {
            PickerEditing(
                noun: "source",
                create: { (name) throws(PickerFault) in
                    if name.isEmpty { throw PickerFault(words: "It needs a name.") }
                    self.names.append(name)
                    return name
                },
                rename: { (old, name) throws(PickerFault) in
                    if self.names.contains(name) { throw PickerFault(words: "There is a \(name) already.") }
                    self.names = self.names.map { $0 == old ? name : $0 }
                },
                delete: { (name) throws(PickerFault) in
                    if name == "Huobi" { throw PickerFault(words: "Huobi stays.") }
                    self.names.removeAll { $0 == name }
                },
                move: { name, step in
                    guard let place = self.names.firstIndex(of: name), self.names.indices.contains(place + step)
                    else { return }
                    self.names.swapAt(place, place + step)
                }
            )
        }
    }

    private func picker(
        _ things: Things = Things(),
        isEditable: Bool = false,
        _ scene: Scene = Scene()
    ) -> PickerView<String> {
        let viewModel = PickerViewModel(
            "Candles from",
            tabs: scene.tabs,
            editing: isEditable ? things.editing : nil
        ) { things.items }
        return PickerView(viewModel: viewModel, background: scene.pricesView)
    }

    /// Once, the list said no more than that there is nothing to choose from, and stayed empty.
    @Test func aChoiceOfACoinSaysWhyThereIsNoneAndTakesThoseThatCome() {
        let scene = Scene([])
        let alerts = AlertsViewModel(session: scene.link.session, tabs: scene.tabs)
        let view = PickerView(viewModel: alerts.coinPicker, background: scene.pricesView)
        let picture = view.picture()
        #expect(picture.contains("There are no coins to choose from."))
        #expect(picture.contains("The server has no prices yet."))
        scene.tick { $0.update(MarketChanges(.few, sources: [])) }
        #expect(view.picture().contains("BTC Bitcoin"))
    }

    /// Once, the list said that the server has no prices, beside a live chart.
    @Test func aChoiceOfWhichEachCoinIsTakenDoesNotBlameTheMarket() {
        let scene = Scene()
        let table = scene.link.market.table
        let all = Set((0..<table.count).map { table.instrument(ofRow: $0).coin })
        let model = PickerViewModel<CoinID>.coins("Compare", of: scene.link.session, without: all, tabs: scene.tabs)
        #expect(model.absence == ["There is nothing to choose from."])
    }

    @Test func aNarrowTerminalNamesTheKeysThatEveryPickerHas() {
        let hints = picker(isEditable: true).picture(40, 10).split(separator: "\n").last
        #expect(hints == " Enter choose  Esc back  ↑ ↓ select")
    }

    /// Once, on small screens, the lists of a coin looked like the lists to show.
    @Test func everySizeHasTheTitleAndTheVerb() {
        let model = PickerViewModel("Lists with BTC", verb: "mark", tabs: Scene().tabs) {
            [PickerItem(value: 1, title: "DeFi")]
        }
        let view = PickerView(viewModel: model, background: Scene().pricesView)
        for (width, height) in [(40, 10), (80, 24), (140, 40)] {
            let picture = view.picture(width, height)
            #expect(picture.contains("Lists with BTC") && picture.contains("Enter mark"))
        }
        #expect(view.picture(40, 10).contains("Lists with BTC / type to filter"))
        #expect(view.picture(20, 5).contains("Lists wit… / "))
        #expect(view.helpPage.flatMap(\.entries).map(\.title).first == "mark")
    }

    private func selected<Value>(_ view: PickerView<Value>) -> Value? {
        let model = view.viewModel
        guard model.rows.indices.contains(model.selected), case .item(let item) = model.rows[model.selected] else {
            return nil
        }
        return item.value
    }

    private func titles<Value>(_ view: PickerView<Value>) -> [String] {
        view.viewModel.rows.map { row in
            switch row {
            case .item(let item): item.title
            case .new(let name): "+\(name)"
            }
        }
    }

    private func type(_ text: String, into view: some View) {
        for letter in text { view.press(Key(.character(letter))) }
    }

    @Test func aTypedValueIsOfferedOnceAndWhatIsNoneIsRefusedInWords() {
        let things = Things()
        let reading = PickerReading<String>(example: "Kr") { (typed) throws(PickerFault) in
            guard typed.lowercased().hasPrefix("kr") else { throw PickerFault(words: "\(typed) is not Kr.") }
            return PickerItem(value: typed.lowercased(), title: typed)
        }
        let scene = Scene()
        let viewModel = PickerViewModel("Candles from", tabs: scene.tabs, reading: reading) { things.items }
        let view = PickerView(viewModel: viewModel, background: scene.pricesView)
        #expect(view.picture().contains("such as Kr"))
        view.press("K", "r")
        #expect(viewModel.rows.count == 2 && selected(view) == "Kraken", "what is listed comes first")
        view.press("a", "k", "e", "n")
        #expect(viewModel.rows.count == 1, "a listed value is not offered twice")
        view.press("!")
        #expect(selected(view) == "kraken!")
        view.press(.control("u"), "x", Key(.enter))
        #expect(viewModel.fault == "x is not Kr.")
        #expect(view.picture().contains("x is not Kr.") && !view.picture().contains("Nothing matches"))
        view.press("y")
        #expect(viewModel.fault == nil)
    }

    @Test func theCurrentChoiceIsSelectedAndMarked() {
        let view = picker()
        #expect(selected(view) == "Binance")
        #expect(view.picture().contains("● Binance"))
    }

    @Test func enterChoosesAndEscapeDoesNot() async {
        let view = picker()
        view.press(Key(.down), Key(.enter), Key(.escape))
        var routes = view.viewModel.routes.makeAsyncIterator()
        #expect(await routes.next() == .own("CryptoCompare"))
        #expect(await routes.next() == .closed)
    }

    @Test func typingFiltersAndPutsPrefixesFirst() {
        let view = picker()
        type("K", into: view)
        #expect(titles(view) == ["Kraken"])
        view.press(Key(.backspace))
        type("c", into: view)
        #expect(titles(view) == ["CryptoCompare", "Binance"])
        #expect(selected(view) == "CryptoCompare", "the best match is selected")
        type("zz", into: view)
        #expect(view.picture().contains("Nothing matches \"czz\"."))
        view.press(Key(.enter))
    }

    @Test func aTitleThatBeginsWithTheTypedWordIsTheBestMatch() {
        let things = Things()
        things.names = ["ARB Arbitrum", "AR Arweave", "BAR"]
        let view = picker(things)
        type("ar", into: view)
        #expect(titles(view) == ["AR Arweave", "ARB Arbitrum", "BAR"])
        type("b", into: view)
        #expect(titles(view) == ["ARB Arbitrum"])
    }

    @Test func commandKeysAreTypedAsText() {
        let view = picker()
        type("q?Lz", into: view)
        #expect(view.viewModel.entry.text == "q?Lz")
    }

    @Test func theSelectionStaysOnItsItemWhenOthersComeAndGo() {
        let things = Things()
        let view = picker(things)
        view.press(Key(.down))
        things.names.removeAll { $0 == "Huobi" }
        things.names.insert("Bitstamp", at: 0)
        view.viewModel.refresh()
        #expect(selected(view) == "CryptoCompare")
        things.names.removeAll { $0 == "CryptoCompare" }
        view.viewModel.refresh()
        #expect(selected(view) == "Kraken", "what takes its place")
    }

    @Test func aClickOnAnItemChoosesItAndAClickBesideTheBoxGoesBack() async throws {
        let view = picker()
        try view.click(on: "Kraken")
        try view.click(on: "tickwire")
        try view.click(on: "ETH", inRowWith: "Ethereum")
        var routes = view.viewModel.routes.makeAsyncIterator()
        #expect(await routes.next() == .own("Kraken"))
        #expect(await routes.next() == .closed)
    }

    @Test func theHintsAtTheBottomBelongToTheChoice() {
        var buffer = Buffer(size: Size(width: 80, height: 24))
        _ = picker().frame(into: &buffer)
        #expect(!buffer.text.split(separator: "\n").last!.contains("settings"))
    }

    @Test func whileANameIsTypedOnlyItsKeysAreOfferedAndWork() {
        let view = picker(isEditable: true)
        let footer = { view.picture(140, 40).split(separator: "\n").last.map(String.init) ?? "" }
        #expect(footer().contains("rename"))
        view.press(.control("n"))
        #expect(footer().contains("keep") && footer().contains("cancel"))
        for word in ["select", "new", "rename", "delete", "move"] { #expect(!footer().contains(word), "\(footer())") }
        #expect(view.helpPage.map(\.title) == ["Typing a name"])
        #expect(
            view.helpPage.flatMap(\.entries).map(\.title) == [
                "keep the name", "cancel", "redraw, or ask again; if offline, connect now", "this help", "quit",
            ]
        )
        type("Kraken 2", into: view)
        view.press(.control("n"), Key(.function(2)), .control("x"))
        #expect(view.viewModel.typing == .newName && view.viewModel.entry.text == "Kraken 2")
    }

    @Test func quitAndHelpAreReachable() async {
        let view = picker()
        view.press(Key(.function(1)), .control("l"), .control("c"))
        var routes = view.viewModel.routes.makeAsyncIterator()
        #expect(await routes.next() == .help)
        #expect(await routes.next() == .repaint)
        #expect(await routes.next() == .quit)
        #expect(view.help.map(\.title) == ["Choosing"])
        #expect(picker(isEditable: true).help.map(\.title) == ["Choosing", "Changing"])
    }

    // MARK: Changing what there is

    /// Once, a mistyped filter made a new item.
    @Test func anUnknownTypedNameIsAskedForAndThenCreatedAndChosen() async {
        let things = Things()
        let view = picker(things, isEditable: true)
        type("Bitstamp", into: view)
        #expect(titles(view) == ["+Bitstamp"])
        view.press(Key(.enter))
        #expect(view.viewModel.title == "New source" && view.viewModel.entry.text == "Bitstamp")
        #expect(things.names.count == 4)
        view.press(Key(.enter))
        #expect(things.names.last == "Bitstamp" && view.viewModel.entry.isEmpty)
        var routes = view.viewModel.routes.makeAsyncIterator()
        #expect(await routes.next() == .own("Bitstamp"))
    }

    @Test func aBadNameIsRefusedWithAReason() {
        let things = Things()
        let view = picker(things, isEditable: true)
        view.press(.control("n"), Key(.enter))
        #expect(view.viewModel.title == "New source")
        #expect(view.viewModel.fault == "It needs a name.")
        #expect(view.picture().contains("It needs a name."))
        type("A", into: view)
        #expect(view.viewModel.fault == nil)
        view.press(Key(.escape))
        #expect(view.viewModel.typing == .filter && things.names.count == 4)
    }

    @Test func anItemIsRenamedInPlace() {
        let things = Things()
        let view = picker(things, isEditable: true)
        view.press(Key(.function(2)))
        #expect(view.viewModel.title == "Rename Binance" && view.viewModel.entry.text == "Binance")
        view.press(.control("u"))
        type("Kraken", into: view)
        view.press(Key(.enter))
        #expect(view.viewModel.fault == "There is a Kraken already.")
        type("2", into: view)
        view.press(Key(.enter))
        #expect(things.names[1] == "Kraken2" && view.viewModel.typing == .filter)
    }

    @Test func anItemIsDeletedOrRefusedWithAReason() {
        let things = Things()
        let view = picker(things, isEditable: true)
        view.press(.control("x"))
        #expect(things.names == ["Huobi", "CryptoCompare", "Kraken"])
        view.press(Key(.up), Key(.up), .control("x"))
        #expect(view.viewModel.fault == "Huobi stays." && things.names.count == 3)
    }

    @Test func anItemIsMovedUnlessAFilterHidesOthers() {
        let things = Things()
        let view = picker(things, isEditable: true)
        view.press(Key(.down, .shift))
        #expect(things.names == ["Huobi", "CryptoCompare", "Binance", "Kraken"])
        #expect(selected(view) == "Binance")
        view.press(Key(.up, .shift), Key(.up, .shift))
        #expect(things.names.first == "Binance")
        type("b", into: view)
        view.press(Key(.down, .shift))
        #expect(things.names.first == "Binance")
    }

    @Test(arguments: Picture.sizes)
    func pictures(width: Int, height: Int) throws {
        let view = picker(isEditable: true)
        try Picture.expect(view, (width, height), is: "picker")
    }
}
