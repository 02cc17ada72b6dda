import Shared
import TerminalKit
import Testing

@testable import TerminalClient

/// A link is followed once, and only when there is a screen to show it.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct AppLinkTests {
    private let next = TestLink(.of(.few), user: .favorites(1))
    private let quit: ScriptedScreen.Act = { $0.press("q") }

    /// Once, the session that ended used the link up.
    @Test func aLinkSurvivesALoginThatHasExpired() async throws {
        let expired = TestLink(isComplete: false)
        let services = TestServices([expired, next], token: [1])
        let screen = ScriptedScreen([
            { _ in expired.end(.closed(Close(.signedOut, "This terminal is signed out; log in again."))) },
            { $0.press("p", "w", Key(.enter)) }, { _ in }, quit,
        ])
        await services.app(on: screen, at: try DeepLink("tickwire://favorites/BTC/detail")).start()
        #expect(screen.shown == ["FavoritesView", "LoginView", "FavoritesView", "DetailView"])
    }

    @Test func aLinkSurvivesTheQuestionAboutAKey() async throws {
        let key = try #require(PublicKeyPin.one)
        let stranger = TestLink(isComplete: false)
        let services = TestServices([stranger, next], token: [1])
        let screen = ScriptedScreen([
            { _ in stranger.end(.insecure(.untrustedKey(presented: key, reason: "self-signed certificate"))) },
            { $0.press("y") }, { _ in }, quit,
        ])
        await services.app(on: screen, at: try DeepLink("tickwire://prices/BTC/chart")).start()
        #expect(screen.shown == ["PricesView", "TrustView", "PricesView", "ChartView"])
    }

    @Test func aFollowedLinkIsNotFollowedAgain() async throws {
        let first = TestLink(.of(.few), user: .favorites(1))
        let services = TestServices([first, next], token: [1])
        let screen = ScriptedScreen([
            { _ in },
            { _ in first.end(.closed(Close(.signedOut, "This terminal is signed out; log in again."))) },
            { $0.press("p", "w", Key(.enter)) }, quit,
        ])
        await services.app(on: screen, at: try DeepLink("tickwire://favorites/BTC/detail")).start()
        #expect(screen.shown == ["FavoritesView", "DetailView", "LoginView", "PricesView"])
    }

    /// Once, this ended the program.
    @Test(arguments: [Key("n"), Key(.escape)])
    func aNoAboutTheKeyOfAStoredLoginLeadsToLogin(answer: Key) async throws {
        let key = try #require(PublicKeyPin.one)
        let stranger = TestLink(isComplete: false)
        let services = TestServices([stranger, next], token: [1])
        let screen = ScriptedScreen([
            { _ in stranger.end(.insecure(.untrustedKey(presented: key, reason: "self-signed certificate"))) },
            { $0.press(answer) },
            { view in
                #expect(view.picture().contains("The server's key was not accepted, so nothing was sent to it."))
                #expect(view.picture().contains("localhost:7443"))
                #expect(services.logins[TestServices.server]?.token == [1], "the login may be as good as ever")
                view.press("p", "w", Key(.enter))
            },
            quit,
        ])
        await services.app(on: screen).start()
        #expect(screen.shown == ["PricesView", "TrustView", "LoginView", "PricesView"])
        #expect(services.keys.isEmpty)
    }

    @Test(arguments: [Key("q"), .control("c")])
    func theQuestionAboutAKeyCanBeQuitFrom(answer: Key) async throws {
        let key = try #require(PublicKeyPin.one)
        let stranger = TestLink(isComplete: false)
        let services = TestServices([stranger], token: [1])
        let screen = ScriptedScreen([
            { _ in stranger.end(.insecure(.untrustedKey(presented: key, reason: "self-signed certificate"))) },
            { $0.press(answer) },
        ])
        await services.app(on: screen).start()
        #expect(screen.shown == ["PricesView", "TrustView"])
    }
}
