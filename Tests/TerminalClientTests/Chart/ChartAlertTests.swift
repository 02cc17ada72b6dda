import Shared
import TerminalKit
import TestSupport
import Testing

@testable import TerminalClient

/// Alerts as lines on the chart of their coin, which keys and the mouse move.
@MainActor
struct ChartAlertTests {
    private let bitcoin = CoinID(1)

    private func alert(_ text: String, id: UInt64 = 1, of coin: UInt32 = 1) throws -> Alert {
        Alert(id: AlertID(rawValue: id), coin: CoinID(coin), condition: try AlertCondition(typed: text))
    }

    private func scene(_ alerts: Alert...) throws -> (scene: Scene, view: ChartView) {
        var table = UserTable.setting { _ in .add(alerts[0]) }
        for alert in alerts.dropFirst() { table.change { _ in .add(alert) } }
        let scene = Scene(user: table)
        scene.openChart()
        return (scene, try #require(scene.chartView))
    }

    /// Shows prices in euros, each of them 1.1 dollars.
    private func showEuros(in scene: Scene) throws {
        let rates = ExchangeRates(
            source: "bank",
            day: CivilDate(year: 2023, month: 11, day: 14),
            heard: MarketTime(seconds: 1_700_000_000),
            base: "EUR",
            rates: ["USD": try ExactDecimal(parsing: "1.1")]
        )
        scene.link.rates.receive(rates)
        scene.link.user.mutate { _ in .set(Settings.currency, to: "EUR") }
    }

    private func condition(_ scene: Scene, id: UInt64 = 1) -> String? {
        scene.link.user.table.alert(AlertID(rawValue: id))?.condition.typed
    }

    /// The row and column where the line's name stands.
    private func place(of text: String, in picture: String) -> Point? {
        for (y, line) in picture.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if let found = line.firstRange(of: text) {
                return Point(x: line.distance(from: line.startIndex, to: found.lowerBound), y: y)
            }
        }
        return nil
    }

    @Test func onlyAlertsAtAPriceOfTheCoinAreLines() throws {
        let (_, view) = try scene(alert(">69200"), alert("+5% 2h", id: 2), alert("<69200", id: 3, of: 1027))
        let picture = view.picture(120, 40)
        #expect(picture.contains("─ alert >69,200 ─") && picture.count(of: "alert") == 1, "\(picture)")
    }

    @Test func anAlertInTheCurrencyOfTheChartIsALineThereAndMovesInIt() throws {
        var euros = try alert(">60000")
        euros.currency = "EUR"
        let (scene, view) = try scene(euros)
        #expect(view.picture(120, 40).count(of: "alert") == 0, "the chart is in dollars")
        try showEuros(in: scene)
        let picture = view.picture(120, 40)
        #expect(picture.contains("alert >60,000 ") && !picture.contains("USD"), "\(picture)")
        view.press("n", Key(.up), Key(.enter))
        let moved = try #require(scene.link.user.table.alert(euros.id))
        let limit = try #require(Double(moved.condition.typed.dropFirst()))
        #expect(moved.currency == "EUR" && limit > 60_000 && limit < 61_000)
    }

    @Test func aLineNamesTheDollarsOfItsLimitWhileTheChartIsInAnotherCurrency() throws {
        let (scene, view) = try scene(alert(">69300"))
        try showEuros(in: scene)
        #expect(view.picture(120, 40).contains("─ alert >63,000.00 (69,300 USD) "), "\(view.picture(120, 40))")
        view.press("n", Key(.up))
        let moving = try #require(scene.tabs.open.chart?.alerts.moving)
        #expect(view.picture(120, 40).contains(" (\(PriceText(moving.limit.plainText).full) USD) "))
    }

    @Test func aLineOnAChartInDollarsNamesThemIfTheUserCountsInBitcoin() throws {
        let (scene, view) = try scene(alert(">69200"))
        scene.link.user.mutate { _ in .set(Settings.currency, to: "BTC") }
        #expect(view.picture(120, 40).contains("─ alert >69,200 USD "), "\(view.picture(120, 40))")
    }

    @Test func aLineOutsideTheScaleIsNamedAtTheNearestEnd() throws {
        let (_, view) = try scene(alert(">990000"), alert("<1", id: 2))
        let picture = view.picture(120, 40)
        #expect(picture.contains("↑ alert >990,000") && picture.contains("↓ alert <1 "), "\(picture)")
    }

    @Test func aNameLeavesTheHighestAndTheLowestPriceFree() throws {
        let (_, view) = try scene(alert(">990000"), alert("<1", id: 2))
        let (_, bare) = try scene(alert("+5% 2h"))
        // As the chart scrolls, the marks pass through the columns of the names.
        for _ in 0..<100 {
            let marks = [bare, view].map { $0.picture(80, 24).matches(of: /◂ [0-9]|[0-9] ▸/).count }
            let picture = view.picture(80, 24)
            #expect(marks[0] == marks[1] && picture.count(of: "alert") == 2, "\(picture)")
            for chart in [bare, view] { chart.press("h") }
        }
    }

