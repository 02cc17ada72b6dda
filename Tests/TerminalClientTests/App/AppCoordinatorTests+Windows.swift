import Shared
import TerminalKit
import Testing

@testable import TerminalClient

/// Several windows of one profile. Each continues with the tokens that the others have stored, and none removes them.
extension AppCoordinatorTests {
    @Test func aTerminalThatWasSignedOutLogsInAgain() async {
        let link = TestLink()
        let services = TestServices([link], token: [1])
        let screen = ScriptedScreen([
            { _ in link.end(.closed(Close(.signedOut, "This terminal is signed out; log in again."))) },
            { view in
                #expect(view.picture().contains("This terminal is signed out"))
                view.press(.control("c"))
            },
        ])
        await services.app(on: screen).start()
        #expect(screen.shown == ["PricesView", "LoginView"])
        #expect(services.logins.isEmpty)
        #expect(link.isClosed)
    }

    @Test func aWindowWithAnOldTokenGoesOnWithTheNewOneOfAnother() async {
        let (link, next) = (TestLink(), TestLink())
        let services = TestServices([link, next], token: [1])
        let screen = ScriptedScreen([
            { _ in
                services.logins[TestServices.server] = StoredLogin(token: [2], user: "demo")
                link.end(.closed(Close(.signedOut, "This terminal is signed out; log in again.")))
            },
            quit,
        ])
        await services.app(on: screen).start()
        #expect(screen.shown == ["PricesView", "PricesView"])
        #expect(services.credentials == [.token([1]), .token([2])])
        #expect(services.logins[TestServices.server]?.token == [2])
    }

    @Test func aWindowThatIsSignedOutDoesNotGoOnAsSomebodyElse() async {
        let link = TestLink()
        let services = TestServices([link], token: [1])
        let screen = ScriptedScreen([
            { _ in
                services.logins[TestServices.server] = StoredLogin(token: [9], user: "eve")
                link.end(.closed(Close(.signedOut, "This terminal is signed out; log in again.")))
            },
            { $0.press(.control("c")) },
        ])
        await services.app(on: screen).start()
        #expect(screen.shown == ["PricesView", "LoginView"])
        #expect(services.credentials == [.token([1])])
        #expect(services.logins[TestServices.server]?.token == [9])
    }

    /// Once, the window continued with the login that another window had stored.
    @Test(arguments: [("Demo", true), ("eve", false)])
    func whoeverLogsOutIsLoggedOutWhateverOthersHaveStored(user: String, isForgotten: Bool) async {
        let link = TestLink()
        let services = TestServices([link], token: [1])
        let screen = ScriptedScreen([
            { $0.press(",") },
            { view in
                view.press("G", Key(.enter), "y")
                services.logins[TestServices.server] = StoredLogin(token: [9], user: user)
                link.end(.closed(Close(.signedOut, "This terminal is signed out; log in again.")))
            },
            { view in
                #expect(!view.picture().contains("signed out"), "that is no news")
                view.press(.control("c"))
            },
        ])
        await services.app(on: screen).start()
        #expect(link.logOuts == 1)
        #expect(screen.shown == ["PricesView", "SettingsView", "LoginView"])
        #expect(services.credentials == [.token([1])])
        #expect(services.logins.isEmpty == isForgotten)
    }

    @Test func aLoginIsForgottenOfflineEvenIfAnotherWindowHasRenewedItsToken() async {
        let link = TestLink()
        let services = TestServices([link], token: [1])
        let screen = ScriptedScreen([
            { view in
                link.state = .connecting
                services.logins[TestServices.server] = StoredLogin(token: [2], user: "demo")
                view.press(",")
            },
            { $0.press("G", Key(.enter), "y") },
            { $0.press(.control("c")) },
        ])
        await services.app(on: screen).start()
        #expect(screen.shown == ["PricesView", "SettingsView", "LoginView"])
        #expect(services.logins.isEmpty)
    }

    @Test func aSignedOutUserNeedNotTypeTheNameAgain() async {
        let link = TestLink()
        let services = TestServices([link, TestLink()], token: [1])
        let screen = ScriptedScreen([
            { _ in link.end(.closed(Close(.signedOut, "This terminal is signed out; log in again."))) },
            { $0.press("p", "w", Key(.enter)) },
            quit,
        ])
        await services.app(on: screen).start()
        #expect(services.credentials.last == .password(name: "demo", password: "pw"))
    }

    /// Once, a wrong password let a window in with another window's token.
    @Test func theTypedPasswordIsCheckedWhateverAnotherWindowHasStored() async {
        let services = TestServices([TestLink()])
        let screen = ScriptedScreen([
            { view in
                services.logins[TestServices.server] = StoredLogin(token: [2], user: "Demo")
                view.press("d", "e", "m", "o", Key(.tab), "p", "w", Key(.enter))
            },
            quit,
        ])
        await services.app(on: screen).start()
        #expect(services.credentials == [.password(name: "demo", password: "pw")])
    }

    @Test func afterAnotherWindowHasLoggedInThereIsNothingToType() async {
        let services = TestServices([TestLink()])
        let screen = ScriptedScreen([
            { view in
                _ = view.take(.focusGained, in: Size(width: 80, height: 24))
                services.logins[TestServices.server] = StoredLogin(token: [2], user: "demo")
                _ = view.take(.focusGained, in: Size(width: 80, height: 24))
            },
            quit,
        ])
        await services.app(on: screen).start()
        #expect(screen.shown == ["LoginView", "PricesView"])
        #expect(services.credentials == [.token([2])])
    }

    /// Once, the window showed "connecting…" forever.
    @Test func anUnusableLoginOfAnotherWindowIsShownWithItsReason() async {
        let services = TestServices([])
        let screen = ScriptedScreen([
            { view in
                services.logins[TestServices.server] = StoredLogin(token: [2], user: "demo")
                services.problem = .unwritable(path: "/pending", reason: "Read-only file system")
                _ = view.take(.focusGained, in: Size(width: 80, height: 24))
            }
        ])
        let app = services.app(on: screen)
        let running = Task { await app.start() }  // To be answered from here.
        while screen.view?.picture(200, 30).contains("/pending cannot be written") != true {
            await Task.yield()
        }
        screen.view?.press(.control("c"))
        _ = await running.value
        #expect(screen.shown == ["LoginView"])
    }
}
