import Observation
import Shared
import TerminalKit
import Testing

@testable import TerminalClient

/// Wide screens, with the selected coin beside the lists.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct WidePictureTests {
    private nonisolated static let sizes = [(160, 24), (160, 40), (220, 60), (320, 60)]

    @Test(arguments: sizes)
    func prices(width: Int, height: Int) async throws {
        let scene = Scene(user: .favorites(1, 5994))
        scene.showWeeks()
        try await showBeside(scene.pricesView, of: scene, width, height)
        try Picture.expect(scene.pricesView, (width, height), is: "wide-prices")
    }

    @Test func favoritesWithACrosshair() async throws {
        let scene = Scene(user: .favorites(1, 5994, 99_999))
        scene.tabs.tabShown(.favorites)
        let size = Size(width: 160, height: 40)
        try await showBeside(scene.favoritesView, of: scene, size.width, size.height)
        scene.favoritesView.press("i", "h", "h", size: size)
        try Picture.expect(scene.favoritesView, (160, 40), is: "wide-favorites")
    }

    /// The chart shows the alert as a line.
    @Test(arguments: [(160, 40), (220, 60)])
    func alerts(width: Int, height: Int) async throws {
        let alerts = try [(">67000", 1, "take some off"), (">10", 1027, "")].enumerated().map { place, alert in
            Alert(
                id: AlertID(rawValue: UInt64(place + 1)),
                coin: CoinID(alert.1),
                condition: try AlertCondition(typed: alert.0),
                note: alert.2
            )
        }
        let scene = Scene(user: .setting({ _ in .add(alerts[0]) }, { _ in .add(alerts[1]) }))
        let view = AlertsView(viewModel: AlertsViewModel(session: scene.link.session, tabs: scene.tabs))
        try await showBeside(view, of: scene, width, height)
        try Picture.expect(view, (width, height), is: "wide-alerts")
    }

    // MARK: The zone of times

    /// It is in the title of a column, or else on the axis of the chart.
    @Test func eachListNamesTheZoneOnce() async throws {
        let lists = Scene(user: .favorites(1, 5994))
        try await expectOneZone(lists.pricesView, of: lists)
        let favorites = Scene(user: .favorites(1, 5994))
        favorites.tabs.tabShown(.favorites)
        try await expectOneZone(favorites.favoritesView, of: favorites)
    }

    @Test func alertsThatHaveFiredNameTheZoneOnce() async throws {
        let condition = try AlertCondition(typed: ">67000")
        let alert = Alert(id: AlertID(rawValue: 1), coin: CoinID(1), condition: condition, note: "")
        var table = UserTable.setting { _ in .add(alert) }
        let (price, time) = (try ExactDecimal(parsing: "67001.5"), MarketTime(seconds: 1_700_000_000))
        let event = AlertEvent(number: table.version + 1, of: alert, price: price, source: "Huobi", time: time)
        let fired = AlertState(alert: alert.id, arming: alert.arming, phase: .resting(at: price), since: time)
        try table.apply(Mutation([fired.update, event.put]), within: RecordRules(), by: .server)
        let scene = Scene(user: table)
        let view = AlertsView(viewModel: AlertsViewModel(session: scene.link.session, tabs: scene.tabs))
        try await expectOneZone(view, of: scene)
    }

    @Test func transactionsNameTheZoneOnce() async throws {
        let bought = Transaction(
            TransactionID(rawValue: 1),
            .bought,
            BigDecimal("5") ?? .zero,
            of: CoinID(1),
            money: .total(BigDecimal("30000") ?? .zero),
            at: MarketTime(seconds: 1_600_000_000)
        )
        let scene = Scene(user: .setting { _ in .put([bought]) })
        let model = TransactionsViewModel(coin: CoinID(1), session: scene.link.session, tabs: scene.tabs)
        try await expectOneZone(TransactionsView(viewModel: model), of: scene)
    }

    private func expectOneZone(_ view: any View, of scene: Scene) async throws {
        try await showBeside(view, of: scene, 220, 60)
        let picture = view.picture(220, 60)
        #expect(picture.ranges(of: "UTC").count == 1, "\(picture)")
    }

    /// Waits until chart and text of the selected coin have come.
    private func showBeside(_ view: any View, of scene: Scene, _ width: Int, _ height: Int) async throws {
        async let _ = scene.tabs.pane.appeared()
        _ = view.picture(width, height)
        for await _ in scene.time.sleeps { break }
        scene.time.advance(by: CoinPaneModel.rest)
        await scene.answerDetail(.success(try .sample()))
        scene.answerChart(.walk(300))
        // Each frame computes the facts.
        let facts = Observations {
            _ = view.picture(width, height)
            return scene.tabs.pane.content.facts
        }
        for await facts in facts where facts.contains(where: { $0.label == "Listed since" }) { break }
    }
}