    @Test func keysMoveALineAndUndoMovesItBack() throws {
        let (scene, view) = try scene(alert(">69200"))
        view.press("n")
        #expect(view.picture(120, 40).contains("Enter keep"))
        view.press(Key(.down), Key(.down))
        #expect(condition(scene) == ">69200", "the limit changes when it is kept")
        view.press(Key(.enter))
        let moved = try #require(condition(scene).flatMap { Double($0.dropFirst()) })
        #expect(moved < 69_200 && moved > 68_000)
        #expect(scene.tabs.status.notice?.contains("undo") == true)
        view.press("z")
        #expect(condition(scene) == ">69200")
    }

    @Test func escapeLeavesTheLimitAndTheNextKeyTakesTheNextLine() throws {
        let (scene, view) = try scene(alert(">69200"), alert("<60000", id: 2))
        view.press("n", Key(.up), "n", Key(.pageUp), Key(.enter))
        #expect(condition(scene) == ">69200" && condition(scene, id: 2) != "<60000")
        view.press("n", Key(.up), Key(.escape))
        #expect(condition(scene) == ">69200" && scene.tabs.open.chart?.alerts.isMoving == false)
    }

    @Test func theMouseDragsALineAndAClickOnItPutsTheCrosshairThere() throws {
        let (scene, view) = try scene(alert(">69200"))
        let size = Size(width: 120, height: 40)
        let start = try #require(place(of: "alert >69,200", in: view.picture(120, 40)))
        func send(_ kind: Mouse.Kind, _ y: Int) {
            _ = view.take(.mouse(Mouse(kind, at: Point(x: 60, y: y))), in: size)
        }
        send(.press(.left), start.y)
        send(.moved(.left), start.y + 3)
        send(.release(.left), start.y + 3)
        let moved = try #require(condition(scene))
        #expect(moved != ">69200")
        let next = try #require(place(of: "alert >", in: view.picture(120, 40)))
        #expect(next.y == start.y + 3, "the line is where it was dropped")
        send(.press(.left), next.y)
        send(.release(.left), next.y)
        #expect(condition(scene) == moved && scene.tabs.open.chart?.crosshair != nil)
    }

    @Test func anAlertThatAnotherTerminalRemovesMeanwhileStaysAway() throws {
        let (scene, view) = try scene(alert(">69200"))
        view.press("n", Key(.up))
        scene.link.user.mutate { _ in .remove([AlertID(rawValue: 1)]) }
        view.press(Key(.enter))
        #expect(scene.link.user.table.alerts.isEmpty)
        #expect(scene.tabs.status.notice == "this alert was removed on another terminal")
    }

    @Test(arguments: [(">69200", "EUR"), ("<69200", "USD"), (">69300", "USD")])
    func anAlertThatAnotherTerminalChangesMeanwhileIsNotMoved(typed: String, currency: String) throws {
        let (scene, view) = try scene(alert(">69200"))
        try showEuros(in: scene)
        _ = view.picture(120, 40)
        view.press("n", Key(.up))
        var other = try alert(typed)
        other.currency = currency
        scene.link.user.mutate { [other] in .change(to: other, of: $0) }
        view.press(Key(.up), Key(.enter))
        let kept = try #require(scene.link.user.table.alert(other.id))
        #expect(kept.condition.typed == typed && kept.currency == currency)
        #expect(scene.tabs.status.notice == "this line has changed meanwhile, so the alert was not moved")
        #expect(scene.tabs.open.chart?.alerts.isMoving == false)
    }

    @Test func theKeySaysThatThereIsNoLine() throws {
        let (scene, view) = try scene(alert("+5% 2h"))
        view.press("n")
        #expect(scene.tabs.status.notice?.hasPrefix("there is no alert at a price of BTC") == true)
    }

    @Test(arguments: [(67_000.0, 100.0), (0.000_012, 0.000_000_03), (1.5, 0.02)])
    func stepsAreRoundAndNoLargerThanARow(value: Double, height: Double) throws {
        let scale = ValueScale(from: value - 5 * height, to: value + 5 * height, rows: 10)
        let step = try #require(LimitStep(on: scale, near: value))
        let up = try #require(step.value(1, from: value)).approximate
        let down = try #require(step.value(-1, from: value)).approximate
        #expect(up > value && up - value <= height * 1.01 && down < value && value - down <= height * 1.01)
        #expect(abs(try #require(step.nearest(to: value)).approximate - value) <= height / 2 * 1.01)
    }

    @Test(arguments: Picture.sizes)
    func alertsOnAChart(width: Int, height: Int) throws {
        let (_, view) = try scene(alert(">69200"), alert("<68900", id: 2), alert(">90000", id: 3))
        view.press("n", Key(.up), Key(.up))
        try Picture.expect(view, (width, height), is: "chart-alerts")
    }
}

extension String {
    fileprivate func count(of part: String) -> Int { ranges(of: part).count }
}
