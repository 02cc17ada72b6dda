import Observation
import Shared
import TerminalKit
import TestSupport
import Testing

@testable import TerminalClient

/// What screens show is made once for each change. A frame, or a move of the cursor, makes nothing.
@MainActor
struct DerivedTests {
    private nonisolated func holding(_ id: UInt64, _ coin: UInt32, _ amount: String) -> Transaction {
        Transaction(
            TransactionID(rawValue: id),
            .bought,
            BigDecimal(amount) ?? .zero,
            of: CoinID(coin),
            money: .total(.one),
            at: MarketTime(seconds: 1_600_000_000)
        )
    }

    /// Draws frames and moves the cursor.
    private func look(at view: some ScreenView) {
        _ = view.picture(100, 30)
        view.press(Key(.down))
        _ = view.picture(100, 30)
        view.press(Key(.up))
        _ = view.picture(80, 24)
    }

    /// - Parameters:
    ///   - changes: each of them changes what the screen shows.
    private func expectOneMaking(
        of view: some ScreenView,
        for changes: [@MainActor () -> Void],
        makings: () -> Int,
        location: SourceLocation = #_sourceLocation
    ) {
        _ = view.picture(100, 30)
        let first = makings()
        look(at: view)
        #expect(makings() == first, "nothing has changed", sourceLocation: location)
        for (index, change) in changes.enumerated() {
            change()
            look(at: view)
            #expect(makings() == first + index + 1, "change \(index)", sourceLocation: location)
        }
    }

    @Test func aValueIsMadeAgainOnlyForOtherInputs() {
        let derived = Derived<[Int], String>("")
        for (inputs, makings) in [([1], 1), ([1], 1), ([2], 2), ([1], 3), ([1], 3)] {
            #expect(derived.follow(inputs) { "made of \(inputs)" } == "made of \(inputs)")
            #expect(derived.makings == makings)
        }
    }

    @Test func alertsAreMadeOnceForEachChange() throws {
        let condition = try AlertCondition(typed: ">9")
        let alert = Alert(id: AlertID(rawValue: 1), coin: CoinID(1), condition: condition)
        let other = Alert(id: AlertID(rawValue: 2), coin: CoinID(1), condition: try AlertCondition(typed: ">10"))
        let scene = Scene(user: .setting { _ in .add(alert) })
        let model = AlertsViewModel(session: scene.link.session, tabs: scene.tabs)
        let changes: [@MainActor () -> Void] = [
            { scene.tick { $0.setPrice(7_000_000, row: 0) } },
            { _ = scene.link.user.mutate { _ in .add(other) } },
            { scene.tabs.amountsToggled() },
            { _ = try? scene.tabs.local.set(.times, to: TimeChoice.utc.rawValue) },
        ]
        expectOneMaking(of: AlertsView(viewModel: model), for: changes) { model.makings }
        #expect(model.rows.count == 2)
    }

    @Test func holdingsAndTransactionsAreMadeOnceForEachChange() {
        let scene = Scene(user: .setting { _ in .put([holding(1, 1, "2"), holding(2, 1027, "2")]) })
        let holdings = HoldingsViewModel(session: scene.link.session, tabs: scene.tabs)
        let transactions = TransactionsViewModel(coin: CoinID(1), session: scene.link.session, tabs: scene.tabs)
        let changes: [@MainActor () -> Void] = [
            { _ = scene.link.user.mutate { _ in .put([holding(3, 1, "1")]) } },
            { scene.tabs.amountsToggled() },
        ]
        expectOneMaking(of: HoldingsView(viewModel: holdings), for: changes) { holdings.makings }
        let others: [@MainActor () -> Void] = [
            { _ = scene.link.user.mutate { _ in .put([holding(4, 1, "1")]) } },
            { scene.tabs.amountsToggled() },
        ]
        expectOneMaking(of: TransactionsView(viewModel: transactions), for: others) { transactions.makings }
        let before = transactions.makings
        scene.tick { $0.setPrice(7_000_000, row: 0) }
        _ = TransactionsView(viewModel: transactions).picture(100, 30)
        #expect(transactions.makings == before, "transactions have no prices of the market")
        #expect(holdings.rows.count == 2 && transactions.rows.count == 3)
    }

    @Test func theListOfAPickerIsMadeOnceForEachChange() {
        let scene = Scene()
        let lists = ListEditing(session: scene.link.session, tabs: scene.tabs)
        let picker = lists.picker("Lists", verb: "show") { $0 == scene.tabs.list }
        let view = PickerView(viewModel: picker, background: scene.pricesView)
        let changes: [@MainActor () -> Void] = [
            { _ = scene.link.user.mutate { .add([CoinID(1)], of: $0) } },
            { view.press("x") },
        ]
        expectOneMaking(of: view, for: changes) { picker.makings }
    }

