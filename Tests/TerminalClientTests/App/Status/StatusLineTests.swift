import Shared
import TerminalKit
import Testing

@testable import TerminalClient

/// The status line is one row. It never cuts the most important part.
@MainActor
struct StatusLineTests {
    private let scene = Scene(user: .favorites(1))

    /// Once, each message disappeared when the next one came.
    @Test func messagesAreSeenOneAfterTheOther() {
        for text in ["Bitcoin was refused.", "Ether was refused.", "Bitcoin was refused."] {
            scene.link.user.noted(.refused(text))
        }
        let picture = scene.pricesView.picture()
        #expect(picture.contains("Bitcoin was refused. (Esc: seen, 1 more)"))
        #expect(scene.pricesView.picture(20, 5).contains("(Esc: seen +1)"))
        scene.pricesView.press(Key(.escape))
        #expect(scene.pricesView.picture().contains("Ether was refused. (Esc: seen)"))
        scene.pricesView.press(Key(.escape))
        #expect(!scene.pricesView.picture().contains("refused"))
    }

    @Test func aMessageDoesNotHideWhatAKeyHasJustDone() {
        scene.link.user.noted(.refused("Bitcoin was refused."))
        scene.tabs.status.noted(.removed("BTC", undo: "z"))
        let picture = scene.pricesView.picture()
        #expect(picture.contains("removed BTC (z: undo)") && picture.contains("Bitcoin was refused. (Esc: seen)"))
    }

    /// Once, Escape cleared the filter and left the message.
    @Test func inTheFilterEscapeTakesTheMessageFirst() {
        scene.pricesView.press("/", "b")
        scene.link.user.noted(.refused("Something went wrong."))
        scene.pricesView.press(Key(.escape))
        #expect(scene.tabs.status.problem == nil)
        #expect(scene.prices.list.isFiltering)
        #expect(scene.prices.list.filter.text == "b")
        scene.pricesView.press(Key(.escape))
        #expect(!scene.prices.list.isFilterShown)
    }

    /// Once, Escape closed Help and left the message.
    @Test func inHelpEscapeTakesTheMessageFirst() async {
        let view = scene.helpView
        scene.link.user.noted(.refused("Something went wrong."))
        #expect(view.picture().contains("(Esc: seen)"))
        view.press(Key(.escape))
        #expect(scene.tabs.status.problem == nil)
        view.press(.control("c"))
        var routes = view.viewModel.routes.makeAsyncIterator()
        #expect(await routes.next() == .quit, "nothing closed it before")
    }

    @Test(arguments: [20, 30, 40, 59, 60, 70, 100])
    func whatWasDoneDoesNotHideThatThereIsNoConnection(width: Int) {
        scene.link.state = .waiting(until: scene.time.now + .seconds(5), after: .lost)
        for notice in [Notice.removed("BTC", undo: "z"), .candlesFrom("CryptoCompare", undo: "z")] {
            scene.tabs.status.noted(notice)
            let picture = scene.pricesView.picture(width, 20)
            #expect(picture.contains("offline"), "\(width)")
            #expect(picture.contains(notice.description.prefix(4)), "\(width)")
        }
    }

