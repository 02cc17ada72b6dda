import Shared
import TerminalKit
import TestSupport
import Testing

@testable import TerminalClient

/// Settings belong to the server. The screen shows its values with this terminal's changes over them.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct SettingsViewModelTests {
    @Test func eachRowChangesItsSetting() {
        let scene = Scene()
        scene.settingsView.press(" ", "j", "j", " ", "j", Key(.enter))
        let table = scene.link.user.table
        #expect(table.klineSource == .binance)
        #expect(table[Settings.coinsOnly] && !table[Settings.keepFavorites])
        #expect(scene.settings.shown(.keepFavorites).explanation.contains("gone once your last terminal has closed"))
    }

    @Test func undoTakesBackTheLatestChangeWhetherItIsLocalOrShared() {
        let scene = Scene()
        let settings = scene.settings
        let before = settings.local.palette
        settings.rowClicked(.coinsOnly)
        scene.settingsView.press(" ")
        settings.rowClicked(.palette)
        scene.settingsView.press(" ")
        #expect(scene.link.user.table[Settings.coinsOnly] && settings.local.palette != before)
        scene.settingsView.press("z")
        #expect(settings.local.palette == before)
        #expect(scene.link.user.table[Settings.coinsOnly], "the earlier change stays")
        scene.settingsView.press("z")
        #expect(!scene.link.user.table[Settings.coinsOnly])
        scene.settingsView.press(" ", "z")
        #expect(settings.local.palette == before)
    }

    /// The numbers of changes start over with another database. Once, the setting was taken back.
    @Test func undoTakesBackTheLatestChangeAfterARestore() {
        let scene = Scene(user: .favorites(1))
        let (user, server) = (scene.link.user, UserServer(.favorites(1)))
        server.sync(user)
        let backup = server.database
        for isOn in [true, false, true] { user.mutate { _ in .set(Settings.coinsOnly, to: isOn) } }
        server.sync(user)
        scene.settings.rowClicked(.palette)
        scene.settingsView.press(" ")
        let palette = scene.settings.local.palette
        server.restore(backup)
        server.sync(user)
        user.problemSeen()
        scene.favoritesView.press("x")
        #expect(user.favoriteIDs.isEmpty)
        scene.favoritesView.press("z")
        #expect(user.favoriteIDs == [1])
        #expect(scene.settings.local.palette == palette)
    }

    @Test func aPrivateServerHasNoLoginToEnd() {
        let scene = Scene(server: .localMock)
        #expect(!scene.settingsView.picture(120, 60).contains("Log out"))
        #expect(!scene.settingsView.picture(120, 60).contains("Devices"))
        scene.settingsView.press("G")
        #expect(scene.settings.selected == .removeAllFavorites)
        #expect(Scene().settingsView.picture(120, 60).contains("Log out"))
    }

    @Test func enterLetsTheUserChooseFromAllValues() async {
        let scene = Scene()
        let screen = ScriptedScreen([
            { $0.press("j", "j", "j", "j", "j", "j", Key(.enter)) },
            { view in
                #expect(view.picture().contains("● auto"))
                view.press("l", "i", "g", Key(.enter))
            },
            { $0.press(Key(.escape)) },
        ])
        let settings = SettingsCoordinator(session: scene.link.session, tabs: scene.tabs, screen: screen)
        #expect(await !settings.quits())
        #expect(scene.tabs.local.settings.theme == "light")
        #expect(screen.shown == ["SettingsView", "PickerView<Choice>", "SettingsView"])
    }

    @Test func aClickOnAValueChoosesItAndElsewhereSelectsItsRow() throws {
        let scene = Scene()
        let view = scene.settingsView
        try view.click(on: "blue/orange")
        #expect(scene.settings.selected == .palette)
        #expect(scene.settings.local.palette == .blueOrange)
        try view.click(on: "● blue/orange")
        #expect(scene.settings.local.palette == .blueOrange, "the one that is chosen")
        try view.click(on: "green/red")
        #expect(scene.settings.local.palette == .greenRed)
        try view.click(on: "Huobi")
        #expect(scene.settings.selected == .klineSource)
        #expect(scene.link.user.table.klineSource == .huobi)
        try view.click(on: "CryptoCompare")
        #expect(scene.link.user.table.klineSource == .cryptoCompare)
        try view.click(on: "[", inRowWith: "Coins only")
        #expect(scene.link.user.table[Settings.coinsOnly])
        try view.click(on: "Keep favorites")
        #expect(!scene.link.user.table[Settings.keepFavorites])
        try view.click(on: "Theme")
        #expect(scene.settings.selected == .theme, "beside the values")
        #expect(scene.settings.local.theme == LocalSettings.autoTheme)
    }

    @Test func clicksChangeNothingDuringAQuestion() throws {
        let scene = Scene(user: .favorites(1))
        scene.settingsView.press("G", "k", Key(.enter))
        #expect(scene.settings.asking == .removeAllFavorites)
        // If the question were evaluated again, it would no longer exist.
        _ = scene.link.user.receive(UserTable())
        try scene.settingsView.click(on: "○ CryptoCompare")
        #expect(scene.settings.asking == .removeAllFavorites && scene.settings.selected == .removeAllFavorites)
        #expect(scene.link.user.table.isEmpty)
    }

    @Test func aChangeFromAnotherTerminalIsShown() {
        let scene = Scene()
        _ = scene.link.user.receive(.setting { _ in .set(.cryptoCompare) })
        #expect(scene.settings.shown(.klineSource).explanation == "Charts show CryptoCompare's candles.")
    }

    /// A newer terminal has chosen a value that this one does not know.
    @Test func aValueThatIsNotOfferedIsShownByItsNameAndStaysUntilAnotherIsChosen() {
        let scene = Scene()
        for (setting, text, stranger) in [
            (Settings.klineSource, "kraken", "This server does not offer kraken."),
            (Settings.coinsOnly.described, "rather", "This version does not know rather."),
        ] {
            _ = scene.link.user.receive(.setting { _ in .set(setting, to: text) })
            let picture = scene.settingsView.picture()
            #expect(picture.contains("● \(text)"), "\(picture)")
            let row = SettingsRow.shared(setting)
            let standard = setting.choice(nil, .test)?.explanation ?? ""
            #expect(scene.settings.shown(row).explanation == "\(stranger) \(standard)")
            #expect(scene.link.user.pendingCount == 0)
        }
        scene.settingsView.press("j", "j", "h")
        #expect(scene.link.user.table[Settings.coinsOnly], "the last of those that are known")
        scene.settingsView.press("z")
        #expect(scene.link.user.table.storedText(of: Settings.coinsOnly.described) == "rather")
    }

    @Test func settingsThatTheServerHasNotSentAreNotShownAsFacts() {
        let scene = Scene(isComplete: false)
        scene.link.state = .waiting(until: scene.time.now + .seconds(5), after: .lost)
        for row in [SettingsRow.klineSource, .coinsOnly, .keepFavorites, .removeAllFavorites] {
            #expect(scene.settings.shown(row).explanation == SettingsWords.offline.description)
        }
        #expect(scene.settings.shown(.palette).explanation == "Green is up, red is down.")
    }

    @Test func theChosenValueIsWholeInTheSmallestTerminal() {
        let scene = Scene(user: .setting { _ in .set(.cryptoCompare) })
        #expect(scene.settingsView.picture(20, 5).contains("CryptoCompare"))
    }

    @Test(arguments: [(20, 5), (28, 9), (40, 10), (80, 12), (80, 24)])
    func whatHoldsOnThisMachineOnlyIsSaidOnceAtEverySize(width: Int, height: Int) {
        let scene = Scene()
        for row in SettingsRow.allCases {
            let picture = scene.settingsView.picture(width, height)
            let line = picture.split(separator: "\n").first { $0.contains("›") } ?? ""
            let hasHeading = picture.contains("On this machine only")
            #expect(line.contains("•") == (row.group == .local && !hasHeading), "\(line)")
            #expect(hasHeading == (height == 24))
            let legend = width < 60 ? "• this machine" : "• this machine only"
            if height > 6 { #expect(picture.split(separator: "\n")[0].contains(legend) == !hasHeading) }
            scene.settingsView.press("j")
        }
    }

    @Test func removingAllFavoritesAsksOnce() {
        let scene = Scene(user: .favorites(1, 74))
        scene.settingsView.press("G", "k", Key(.enter))
        #expect(scene.settings.question?.lines.first == "Remove all 2 favorites?")
        scene.settingsView.press("k", " ", Key(.enter))
        #expect(scene.settings.selected == .removeAllFavorites)
        #expect(scene.settings.asking == .removeAllFavorites, "it waits for its answer")
        scene.settingsView.press("n")
        #expect(scene.link.user.favorites.count == 2)
        scene.settingsView.press(Key(.enter), "y")
        #expect(scene.link.user.favorites.isEmpty)
    }

    @Test func allFavoritesComeBackWithinTenSeconds() {
        let scene = Scene(user: .favorites(74, 1))
        scene.settingsView.press("G", "k", Key(.enter), "y")
        #expect(scene.tabs.status.notice == "removed all 2 favorites (z: undo)")
        scene.time.advance(by: .seconds(9))
        scene.settingsView.press("z")
        #expect(scene.favoriteSymbols == ["DOGE", "BTC"])
    }

    /// Once, a late key took back what the user no longer thought of.
    @Test func afterTenSecondsAChangeIsNamedBeforeItIsTakenBack() {
        let scene = Scene(user: .favorites(74, 1))
        scene.settingsView.press("G", "k", Key(.enter), "y")
        scene.time.advance(by: .seconds(10))
        for _ in 1...2 {
            scene.pricesView.press("z")
            #expect(scene.tabs.status.notice == "z again: 2 coins are favorites again")
            #expect(scene.favoriteSymbols.isEmpty)
            scene.time.advance(by: .seconds(10))
        }
        scene.pricesView.press("z")
        scene.favoritesView.press("z")
        #expect(scene.tabs.status.notice == "2 coins are favorites again")
        #expect(scene.favoriteSymbols == ["DOGE", "BTC"])
    }

    @Test func anOldSettingOfThisMachineIsNamedBeforeItIsTakenBack() {
        let scene = Scene()
        let before = scene.settings.local.palette
        scene.settings.rowClicked(.palette)
        scene.settingsView.press(" ")
        scene.time.advance(by: .seconds(10))
        scene.settingsView.press("z")
        #expect(scene.tabs.status.notice == "z again: Palette green/red")
        #expect(scene.settings.local.palette != before)
        scene.settingsView.press("z")
        #expect(scene.tabs.status.notice == "undone: Palette green/red")
        #expect(scene.settings.local.palette == before)
    }

    /// The key takes back the latest change, and the named one is no longer that.
    @Test func anotherChangeTakesThePlaceOfTheNamedOne() {
        let scene = Scene(user: .favorites(1))
        scene.favoritesView.press("x")
        scene.time.advance(by: .seconds(10))
        scene.settingsView.press("z")
        scene.settings.rowClicked(.palette)
        scene.settingsView.press(" ")
        #expect(scene.tabs.status.notice == nil)
        scene.settingsView.press("z")
        #expect(scene.tabs.status.notice == "undone: Palette green/red")
        scene.settingsView.press("z")
        #expect(scene.tabs.status.notice == "z again: BTC is a favorite again")
        #expect(scene.link.user.favoriteIDs.isEmpty)
    }

    @Test func everyRowHasATitleHoweverNarrowItIs() {
        let scene = Scene()
        let titles = [
            "Candles", "Currency", "Coins only", "Keep", "Cost", "Quiet", "Theme", "Palette", "Flashing", "Rate",
            "Times", "Devices", "Remove", "Log out",
        ]
        for title in titles {
            #expect(scene.settingsView.picture(20, 5).contains(title), "\(title)")
            scene.settingsView.press("j")
        }
    }

    @Test func undoTakesBackOneChangeAfterAnother() {
        let scene = Scene(user: .favorites(74, 1))
        scene.settingsView.press("G", "k", Key(.enter), "y", "g", "j", "j", " ")
        scene.settingsView.press("z")
        #expect(!scene.link.user.table[Settings.coinsOnly])
        #expect(scene.tabs.status.notice == "undone: Coins only off")
        scene.settingsView.press("z")
        #expect(scene.favoriteSymbols == ["DOGE", "BTC"])
        #expect(scene.tabs.status.notice == "2 coins are favorites again")
        scene.settingsView.press("z")
        #expect(scene.tabs.status.notice == "nothing to undo")
    }

    @Test func localSettingsAreKeptOnThisMachineAndNotSentAnywhere() {
        let entries = Box<[ConfigEntry]>([])
        let scene = Scene(local: LocalStore { entries.value.append($0) })
        scene.settingsView.press("j", "j", "j", "j", "j", "j", "l", "j", "l", "j", " ", "j", "h", "j", "l")
        #expect(
            entries.value == [
                ConfigEntry(.theme, "light"), ConfigEntry(.palette, "red/green"), ConfigEntry(.flashes, "off"),
                ConfigEntry(.updateRate, "5s"), ConfigEntry(.times, "utc"),
            ]
        )
        #expect(scene.link.user.pendingCount == 0)
        #expect(scene.board.refreshedRow(0).flash == nil)
    }

    @Test func aSettingThatCannotBeSavedAppliesAndSaysSo() {
        let error = ConfigError(path: "/c", line: nil, fault: .unwritable(reason: "read-only"))
        let scene = Scene(local: LocalStore { _ in throw error })
        scene.settingsView.press("j", "j", "j", "j", "j", "j", "l")
        #expect(scene.tabs.local.settings.theme == "light")
        #expect(scene.tabs.status.problem == "This setting lasts only until you quit: /c: cannot be written: read-only")
    }

    @Test func helpOpensAndLeadsBack() async throws {
        let scene = Scene()
        let screen = ScriptedScreen([{ $0.press("?") }, { $0.press("q") }, { $0.press(Key(.escape)) }])
        let settings = SettingsCoordinator(session: scene.link.session, tabs: scene.tabs, screen: screen)
        #expect(try await settings.start() == .closed)
        #expect(screen.shown == ["SettingsView", "HelpView", "SettingsView"])
    }

    @Test func aYesWithoutAQuestionRemovesNothing() {
        let scene = Scene(user: .favorites(1, 74))
        scene.settingsView.press("y")
        #expect(scene.link.user.favorites.count == 2)
    }

    @Test func escapeWithdrawsTheQuestionBeforeItLeaves() async {
        let scene = Scene(user: .favorites(1))
        scene.settingsView.press("G", "k", Key(.enter), Key(.escape))
        #expect(scene.settings.asking == nil)
        scene.settingsView.press(Key(.escape))
        var routes = scene.settings.routes.makeAsyncIterator()
        #expect(await routes.next() == .closed)
    }

    @Test func aConnectedLogoutGoesToTheServer() {
        let scene = Scene()
        scene.settingsView.press("G", Key(.enter))
        #expect(scene.link.logOuts == 0, "asked first")
        scene.settingsView.press("y")
        #expect(scene.link.logOuts == 1)
    }

    @Test func loggingOutOfflineForgetsTheTokenHere() async {
        let scene = Scene()
        scene.link.state = .connecting
        scene.settingsView.press("G", Key(.enter), "y")
        var routes = scene.settings.routes.makeAsyncIterator()
        #expect(await routes.next() == .own(.loggedOut))
        #expect(scene.link.logOuts == 0)
    }
}

@MainActor
private final class Box<Value> {
    var value: Value
    init(_ value: Value) { self.value = value }
}
