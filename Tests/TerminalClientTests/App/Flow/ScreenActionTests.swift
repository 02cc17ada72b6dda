import Shared
import TerminalKit
import TestSupport
import Testing

@testable import TerminalClient

/// The keys that do the same on every screen.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ScreenActionTests {
    enum Place: CaseIterable {
        case prices, settings, devices, alerts, holdings, transactions, detail, chart

        var link: String? {
            switch self {
            case .prices: "tickwire://prices/id:1"
            case .settings: "tickwire://settings"
            case .devices: "tickwire://devices"
            case .alerts: "tickwire://alerts"
            case .holdings: "tickwire://holdings"
            case .transactions: nil
            case .detail: "tickwire://prices/id:1/detail"
            case .chart: "tickwire://prices/id:1/chart?interval=1h"
            }
        }
    }

    /// Where letters type, or move something.
    enum Form: CaseIterable {
        case filter, alert, transaction, picker, alertLine

        var helpTitles: [String] {
            switch self {
            case .filter: ["In the filter"]
            case .alert: ["Typing an alert"]
            case .transaction: ["A transaction"]
            case .picker: ["Choosing", "Changing"]
            case .alertLine: ["Moving an alert"]
            }
        }
    }

    private func view(of place: Place, in scene: Scene) throws -> any TabsScreenView {
        let (session, tabs) = (scene.link.session, scene.tabs)
        switch place {
        case .prices: return scene.pricesView
        case .settings: return scene.settingsView
        case .devices: return scene.devicesView
        case .alerts: return AlertsView(viewModel: AlertsViewModel(session: session, tabs: tabs))
        case .holdings: return HoldingsView(viewModel: HoldingsViewModel(session: session, tabs: tabs))
        case .transactions:
            let viewModel = TransactionsViewModel(coin: CoinID(1), session: session, tabs: tabs)
            return TransactionsView(viewModel: viewModel)
        case .detail: return DetailView(viewModel: scene.detail())
        case .chart:
            scene.openChart()
            return try #require(scene.chartView)
        }
    }

    private func view(of form: Form) throws -> any TabsScreenView {
        let alert = Alert(id: AlertID(rawValue: 1), coin: CoinID(1), condition: try AlertCondition(typed: ">69200"))
        let scene = Scene(user: .setting { _ in .add(alert) })
        let (session, tabs) = (scene.link.session, scene.tabs)
        switch form {
        case .filter:
            scene.pricesView.press("/")
            return scene.pricesView
        case .alert:
            let viewModel = AlertsViewModel(session: session, tabs: tabs)
            viewModel.alertRequested(for: CoinID(1))
            return AlertsView(viewModel: viewModel)
        case .transaction:
            let viewModel = TransactionEntryViewModel(coin: CoinID(1), changing: nil, session: session, tabs: tabs)
            return TransactionEntryView(viewModel: viewModel)
        case .picker:
            let viewModel = ListEditing(session: session, tabs: tabs).picker("Lists", verb: "show") { $0 == tabs.list }
            return PickerView(viewModel: viewModel, background: scene.pricesView)
        case .alertLine:
            scene.openChart()
            let view = try #require(scene.chartView)
            view.press("n")
            return view
        }
    }

    @Test(arguments: Place.allCases, KeyMap.screen.bindings)
    func eachKeyDoesTheSameOnEachScreen(place: Place, binding: KeyMap<ScreenAction>.Binding) async throws {
        for key in binding.keys {
            let scene = Scene()
            let view = try view(of: place, in: scene)
            scene.tabs.favoriteToggled(CoinID(1), symbol: "BTC")
            await expect(binding.action, key, on: view, at: place, in: scene)
        }
    }

    private func expect(
        _ action: ScreenAction,
        _ key: Key,
        on view: some TabsScreenView,
        at place: Place,
        in scene: Scene
    ) async {
        let isOfUse = view.take(.key(key), in: Size(width: 80, height: 24))
        #expect(isOfUse == (action != .copyLink || place.link != nil))
        var routes = view.viewModel.routes.makeAsyncIterator()
        switch action {
        case .undo: #expect(scene.link.user.favoriteIDs.isEmpty)
        case .copyLink: if let link = place.link { #expect(await routes.next() == .copy(link)) }
        // There is no screen below a tab.
        case .back: if place != .prices { #expect(await routes.next() == .closed) }
        case .refresh:
            #expect(await routes.next() == .repaint)
            #expect(scene.link.retries == 1)
        case .help: #expect(await routes.next() == .help)
        case .quit: #expect(await routes.next() == .quit)
        }
    }

    @Test(arguments: Form.allCases)
    func whereLettersTypeOnlyTheOtherKeysDoTheSame(form: Form) async throws {
        let view = try view(of: form)
        await expectOtherKeys(on: view)
    }

    private func expectOtherKeys(on view: some TabsScreenView) async {
        view.press("z", "Y", "r", "?", "q", Key(.function(1)), .control("l"), .control("c"))
        var routes = view.viewModel.routes.makeAsyncIterator()
        #expect(await routes.next() == .help)
        #expect(await routes.next() == .repaint)
        #expect(await routes.next() == .quit)
    }

    @Test(arguments: Form.allCases)
    func whereLettersTypeHelpHasOnlyTheKeysThatWork(form: Form) throws {
        let page = try view(of: form).helpPage
        #expect(page.map(\.title) == form.helpTitles)
        #expect(page.first?.entries.contains(HelpEntry(keys: "F1", title: "this help")) == true)
    }

    @Test func helpOnAListBeginsWithItsOwnKeysAgainAfterTyping() {
        let view = Scene().pricesView
        let page = view.helpPage
        view.press("/")
        #expect(view.helpPage.map(\.title) == ["In the filter"])
        view.press(Key(.enter))
        #expect(view.helpPage == page)
        #expect(page.first?.title == "Prices")
    }

    @Test func helpExplainsTheColumnWithoutAnOrderOnlyWhereItIsShown() {
        let view = Scene().pricesView
        for (width, isShown) in [(80, false), (120, false), (140, true)] {
            #expect(view.picture(width, 40).contains("2 min") == isShown)
            let entries = view.helpPage.flatMap(\.entries).map(\.title)
            let words = "The column \"2 min\" cannot be sorted: it changes with each price"
            #expect(entries.contains(words) == isShown, "\(width) columns")
        }
    }

    @Test func aScreenWithoutAConnectionOffersHelpAndQuitting() async throws {
        let (server, help) = (TestServices.server, Key(.function(1)))
        let stop = StopViewModel(reason: .refused("No."), server: server, knownServersPath: "/profile/known_servers")
        await expect(help: ["?", help], quit: ["q", .control("c")], on: StopView(viewModel: stop))
        let trust = TrustViewModel(server: server, key: try #require(PublicKeyPin.one), reason: "unknown")
        await expect(help: ["?", help], quit: ["q", .control("c")], on: TrustView(viewModel: trust))
        let login = LoginViewModel(LoginStart(server: server), clock: ManualClock().clock)
        await expect(help: [help], quit: [.control("c")], on: LoginView(viewModel: login))
    }

    private func expect(help: [Key], quit: [Key], on view: some ScreenView) async {
        for key in help + quit + ["z", "Y"] { view.press(key) }
        var routes = view.viewModel.routes.makeAsyncIterator()
        for _ in help { #expect(await routes.next() == .help) }
        for _ in quit { #expect(await routes.next() == .quit) }
    }

    @Test func theLinkToAListNamesTheSelectedCoinIfThereIsOne() async {
        for (user, link) in [
            (UserTable(), "tickwire://favorites"), (.favorites(1027), "tickwire://favorites/id:1027"),
        ] {
            let scene = Scene(user: user)
            scene.tabs.tabShown(.favorites)
            scene.favoritesView.press("Y")
            var routes = scene.tabs.routes.makeAsyncIterator()
            #expect(await routes.next() == .copy(link))
        }
    }

    @Test func theLinkToACoinWithAnOpenChartOpensTheChartAgain() async throws {
        let scene = Scene()
        scene.pricesView.press(Key(.enter), "Y")
        var routes = scene.tabs.routes.makeAsyncIterator()
        let link = "tickwire://prices/id:1/expanded?interval=1h"
        #expect(await routes.next() == .copy(link))
        #expect(try DeepLink(link).description == link)
    }
}
