import Shared
import TerminalKit
import Testing

@testable import TerminalClient

/// The screens that the tabs lead to, and the way back.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct SignedInCoordinatorTests {
    private let link = TestLink(.of(.few), user: .favorites(1))

    @Test func tabAndDigitsSwitchBetweenTheTabs() async {
        let screen = ScriptedScreen([{ $0.press(Key(.tab)) }, { $0.press("1") }, { $0.press("2") }, { $0.press("q") }])
        #expect(await tabs(screen).quits())
        #expect(screen.shown == ["PricesView", "FavoritesView", "PricesView", "FavoritesView"])
    }

    @Test func aTabKeepsItsStateWhileAnotherIsShown() async {
        let screen = ScriptedScreen([
            { $0.press("/", "s", "o", "l", Key(.enter), Key(.tab)) },
            { $0.press(Key(.tab)) },
            { view in
                #expect((view as? PricesView)?.viewModel.list.filter.text == "sol")
                view.press("q")
            },
        ])
        #expect(await tabs(screen).quits())
    }

    /// Once, these keys did nothing on Holdings. The tab below is shown in between, and takes no key.
    @Test func keysOfOtherScreensLeadThereFromHoldings() async {
        let screen = ScriptedScreen([
            { $0.press("H") }, { $0.press("!") }, { _ in }, { $0.press(Key(.escape)) },
            { $0.press("H") }, { $0.press(",") }, { _ in }, { $0.press(Key(.escape)) },
            { $0.press("H") }, { $0.press("2") }, { _ in }, { $0.press("H") }, { $0.press("2") }, { $0.press("q") },
        ])
        #expect(await tabs(screen).quits())
        let others = ["AlertsView", "PricesView", "HoldingsView", "PricesView", "SettingsView", "PricesView"]
        let last = ["HoldingsView", "PricesView", "FavoritesView", "HoldingsView", "FavoritesView"]
        #expect(screen.shown == ["PricesView", "HoldingsView", "PricesView"] + others + last)
    }

    @Test func settingsAreChangedAndLeftAgain() async {
        let screen = ScriptedScreen([
            { $0.press(",") }, { $0.press("j", "j", " ", Key(.escape)) }, { $0.press("q") },
        ])
        #expect(await tabs(screen).quits())
        #expect(screen.shown == ["PricesView", "SettingsView", "PricesView"])
        #expect(link.user.table[Settings.coinsOnly])
    }

    @Test func helpShowsTheKeysOfTheScreenBelow() async {
        let screen = ScriptedScreen([
            { $0.press("2") },
            { $0.press("?") },
            { view in
                #expect(view.picture().contains("move the coin up"))
                view.press(Key(.escape))
            },
            { $0.press("q") },
        ])
        #expect(await tabs(screen).quits())
        #expect(screen.shown == ["PricesView", "FavoritesView", "HelpView", "FavoritesView"])
    }

    @Test func anActionIsReportedOnTheNextScreenOnlyIfItCanBeUndoneThere() async {
        let screen = ScriptedScreen([
            { $0.press("2") },
            { view in
                view.press("#", "J")
                #expect((view as? FavoritesView)?.viewModel.tabs.status.notice?.hasPrefix("to move coins") == true)
                view.press(Key(.tab))
            },
            { view in
                #expect((view as? PricesView)?.viewModel.tabs.status.notice == nil)
                view.press("2")
            },
            { $0.press("x", Key(.tab)) },
            { view in
                #expect((view as? PricesView)?.viewModel.tabs.status.notice == "removed BTC (z: undo)")
                view.press("q")
            },
        ])
        #expect(await tabs(screen).quits())
    }

    @Test func quittingFromSettingsQuits() async {
        let screen = ScriptedScreen([{ $0.press(",") }, { $0.press("q") }])
        #expect(await tabs(screen).quits())
    }

    @Test func loggingOutOfflineLeavesTheTabs() async {
        link.state = .connecting
        let screen = ScriptedScreen([{ $0.press(",") }, { $0.press("G", Key(.enter), "y") }])
        #expect(await !tabs(screen).quits())
    }

    /// Typed at once, the digit used to reach Prices, where Settings was about to be shown.
    @Test func keysTypedAtOnceReachTheScreensThatTheyLeadTo() async {
        let (events, type) = AsyncStream.makeStream(of: InputEvent.self)
        let screen = TerminalScreen(
            size: Size(width: 80, height: 24),
            capabilities: Capabilities(),
            clock: ContinuousClock(),
            write: { _ in }
        )
        // The third row of Settings, the only favorite, and Help with the way back.
        for key: Key in [",", "j", "j", " ", Key(.escape), "2", "x", "?", "q", "q"] { type.yield(.key(key)) }
        async let ending = screen.run(events: events)
        let flow = SignedInCoordinator(
            session: link.session,
            clock: ManualClock().clock,
            browser: .none,
            screen: screen
        )
        #expect(await flow.quits())
        #expect(link.user.table[Settings.coinsOnly])
        #expect(link.user.favorites.isEmpty)
        type.finish()
        #expect(await ending == .inputClosed)
    }

    private func tabs(_ screen: ScriptedScreen) -> SignedInCoordinator {
        SignedInCoordinator(session: link.session, clock: ManualClock().clock, browser: .none, screen: screen)
    }
}