    /// Once, the alert took the whole line, and each further one took it again.
    @Test(arguments: [20, 30, 40, 59, 60, 80, 100, 140], [5, 10, 24])
    func anAlertDoesNotHideThatThereIsNoConnection(width: Int, height: Int) throws {
        let scene = Scene(user: try .fired(7))
        scene.link.state = .waiting(until: scene.time.now + .seconds(5), after: .lost)
        for left in [width < 60 ? "+6" : "6 more", width < 60 ? "+5" : "5 more"] {
            let picture = scene.pricesView.picture(width, height)
            #expect(picture.contains("! offline"))
            #expect(picture.contains("Esc: seen"))
            // The narrowest line breaks after the mark, and cuts how many are left.
            if width > 20 { #expect(picture.contains("  · ! BTC") && picture.contains(left)) }
            scene.pricesView.press(Key(.escape))
        }
    }

    @Test(arguments: [20, 30, 40, 80])
    func inASingleRowTheStateOfTheConnectionComesFirst(width: Int) throws {
        let scene = Scene(user: try .fired(2))
        scene.link.state = .waiting(until: scene.time.now + .seconds(5), after: .lost)
        #expect(scene.pricesView.picture(width, 3).contains("! offline"))
    }

    @Test func besideAShortMessageTheStateIsWhole() {
        scene.link.state = .waiting(until: scene.time.now + .seconds(5), after: .lost)
        scene.link.user.noted(.refused("No."))
        let row = "! offline, next try in 5 s (r: now)  · ! No. (Esc: seen)"
        #expect(scene.pricesView.picture().contains(row))
        #expect(scene.pricesView.picture(50).contains("! offline  · ! No. (Esc: seen)"))
    }

    @Test(arguments: [40, 80])
    func whatWasDoneDoesNotHideThatPricesAreOld(width: Int) {
        let source = MarketSource(
            .ticker,
            MarketSource.Name(.tickers, of: "Huobi"),
            state: .down,
            since: MarketTime(seconds: 1_700_000_000),
            lastEvent: MarketTime(seconds: 1_700_000_000 - 60),
            cause: "Huobi does not answer."
        )
        let scene = Scene(sources: [source])
        scene.tabs.status.noted(.copied("tickwire://prices/id:1027"))
        let row = scene.pricesView.picture(width, 20).split(separator: "\n").first { $0.contains("copied") }
        #expect(row?.contains("! old prices  · copied") == true)
    }

    @Test func aNarrowRowShowsTheLastActionWhileAllIsWell() {
        scene.tabs.status.noted(.removed("BTC", undo: "z"))
        #expect(scene.pricesView.picture(24, 10).contains("removed BTC (z: undo)"))
    }

    @Test func theNextChangeEndsAHintThatWouldUndoIt() {
        let scene = Scene(user: .favorites(1))
        scene.tabs.favoriteToggled(CoinID(1), symbol: "BTC")
        #expect(scene.pricesView.picture().contains("removed BTC (z: undo)"))
        scene.tabs.favoriteToggled(CoinID(1027), symbol: "ETH")
        #expect(!scene.pricesView.picture().contains("z: undo"))
    }

    /// Once, the hint went away, and the key brought the alert back.
    @Test func aMessageThatIsSeenStaysSeenAndLeavesTheHintOfTheLatestChange() throws {
        var table = try UserTable.fired(1)
        table.change { .add([CoinID(1)], of: $0) }
        let scene = Scene(user: table)
        scene.pricesView.press("f", Key(.escape))
        #expect(scene.tabs.status.problem == nil)
        #expect(scene.tabs.status.notice == "removed BTC (z: undo)")
        scene.pricesView.press("z")
        #expect(scene.link.user.favoriteIDs == [1])
        scene.pricesView.press("z")
        #expect(scene.tabs.status.notice == "nothing to undo")
        #expect(scene.link.user.alertEvents.isEmpty)
    }

    // MARK: Keys

    @Test func textsNameTheKeysThatAreBound() {
        var keys = Keys()
        for (table, action, key) in [
            ("screen", "back", "b"), ("screen", "refresh", "n"), ("prices", "favorite", "v"), ("filter", "clear", "F4"),
            ("help", "close", "F5"),
        ] {
            let isKnown = keys.rebind(table, action, to: [Key(named: key)].compactMap(\.self))
            #expect(isKnown)
        }
        let scene = Scene(keys: keys)
        #expect(scene.favorites.emptyWords.last?.hasPrefix("Press v on a coin in Prices;") == true)
        scene.link.state = .waiting(until: scene.time.now + .seconds(5), after: .lost)
        #expect(scene.pricesView.picture().contains("offline, next try in 5 s (n: now)"))
        #expect(scene.settingsView.picture().contains("offline, next try in 5 s (n: now)"))
        scene.link.user.noted(.refused("No."))
        #expect(scene.pricesView.picture().contains("! No. (b: seen)"))
        #expect(scene.favoritesView.picture().contains("! No. (b: seen)"))
        #expect(scene.settingsView.picture().contains("! No. (b: seen)"))
        #expect(scene.devicesView.picture().contains("! No. (b: seen)"))
        #expect(DetailView(viewModel: scene.detail()).picture().contains("! No. (b: seen)"))
        let help = HelpViewModel(sections: [], keys: keys, status: scene.tabs.status)
        #expect(HelpView(viewModel: help).picture().contains("! No. (F5: seen)"))
        scene.pricesView.press("/", "q", "q")
        #expect(scene.prices.emptyWords.last == "Press F4 to show everything again.")
        #expect(scene.pricesView.picture().contains("! No. (F4: seen)"))
        scene.pricesView.press(Key(.enter))
        #expect(scene.prices.emptyWords.last == "Press b to show everything again.")
    }

    @Test func textsDoNotNameAKeyThatIsNotBound() {
        var keys = Keys()
        for (table, action) in [
            ("screen", "back"), ("screen", "refresh"), ("prices", "favorite"), ("filter", "clear"),
        ] {
            let isKnown = keys.rebind(table, action, to: [])
            #expect(isKnown)
        }
        let scene = Scene(keys: keys)
        #expect(scene.favorites.emptyWords.last?.hasPrefix("Mark a coin in Prices;") == true)
        scene.link.state = .waiting(until: scene.time.now + .seconds(5), after: .lost)
        #expect(!scene.pricesView.picture().contains("now)"))
        for text in ["No.", "No!"] { scene.link.user.noted(.refused(text)) }
        #expect(scene.pricesView.picture().contains("! No. (1 more)"))
        scene.pricesView.press("/", "q", "q")
        #expect(scene.prices.emptyWords == ["Nothing matches \"qq\"."])
    }

    /// In Help `r` does nothing, and in the filter it is a letter.
    @Test func onlyAKeyThatTriesAgainIsNamed() {
        scene.link.state = .waiting(until: scene.time.now + .seconds(5), after: .lost)
        #expect(!scene.helpView.picture().contains("now)"))
        scene.pricesView.press("/")
        #expect(scene.pricesView.picture().contains("(Ctrl-L: now)"))
        scene.pricesView.press(.control("l"))
        #expect(scene.link.retries == 1)
    }

    @Test func aQuestionComesBeforeAMessage() {
        let scene = Scene(user: .favorites(1, 74))
        scene.link.user.noted(.refused("Something went wrong."))
        scene.settingsView.press("G", "k", Key(.enter))
        #expect(!scene.settingsView.picture().contains("Esc: seen"))
        scene.settingsView.press(Key(.escape))
        #expect(scene.settings.asking == nil)
        #expect(scene.settingsView.picture().contains("Esc: seen"))
    }
}
