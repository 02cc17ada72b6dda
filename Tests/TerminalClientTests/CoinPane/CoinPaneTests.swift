import Observation
import Shared
import TerminalKit
import Testing

@testable import TerminalClient

/// The pane beside a list follows the selection, and asks the server for little.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct CoinPaneTests {
    let scene = Scene(user: .favorites(74, 1))
    let wide = Size(width: 220, height: 60)
    private let narrow = Size(width: 80, height: 24)

    // MARK: Asking

    @Test func theServerIsAskedForTheCoinOnWhichTheSelectionRests() async {
        await following {
            scene.pricesView.press("j", size: wide)
            #expect(await nextSleep() == CoinPaneModel.rest)
            scene.time.advance(by: CoinPaneModel.rest / 2)
            scene.pricesView.press("j", "j", size: wide)
            scene.time.advance(by: CoinPaneModel.rest / 2)
            #expect(await nextSleep() == CoinPaneModel.rest / 2, "it has not rested for long enough")
            #expect(charts.isEmpty)
            scene.time.advance(by: CoinPaneModel.rest / 2)
            await untilChart(of: 5426)
            await until { scene.link.openDetailRequest != nil }
            #expect(charts == ["open 5426"])
            #expect(questions == [CoinID(5426)])
        }
    }

    @Test func aChartThatTheSelectionLeavesIsClosedAtOnce() async {
        await following {
            await rest(on: 1)
            scene.pricesView.press("j", size: wide)
            #expect(charts == ["open 1", "close"])
            scene.pricesView.press("j", "j", size: wide)
            await rest(on: 5426)
            #expect(charts == ["open 1", "close", "open 5426"])
        }
    }

    @Test func aCoinsPageIsRequestedOnce() async throws {
        try await following {
            await rest(on: 1)
            await scene.answerDetail(.success(try .sample()))
            await until { !scene.tabs.pane.content.facts.isEmpty && shows("Listed since") }
            scene.pricesView.press("j", size: wide)
            await rest(on: 1027)
            #expect(!shows("Listed since"))
            scene.pricesView.press("k", size: wide)
            await rest(on: 1)
            #expect(shows("Listed since") && shows("Satoshi"))
            await until { questions.count == 2 }
            #expect(questions == [CoinID(1), CoinID(1027)])
        }
    }

    @Test func anUnansweredQuestionIsRepeatedOnTheNextConnection() async throws {
        try await following {
            await rest(on: 1)
            await until { scene.link.openDetailRequest != nil }
            scene.link.loseConnection()
            scene.link.reconnect()
            await scene.answerDetail(.success(try .sample()))
            await until { shows("Satoshi") }
        }
    }

    @Test func aNarrowScreenRequestsNothing() async {
        await following {
            scene.pricesView.press("j", size: Size(width: 159, height: 60))
            scene.pricesView.press("j", size: Size(width: 220, height: 11))
            scene.time.advance(by: CoinPaneModel.rest)
            scene.pricesView.press("j", size: wide)
            await rest(on: 5426)
            #expect(charts == ["open 5426"])
        }
    }

    // MARK: Following

    @Test func theFactsFollowAtOnceAndNeverStandBesideAnotherCoinsChart() async {
        await following {
            await rest(on: 1)
            scene.answerChart(.walk(300))
            #expect(shows("19,700,000 BTC") && shows("◉ about"))
            scene.pricesView.press("j", size: wide)
            #expect(shows("120,100,000 ETH"))
            #expect(!shows("19,700,000 BTC") && !shows("◉ about"))
        }
    }

    @Test func theOtherListsSelectionIsFollowedToo() async {
        await following {
            await rest(on: 1)
            scene.tabs.tabShown(.favorites)
            _ = scene.favoritesView.picture(wide.width, wide.height)
            await rest(on: 74, scene.favoritesView)
            #expect(charts == ["open 1", "close", "open 74"])
        }
    }

    @Test func nothingStandsBesideAListWithoutASelection() async {
        await following {
            await rest(on: 1)
            scene.pricesView.press("/", "q", "q", "q", size: wide)
            #expect(scene.tabs.open.chart == nil)
            #expect(!shows("Market cap"))
        }
    }

    // MARK: One chart

    @Test func theChartBelowARowGoesOnBesideTheListWithoutBeingAskedForAgain() async {
        await following {
            scene.pricesView.press(Key(.enter), size: narrow)
            scene.answerChart(.walk(300))
            let before = scene.tabs.open.chart
            _ = scene.pricesView.picture(wide.width, wide.height)
            #expect(!scene.prices.list.hasChart)
            _ = await nextSleep()
            scene.time.advance(by: CoinPaneModel.rest)
            await until { scene.link.openDetailRequest != nil }
            _ = scene.pricesView.picture()
            #expect(scene.prices.list.hasChart)
            #expect(scene.tabs.open.chart === before)
            #expect(charts == ["open 1"])
        }
    }

    @Test func aChartThatTheUserHasOpenedStaysWithTheSelectionWhenTheScreenGetsNarrow() async {
        await following {
            scene.pricesView.press(Key(.enter), size: narrow)
            scene.pricesView.press("j", size: wide)
            _ = scene.pricesView.picture()
            #expect(scene.tabs.open.chart?.coin == CoinID(1027))
            #expect(scene.prices.list.hasChart)
        }
    }

    @Test func aChartThatOnlyFollowedIsClosedWhenTheScreenGetsNarrow() async {
        await following {
            await rest(on: 1)
            _ = scene.pricesView.picture()
            #expect(charts == ["open 1", "close"])
            #expect(!scene.prices.list.hasChart)
        }
    }

    @Test func aChartOfACoinThatIsNotSelectedKeepsTheWholeScreen() async {
        await following {
            await rest(on: 1)
            scene.tabs.fullChartRequested(of: CoinID(74))
            // A frame of the list may be due before the chart takes its place.
            _ = scene.pricesView.picture(wide.width, wide.height)
            scene.tabs.pane.covered()
            #expect(await nextSleep() == CoinPaneModel.rest)
            scene.time.advance(by: CoinPaneModel.rest)
            while scene.tabs.pane.isDue { await Task.yield() }
            #expect(charts == ["open 1", "close", "open 74"])
            await rest(on: 1)
            #expect(charts == ["open 1", "close", "open 74", "close", "open 1"], "back at the list")
        }
    }

    // MARK: Input

    @Test func enterLeadsToTheWholeScreenWhetherOrNotTheChartIsThereYet() async {
        let routes = scene.tabs.routes
        _ = scene.pricesView.picture(wide.width, wide.height)
        scene.pricesView.press("j", Key(.enter), size: wide)
        var iterator = routes.makeAsyncIterator()
        #expect(await iterator.next() == .own(.chart))
        #expect(scene.tabs.open.chart?.coin == CoinID(1027))
    }

    /// Once, the chart beside the list counted as opened, so hardly any link led to the coin alone.
    @Test func theLinkBesideAChartLeadsToTheCoinAlone() async {
        await following {
            await rest(on: 1)
            scene.answerChart(.walk(300))
            scene.pricesView.press("Y", size: wide)
            var routes = scene.tabs.routes.makeAsyncIterator()
            #expect(await routes.next() == .copy("tickwire://prices/id:1"))
        }
    }

    @Test func escapeEndsTheCrosshairAndLeavesTheChart() async {
        await following {
            await rest(on: 1)
            scene.answerChart(.walk(300))
            scene.pricesView.press("i", size: wide)
            #expect(scene.tabs.pane.chart?.crosshair != nil)
            scene.pricesView.press(Key(.escape), Key(.escape), size: wide)
            #expect(scene.tabs.pane.chart != nil && scene.tabs.pane.chart?.crosshair == nil)
        }
    }

    @Test func theChartsKeysNeverSwitchTabsWhileItIsNotThereYet() {
        _ = scene.pricesView.picture(wide.width, wide.height)
        scene.pricesView.press(Key(.right), "]", size: wide)
        #expect(scene.tabs.open.chart == nil)
        #expect(scene.tabs.tab == .prices)
    }

    @Test func theWheelZoomsTheChartAndMovesTheSelectionOnlyOverTheList() async {
        await following {
            await rest(on: 1)
            scene.answerChart(.walk(300))
            let turn = { (x: Int, y: Int) in
                scene.pricesView.take(.mouse(Mouse(.scrollDown, at: Point(x: x, y: y))), in: wide)
            }
            #expect(turn(180, 20))
            #expect(scene.tabs.pane.chart?.settings.window.zoom == 0)
            #expect(!turn(180, 50))
            #expect(scene.selectedSymbol == "BTC")
            #expect(turn(20, 20))
            #expect(scene.selectedSymbol != "BTC")
        }
    }

    @Test func aSecondClickOnARowClosesNothing() async throws {
        await following {
            await rest(on: 1)
            let row = InputEvent.mouse(Mouse(.press(.left), at: Point(x: 20, y: 3)))
            _ = scene.pricesView.take(row, in: wide)
            _ = scene.pricesView.take(row, in: wide)
            #expect(charts == ["open 1"])
            #expect(scene.tabs.open.chart?.coin == CoinID(1))
        }
    }
}

