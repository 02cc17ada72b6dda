import Shared
import TerminalKit
import TestSupport
import Testing

@testable import TerminalClient

/// The way to a chart that fills the screen, and back.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ChartCoordinatorTests {
    private let link = TestLink(.of(.few), user: .favorites(1))

    private func tabs(_ screen: ScriptedScreen, at place: DeepLink? = nil) -> SignedInCoordinator {
        SignedInCoordinator(
            session: link.session,
            clock: ManualClock().clock,
            browser: .none,
            link: place,
            screen: screen
        )
    }

    @Test func enterTwiceFillsTheScreenAndEscapeGoesBackOneLevel() async {
        let screen = ScriptedScreen([
            { $0.press("j", Key(.enter), Key(.enter)) },
            { view in
                #expect((view as? ChartView)?.viewModel.chart.symbol == "ETH")
                view.press("i", Key(.escape))
            },
            { view in
                #expect((view as? PricesView)?.viewModel.tabs.open.chart?.symbol == "ETH")
                view.press(Key(.escape), "q")
            },
        ])
        #expect(await tabs(screen).quits())
        #expect(screen.shown == ["PricesView", "ChartView", "PricesView"])
    }

    @Test func helpAndTheCoinsPageAreReachedFromTheChart() async {
        let screen = ScriptedScreen([
            { $0.press("c") }, { $0.press("?") },
            { view in
                for binding in KeyMap.chart.bindings { #expect(view.picture(100, 40).contains(binding.title)) }
                view.press(Key(.escape))
            },
            { $0.press("o") }, { $0.press(Key(.escape)) }, { $0.press("q") },
        ])
        #expect(await tabs(screen).quits())
        #expect(screen.shown == ["PricesView", "ChartView", "HelpView", "ChartView", "DetailView", "ChartView"])
    }

    @Test func intervalAndSourceAreChosenFromLists() async {
        let screen = ScriptedScreen([
            { $0.press("c") }, { $0.press("I") },
            { view in
                #expect(view.picture().contains("● 1h"))
                view.press("4", "h", Key(.enter))
            },
            { view in
                #expect((view as? ChartView)?.viewModel.chart.interval == .fourHours)
                view.press("T")
            },
            { $0.press("b", "i", "n", Key(.enter)) }, { $0.press(Key(.escape)) },
            // The same for a chart below a row.
            { $0.press("I") }, { $0.press("1", "w", Key(.enter)) },
            { view in
                #expect((view as? PricesView)?.viewModel.tabs.open.chart?.interval == .week)
                view.press("q")
            },
        ])
        #expect(await tabs(screen).quits())
        #expect(link.user.table.klineSource == .binance)
    }

    @Test func aCoinIsMarkedOnTheChartsScreen() async {
        let screen = ScriptedScreen([{ $0.press("j", "c") }, { $0.press("f", "q") }])
        #expect(await tabs(screen).quits())
        #expect(link.user.favoriteIDs == [1, 1027])
    }

    @Test func thePageOfACoinIsReachedFromBothLists() async {
        let screen = ScriptedScreen([
            { $0.press("o") }, { $0.press(Key(.escape)) }, { $0.press(Key(.tab)) }, { $0.press("o") },
            { $0.press(Key(.escape)) }, { $0.press("q") },
        ])
        #expect(await tabs(screen).quits())
        #expect(
            screen.shown == [
                "PricesView", "DetailView", "PricesView", "FavoritesView", "DetailView", "FavoritesView",
            ]
        )
    }

    @Test func quittingFromTheCoinsPageQuits() async {
        let screen = ScriptedScreen([{ $0.press("c") }, { $0.press("o") }, { $0.press("q") }])
        #expect(await tabs(screen).quits())
    }

    @Test func aLinkLeadsToAChartInItsInterval() async throws {
        let screen = ScriptedScreen([
            { _ in },
            { view in
                let chart = (view as? ChartView)?.viewModel.chart
                #expect(chart?.symbol == "BTC")
                #expect(chart?.interval == .day)
                view.press("Y", Key(.escape))
            },
            { $0.press("q") },
        ])
        let place = try DeepLink("tickwire://favorites/BTC/chart?interval=1d")
        #expect(await tabs(screen, at: place).quits())
        #expect(screen.shown == ["FavoritesView", "ChartView", "FavoritesView"])
        #expect(screen.copied == ["tickwire://favorites/id:1/chart?interval=1d"])
    }

    @Test func aLinkLeadsToThePageOfACoin() async throws {
        let screen = ScriptedScreen([{ _ in }, { $0.press(Key(.escape)) }, { $0.press("q") }])
        #expect(await tabs(screen, at: try DeepLink("tickwire://prices/SOL/detail")).quits())
        #expect(screen.shown == ["PricesView", "DetailView", "PricesView"])
    }

    /// The question is still open when the user leaves: nothing waits for it, and its answer changes nothing.
    @Test func leavingThePageDropsTheQuestion() async {
        let screen = ScriptedScreen([
            { $0.press("o") }, { $0.press(Key(.escape)) },
            { view in
                link.charts.receive(1, .failure(AnswerProblem(message: "too late")))
                view.press("q")
            },
        ])
        #expect(await tabs(screen).quits())
    }
}
