import Observation
import Shared
import TerminalKit
import Testing

@testable import TerminalClient

/// Links are read strictly, and lead through the coordinators to their screen.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct DeepLinkTests {
    @Test(arguments: [
        ("tickwire://prices", DeepLink.tab(.prices, nil)),
        ("tickwire://favorites", .tab(.favorites, nil)),
        ("tickwire://holdings", .holdings),
        ("tickwire://alerts", .alerts),
        ("tickwire://settings", .settings),
        ("tickwire://currency", .currency),
        ("tickwire://devices", .devices),
        ("tickwire://help", .help),
        ("tickwire://prices/BTC", .tab(.prices, CoinRoute(.symbol("BTC"), .row))),
        ("tickwire://prices/id:1027", .tab(.prices, CoinRoute(.id(CoinID(1027)), .row))),
        ("tickwire://favorites/BTC/chart", .tab(.favorites, CoinRoute(.symbol("BTC"), .chart(nil)))),
        ("tickwire://favorites/BTC/chart?interval=1h", .tab(.favorites, CoinRoute(.symbol("BTC"), .chart(.hour)))),
        ("tickwire://prices/BTC/expanded", .tab(.prices, CoinRoute(.symbol("BTC"), .expanded(nil)))),
        ("tickwire://prices/BTC/expanded?interval=1d", .tab(.prices, CoinRoute(.symbol("BTC"), .expanded(.day)))),
        ("tickwire://prices/$WIF/detail", .tab(.prices, CoinRoute(.symbol("$WIF"), .detail))),
        ("tickwire://prices/A%2FB", .tab(.prices, CoinRoute(.symbol("A/B"), .row))),
    ])
    func aLinkIsReadAndWrittenAsItWas(text: String, link: DeepLink) throws {
        let read = try DeepLink(text)
        #expect(read == link)
        #expect(link.description == text)
    }

    @Test(arguments: [
        ("http://prices", DeepLinkFault.wrongScheme("http://prices")), ("prices", .wrongScheme("prices")),
        ("tickwire://", .unknownScreen("")), ("tickwire://Prices", .unknownScreen("Prices")),
        ("tickwire://prices/", .malformedCoin("")), ("tickwire://prices/id:x", .malformedCoin("id:x")),
        ("tickwire://prices/%G1", .malformedCoin("%G1")), ("tickwire://prices/BTC/", .unknownDestination("")),
        ("tickwire://prices/BTC/graph", .unknownDestination("graph")),
        ("tickwire://prices/BTC/detail?interval=1h", .unknownParameter("interval=1h")),
        ("tickwire://prices/BTC/expanded?interval=2h", .unknownInterval("2h")),
        ("tickwire://prices/BTC/chart/big", .tooLong("big")), ("tickwire://settings/x", .tooLong("x")),
        ("tickwire://settings?x=1", .unknownParameter("x=1")),
        ("tickwire://prices?interval=1h", .unknownParameter("interval=1h")),
        ("tickwire://prices/BTC?interval=1h", .unknownParameter("interval=1h")),
        ("tickwire://prices/BTC/chart?zoom=2", .unknownParameter("zoom")),
        ("tickwire://prices/BTC/chart?interval=2h", .unknownInterval("2h")),
        ("tickwire://prices/BTC/chart?interval", .unknownInterval("")),
    ])
    func whatIsNoLinkIsRefusedWithAReason(text: String, error: DeepLinkFault) {
        #expect(throws: error) { _ = try DeepLink(text) }
    }

    @Test(arguments: [("tickwire://prices", Tab.prices), ("tickwire://favorites", .favorites)])
    func aTabIsPrintedInLines(text: String, tab: Tab) throws {
        #expect(try DeepLink(text).tabInLines() == tab)
    }

    @Test(arguments: [("tickwire://holdings", PlainPage.holdings), ("tickwire://alerts", .alerts)])
    func holdingsAndAlertsArePrintedInLines(text: String, page: PlainPage) throws {
        let link = try DeepLink(text)
        #expect(try link.tabInLines() == .prices && link.pageInLines == page)
    }

    /// Once, the program showed something else without a word.
    @Test(arguments: [
        ("tickwire://prices/BTC", "tickwire detail BTC"), ("tickwire://favorites/id:1/detail", "tickwire detail id:1"),
        ("tickwire://prices/BTC/chart", "tickwire candles BTC"),
        ("tickwire://prices/BTC/chart?interval=4h", "tickwire candles BTC --interval 4h"),
        ("tickwire://prices/BTC/expanded?interval=4h", "tickwire candles BTC --interval 4h"),
        ("tickwire://currency", "tickwire settings set currency NAME"), ("tickwire://lists", "tickwire lists"),
        ("tickwire://settings", "tickwire settings"), ("tickwire://devices", "tickwire devices"),
        ("tickwire://help", "tickwire --help"),
    ])
    func whatLinesCannotShowIsRefusedWithTheCommandThatPrintsIt(text: String, command: String) throws {
        let link = try DeepLink(text)
        let error = #expect(throws: LinkWithoutLines.self) { _ = try link.tabInLines() }
        #expect(error?.description == "lines cannot show \(text); use '\(command)'")
    }

    @Test(arguments: [
        ("tickwire://favorites", ["FavoritesView"]), ("tickwire://settings", ["PricesView", "SettingsView"]),
        ("tickwire://holdings", ["PricesView", "HoldingsView"]), ("tickwire://alerts", ["PricesView", "AlertsView"]),
        ("tickwire://currency", ["PricesView", "PickerView<Choice>"]),
        ("tickwire://lists", ["PricesView", "PickerView<RecordID<NamedList>>"]),
        ("tickwire://devices", ["PricesView", "DevicesView"]), ("tickwire://help", ["PricesView", "HelpView"]),
        ("tickwire://prices", ["PricesView"]),
    ])
    func aLinkLeadsToItsScreen(text: String, screens: [String]) async throws {
        let acts: [ScriptedScreen.Act] = screens.dropLast().map { _ in { _ in } } + [{ $0.press(.control("c")) }]
        let screen = ScriptedScreen(acts)
        let services = TestServices([TestLink(.of(.few), user: .favorites(1))], token: [1])
        await services.app(on: screen, at: try DeepLink(text)).start()
        #expect(screen.shown == screens)
    }

    @Test func aCoinOfALinkIsSelected() {
        let scene = Scene(user: .favorites(74, 1))
        #expect(scene.prices.coinRequested(.symbol("sol")) == CoinID(5426))
        #expect(scene.selectedSymbol == "SOL")
        #expect(scene.favorites.coinRequested(.id(CoinID(1))) == CoinID(1))
        #expect(scene.favorites.selectedPlace == 1)
        #expect(scene.prices.coinRequested(.symbol("NOPE")) == nil)
        #expect(scene.favorites.coinRequested(.symbol("SOL")) == nil)
        #expect(scene.favorites.absenceNotice(of: .symbol("SOL")) == .notInFavorites("SOL"))
        #expect(scene.selectedSymbol == "SOL")
    }

    @Test func theCandlesOfALinkOpenUnderTheRowOrOnTheWholeScreen() async {
        let scene = Scene()
        scene.tabs.follow(.expanded(.day), of: CoinID(1))
        #expect(scene.tabs.open.chart?.coin == CoinID(1))
        #expect(scene.tabs.open.chart?.interval == .day)
        scene.tabs.follow(.chart(.hour), of: CoinID(1027))
        #expect(scene.tabs.open.chart?.coin == CoinID(1027))
        for await route in scene.tabs.routes {
            #expect(route == .own(.chart))
            break
        }
    }

    private func follow(_ route: CoinRoute, in tabs: TabsViewModel, _ session: Session) -> TabCoordinator {
        let board = QuoteBoard(session: session, clock: ManualClock().clock, local: LocalStore())
        let viewModel = FavoritesViewModel(session: session, board: board, tabs: tabs)
        return TabCoordinator(
            list: viewModel,
            view: FavoritesView(viewModel: viewModel),
            session: session,
            browser: .none,
            rest: LinkRest(coin: route),
            screen: ScriptedScreen([{ _ in }, { $0.press(.control("c")) }])
        )
    }

    @Test func aChartOpensForACoinThatIsNoFavorite() async {
        let link = TestLink(.of(.few), user: .favorites(74))
        let tabs = TabsViewModel(session: link.session, clock: ManualClock().clock)
        #expect(await follow(CoinRoute(.symbol("BTC"), .chart(.hour)), in: tabs, link.session).quits())
        #expect(tabs.open.chart?.coin == CoinID(1))
    }

    @Test func anUnknownCoinIsReportedAsMissing() async {
        let link = TestLink(.of(.few), user: .favorites(1))
        let tabs = TabsViewModel(session: link.session, clock: ManualClock().clock)
        let coordinator = follow(CoinRoute(.symbol("NOPE"), .chart(.hour)), in: tabs, link.session)
        async let isOver = coordinator.quits()
        for await notice in Observations({ tabs.status.notice }) where notice != nil {
            #expect(notice == "NOPE is not one of your favorites")
            break
        }
        tabs.quitRequested()
        #expect(await isOver)
    }
}