// MARK: Waiting
extension CoinPaneTests {
    /// Runs `body` while the pane follows the selection, as it does on all tabs.
    func following(_ body: () async throws -> Void) async rethrows {
        async let _ = scene.tabs.pane.appeared()
        try await body()
    }

    func nextSleep() async -> Duration? {
        for await sleep in scene.time.sleeps { return sleep }
        return nil
    }

    /// Draws the screen, and lets the time of a selection's rest pass.
    func rest(on coin: UInt32, _ view: (any View)? = nil) async {
        _ = (view ?? scene.pricesView).picture(wide.width, wide.height)
        if scene.tabs.open.chart?.coin != CoinID(coin) {
            _ = await nextSleep()
            scene.time.advance(by: CoinPaneModel.rest)
        }
        await untilChart(of: coin)
    }

    func untilChart(of coin: UInt32) async {
        await until { scene.tabs.open.chart?.coin == CoinID(coin) }
    }

    func until(_ condition: @escaping @MainActor () -> Bool) async {
        for await isReached in Observations({ condition() }) where isReached { return }
    }

    func shows(_ text: String) -> Bool {
        scene.pricesView.picture(wide.width, wide.height).contains(text)
    }

    var charts: [String] {
        scene.link.asked.compactMap { frame in
            switch frame {
            case .openChart(_, let request): "open \(request.coin.rawValue)"
            case .closeChart: "close"
            default: nil
            }
        }
    }

    var questions: [CoinID] {
        scene.link.asked.compactMap { if case .detailRequest(_, let coin) = $0 { coin } else { nil } }
    }
}