    @Test func settingsAndACoinsPageAreMadeOnceForEachChange() {
        let scene = Scene()
        let changes: [@MainActor () -> Void] = [
            { _ = scene.link.user.mutate { _ in .set(.cryptoCompare) } },
            { _ = try? scene.tabs.local.set(.flashes, to: "off") },
        ]
        expectOneMaking(of: scene.settingsView, for: changes) { scene.settings.makings }
        let page = scene.detail()
        let others: [@MainActor () -> Void] = [
            { scene.tick { $0.setPrice(7_000_000, row: 0) } },
            { _ = scene.link.user.mutate { .add([CoinID(1)], of: $0) } },
        ]
        expectOneMaking(of: DetailView(viewModel: page), for: others) { page.makings }
        let row = page.content.row
        _ = DetailView(viewModel: page).picture(80, 24)
        #expect(page.content.row === row)
    }

    @Test func theWordsOfTheStatusLineAreMadeOnceForEachChange() {
        let scene = Scene()
        let changes: [@MainActor () -> Void] = [
            { scene.link.state = .connecting },
            { scene.time.advance(by: .seconds(1)) },
            { _ = scene.link.user.receive(.setting { _ in .set(Settings.currency, to: "EUR") }) },
        ]
        expectOneMaking(of: scene.pricesView, for: changes) { scene.tabs.status.makings }
        #expect(scene.tabs.status.sources.map(\.text) == ["no rate for EUR: prices are in USD"])
    }

    @Test func theRowOfAChartIsMadeOnceForEachChange() throws {
        let scene = Scene()
        scene.openChart()
        let view = try #require(scene.chartView)
        let changes: [@MainActor () -> Void] = [
            { scene.tick { $0.setPrice(7_000_000, row: 0) } },
            { _ = scene.link.user.mutate { .add([CoinID(1)], of: $0) } },
        ]
        expectOneMaking(of: view, for: changes) { view.viewModel.makings }
        let row = view.viewModel.row
        #expect(view.viewModel.row === row && row?.isFavorite == true)
    }

    /// Below its row, and on the whole screen.
    @Test func drawsAndClicksShareThePlanOfAChart() throws {
        let scene = Scene()
        let chart = try #require(scene.openChart())
        let click = { (view: any View, x: Int, y: Int) in
            view.take(.mouse(Mouse(.press(.left), at: Point(x: x, y: y))), in: Size(width: 80, height: 24))
        }
        for view in [scene.pricesView, try #require(scene.chartView)] as [any View] {
            _ = view.picture()
            let first = chart.plan.makings
            _ = view.picture()
            #expect(!click(view, 79, 23))
            #expect(chart.plan.makings == first, "nothing has changed")
            #expect(click(view, 30, 10))
            for _ in 0..<2 {
                _ = view.picture()
                #expect(chart.plan.makings == first + 1, "the crosshair is there")
                #expect(click(view, 30, 10))
            }
            #expect(chart.dismissed())
        }
    }

    @Test func thePlanOfAChartIsMadeOnceForEachChange() throws {
        let alert = Alert(id: AlertID(rawValue: 1), coin: CoinID(1), condition: try AlertCondition(typed: ">69200"))
        let scene = Scene()
        let chart = try #require(scene.openChart())
        let view = try #require(scene.chartView)
        _ = view.picture()
        let first = chart.plan.makings
        let changes: [@MainActor () -> Void] = [
            { scene.answerChart(.walk(301)) },
            { _ = try? scene.tabs.local.set(.chartScale, to: "log") },
            { _ = try? scene.tabs.local.set(.times, to: TimeChoice.utc.rawValue) },
            { _ = scene.link.user.mutate { _ in .add(alert) } },
            { _ = chart.alerts.nextRequested(near: 69_000) },
            { _ = view.picture(100, 30) },
        ]
        for (index, change) in changes.enumerated() {
            change()
            let size = index < changes.count - 1 ? (80, 24) : (100, 30)
            for _ in 0..<2 { _ = view.picture(size.0, size.1) }
            #expect(chart.plan.makings == first + index + 1, "change \(index)")
        }
    }

    @Test func theRowsOfACoinsPageAreMadeOnceForEachChangeAndWidth() async throws {
        let scene = Scene()
        let page = scene.detail()
        let view = DetailView(viewModel: page)
        async let _ = page.appeared()
        await scene.answerDetail(.success(try .sample()))
        for await canShow in Observations({ page.answer != .awaited }) where canShow { break }
        _ = view.picture()
        let first = view.makings
        view.press(Key(.down), Key(.pageDown))
        _ = view.picture()
        #expect(view.makings == first, "a scrolled page has the same rows")
        view.press(Key(.tab))
        #expect(view.makings == first + 1, "another link is selected")
        _ = view.picture(120, 24)
        #expect(view.makings == first + 2)
    }

    @Test func theListOfDevicesIsMadeOnceForEachMinute() async {
        let scene = Scene()
        await scene.showDevices()
        let minute = Duration.seconds(60)
        expectOneMaking(of: scene.devicesView, for: [{ scene.time.advance(by: minute) }]) { scene.devices.makings }
    }
}
