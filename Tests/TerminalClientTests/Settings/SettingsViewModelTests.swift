import Shared
import TerminalKit
import Testing

@testable import TerminalClient

/// Settings are the server's; what is shown is what it has, with this terminal's changes laid over it.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct SettingsViewModelTests {
    @Test func eachRowChangesItsSetting() {
        let scene = Scene()
        scene.settingsView.press(" ", "j", " ", "j", Key(.enter))
        let expected = UserSettings(klineSource: .cryptoCompare, coinsOnly: true, keepFavorites: false)
        #expect(scene.link.user.state.settings == expected)
        #expect(scene.settings.explanation(of: .keepFavorites).contains("gone once your last terminal has closed"))
    }

    @Test func aChangeFromAnotherTerminalIsShown() {
        let scene = Scene()
        scene.link.user.receive(UserState(version: 2, settings: UserSettings(klineSource: .cryptoCompare)))
        #expect(scene.settings.explanation(of: .klineSource) == "Charts show CryptoCompare's candles.")
    }

    @Test func removingAllFavoritesIsAskedOnce() {
        let scene = Scene(user: .favorites(1, 74))
        scene.settingsView.press("j", "j", "j", Key(.enter))
        #expect(scene.settings.explanation(of: .removeAllFavorites) == "Remove all 2? y: yes, n: no")
        scene.settingsView.press("n")
        #expect(scene.link.user.state.favorites.count == 2)
        scene.settingsView.press(Key(.enter), "y")
        #expect(scene.link.user.state.favorites.isEmpty)
    }

    @Test func aYesWithoutTheQuestionRemovesNothing() {
        let scene = Scene(user: .favorites(1, 74))
        scene.settingsView.press("y")
        #expect(scene.link.user.state.favorites.count == 2)
    }

    @Test func escapeTakesTheQuestionBackBeforeItLeaves() async {
        let scene = Scene(user: .favorites(1))
        scene.settingsView.press("j", "j", "j", Key(.enter), Key(.escape))
        #expect(scene.settings.asking == nil)
        scene.settingsView.press(Key(.escape))
        var routes = scene.settings.routes.makeAsyncIterator()
        #expect(await routes.next() == .closed)
    }

    @Test func loggingOutIsTheServersMatterWhileThereIsAConnection() {
        let scene = Scene()
        scene.settingsView.press("j", "j", "j", "j", Key(.enter))
        #expect(scene.link.logOuts == 0, "asked first")
        scene.settingsView.press("y")
        #expect(scene.link.logOuts == 1)
    }

    @Test func loggingOutOfflineForgetsTheTokenHere() async {
        let scene = Scene()
        scene.link.state = .connecting
        scene.settingsView.press("j", "j", "j", "j", Key(.enter), "y")
        var routes = scene.settings.routes.makeAsyncIterator()
        #expect(await routes.next() == .loggedOut)
        #expect(scene.link.logOuts == 0)
    }
}
