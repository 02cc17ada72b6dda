import Shared
import TerminalKit
import TestSupport
import Testing

@testable import TerminalClient

/// The parts of a chart on the whole screen besides candles, and how long the choice is remembered.
@MainActor
struct ChartViewModelTests {
    private func view(_ scene: Scene, of coin: UInt32 = 1, with candles: [Candle] = .walk(300)) throws -> ChartView {
        scene.openChart(of: coin, with: candles)
        return try #require(scene.chartView)
    }

    // MARK: Parts and scales

    @Test func eachPartHasAKeyThatTheHelpLists() throws {
        let scene = Scene()
        let view = try view(scene)
        let titles = view.help.flatMap(\.entries).map(\.title)
        for part in ChartPart.allCases {
            let shown = scene.tabs.local.settings.chart.parts.contains(part)
            view.press(Key(.character(part.description.key)))
            #expect(scene.tabs.local.settings.chart.parts.contains(part) == !shown, "\(part)")
            #expect(titles.contains(part.description.title))
        }
        for title in ["logarithmic scale", "scale in percent", "compare with another coin"] {
            #expect(titles.contains(title))
        }
    }

    @Test func theKeyOfAScaleTurnsItOnAndOff() throws {
        let scene = Scene()
        let view = try view(scene)
        view.press("L")
        #expect(scene.tabs.local.settings.chart.scale == .log)
        view.press("%")
        #expect(scene.tabs.local.settings.chart.scale == .percent)
        #expect(view.picture().contains("%"))
        view.press("%")
        #expect(scene.tabs.local.settings.chart.scale == .linear)
    }

    /// Once, nothing but the notice of the key said so, and that for three seconds only.
    @Test func aScaleThatIsNotLinearStaysNamedBesideTheIntervals() throws {
        let scene = Scene()
        let view = try view(scene)
        view.press("L")
        scene.time.advance(by: .seconds(60))
        #expect(view.picture().contains("1w   log"))
        #expect(view.picture(40, 10).contains("1h log"))
        view.press("%")
        #expect(view.picture().contains("1w   %"))
        view.press("%")
        #expect(!view.picture().contains("1w   %"))
    }

    @Test func aChoiceIsSavedAndAppliesToTheNextChart() throws {
        var written: [ConfigEntry] = []
        let scene = Scene(local: LocalStore { written.append($0) })
        let view = try view(scene)
        view.press("R", "L", "v")
        #expect(
            written == [
                ConfigEntry(.chartParts, "grid, extremes, volume, rsi"), ConfigEntry(.chartScale, "log"),
                ConfigEntry(.chartParts, "grid, extremes, rsi"),
            ]
        )
        let next = try self.view(scene, of: 1027)
        #expect(next.picture(120, 40).contains("RSI 14"))
    }

    @Test func aChoiceThatCannotBeSavedLastsUntilTheEndAndSaysSo() throws {
        struct Full: Error {}
        let scene = Scene(local: LocalStore { _ in throw Full() })
        let view = try view(scene)
        view.press("M")
        #expect(view.picture(120, 40).contains("MACD 12 26 9"))
        #expect(view.picture(120, 40).contains("This setting lasts only until you quit"))
    }

    @Test func aPaneWithoutRoomSaysSo() throws {
        let scene = Scene()
        let view = try view(scene)
        view.press("R", size: Size(width: 80, height: 14))
        #expect(scene.tabs.status.notice == "RSI is on, but needs a taller window")
        #expect(!view.picture(80, 14).contains("RSI 14"))
        #expect(view.picture(80, 24).contains("RSI 14"))
    }

    /// Once, the question replaced the plan by which the chart was drawn.
    @Test func askingForRoomLeavesTheChartAsItIs() throws {
        let scene = Scene()
        let chart = try #require(scene.openChart())
        let pane = ChartPane(chart: chart, tabs: scene.tabs)
        try scene.tabs.local.setChartPart(.strength, isShown: true)
        let makings = chart.plan.makings
        #expect(pane.hasRoom(for: .strength, in: Rect(x: 0, y: 0, width: 80, height: 24)))
        #expect(!pane.hasRoom(for: .strength, in: Rect(x: 0, y: 0, width: 80, height: 10)))
        #expect(chart.plan.makings == makings)
    }

    @Test func panesStackBelowTheCandlesAndAllFitIntoAUsualWindow() throws {
        let scene = Scene()
        let view = try view(scene)
        view.press("R", "M")
        let lines = view.picture().split(separator: "\n", omittingEmptySubsequences: false)
        let strength = try #require(lines.firstIndex { $0.contains("RSI 14") })
        let convergence = try #require(lines.firstIndex { $0.contains("MACD 12 26 9") })
        let volume = try #require(lines.lastIndex { $0.contains("Vol ") })
        #expect(volume < strength && strength < convergence)
    }

    @Test func aChartBelowARowShowsCandlesAndVolumeAlone() throws {
        let scene = Scene()
        scene.pricesView.press(Key(.enter))
        scene.answerChart(.walk(300))
        let before = scene.pricesView.picture(120, 50)
        for part in ChartPart.allCases where part != .volume {
            try scene.tabs.local.setChartPart(part, isShown: true)
        }
        try scene.tabs.local.set(.chartScale, to: "log")
        #expect(scene.pricesView.picture(120, 50) == before)
    }

    @Test func theHighestAndTheLowestAreMarked() throws {
        let scene = Scene()
        let view = try view(scene)
        let chart = try #require(scene.tabs.open.chart)
        _ = view.picture()
        let seen = chart.candles[chart.range(columns: chart.plan.value.layout.plot.width)]
        let prices = [seen.map(\.high).max(), seen.map(\.low).min()].compactMap { $0 }
        for price in prices { #expect(view.picture().contains(PriceText(price.text(decimals: 2)).full)) }
        #expect(view.picture().contains { "◂▸".contains($0) })
        view.press("x")
        #expect(!view.picture().contains { "◂▸".contains($0) })
    }

    // MARK: Crosshair

    @Test func theCrosshairFollowsThePointer() throws {
        let scene = Scene()
        let view = try view(scene)
        let chart = try #require(scene.tabs.open.chart)
        let size = Size(width: 80, height: 24)
        let move = { (kind: Mouse.Kind, x: Int, y: Int) in
            view.take(.mouse(Mouse(kind, at: Point(x: x, y: y))), in: size)
        }
        #expect(!move(.moved(.left), 30, 10), "there is no crosshair yet")
        #expect(move(.press(.left), 30, 10))
        let (first, value) = (chart.pointedIndex, try #require(chart.crosshair?.value))
        #expect(move(.moved(.left), 40, 6))
        #expect(try #require(chart.pointedIndex) > (first ?? .max))
        #expect(try #require(chart.crosshair?.value) > value)
        // A key continues from there, on the close.
        view.press(Key(.left))
        #expect(chart.crosshair?.value == nil)
        view.press(Key(.escape))
        #expect(chart.crosshair == nil)
    }

    @Test func theCrosshairShowsTheValueUnderThePointer() throws {
        let scene = Scene()
        let view = try view(scene)
        _ = view.take(.mouse(Mouse(.press(.left), at: Point(x: 30, y: 10))), in: Size(width: 80, height: 24))
        let value = try #require(scene.tabs.open.chart?.crosshair?.value)
        let text = try #require(scene.tabs.open.chart?.axis.text(value)).full
        #expect(view.picture().split(separator: "\n", omittingEmptySubsequences: false)[10].contains(text))
    }

    // MARK: Comparing

    @Test func aComparedCoinIsChosenFromAListAndGetsALine() async throws {
        let scene = Scene()
        let view = try view(scene)
        view.press("a")
        var routes = view.viewModel.routes.makeAsyncIterator()
        #expect(await routes.next() == .own(.comparison))
        let list = PickerView(viewModel: view.viewModel.comparisonPicker, background: view)
        #expect(list.picture().contains("Compare with"))
        list.press("e", "t", "h")
        #expect(list.picture().contains("ETH Ethereum"))
        list.press(Key(.enter))
        var choices = list.viewModel.routes.makeAsyncIterator()
        #expect(await choices.next() == .own(CoinID(1027)))
        view.viewModel.comparisonChosen(CoinID(1027))
        let chart = try #require(scene.tabs.open.chart)
        #expect(chart.compared.map(\.symbol) == ["ETH"])
        #expect(view.picture().contains("ETH loading…"))
        scene.answerChart(.walk(300, from: 3_456_789, decimals: 3))
        #expect(view.picture().contains { $0 >= "\u{2800}" && $0 <= "\u{28FF}" })
        #expect(!view.picture().contains("ETH loading…"))
    }

    @Test func theFifthCoinIsRefusedWithAReason() throws {
        let scene = Scene()
        let view = try view(scene)
        for _ in 0..<3 { try view.compareWithNext() }
        let chart = try #require(scene.tabs.open.chart)
        #expect(chart.compared.count == 3)
        #expect(Set(chart.compared.map(\.coin)).count == 3 && !chart.compared.contains { $0.coin == chart.coin })
        view.press("a")
        #expect(scene.tabs.status.notice == "4 coins are the most you can compare (d: remove the last one)")
        view.press("d")
        #expect(chart.compared.count == 2)
        view.press("d", "d", "d")
        #expect(scene.tabs.status.notice == "no coin is compared")
    }

    @Test(arguments: [("m", "SMA"), ("e", "EMA"), ("x", "the marks")])
    func aPartOfTheCandlesIsNotSwitchedWhileLinesReplaceThem(key: Character, subject: String) throws {
        let scene = Scene()
        let view = try view(scene)
        try view.compareWithNext()
        let parts = scene.tabs.local.settings.chart.parts
        view.press(Key(.character(key)))
        #expect(
            scene.tabs.status.notice
                == "\(subject) cannot be shown while coins are compared (d: remove the last one)"
        )
        #expect(scene.tabs.local.settings.chart.parts == parts)
        view.press("d", Key(.character(key)))
        #expect(scene.tabs.local.settings.chart.parts != parts)
    }

    /// Once, the key switched a scale that could not be seen.
    @Test(arguments: ChartScale.allCases)
    func thePercentScaleIsNotSwitchedWhileCoinsAreCompared(chosen: ChartScale) throws {
        let scene = Scene()
        let view = try view(scene)
        try scene.tabs.local.set(.chartScale, to: chosen.rawValue)
        try view.compareWithNext()
        for _ in 0..<2 {
            view.press("%")
            #expect(scene.tabs.status.notice == "compared coins are already in percent")
            #expect(scene.tabs.local.settings.chart.scale == chosen)
        }
    }

    @Test func aCoinThatIsInTheComparisonIsNotOfferedAgain() throws {
        let scene = Scene()
        let view = try view(scene)
        view.viewModel.comparisonChosen(CoinID(1027))
        let offered = view.viewModel.comparisonPicker.rows.compactMap(\.id)
        #expect(offered.count == [TestCoin].few.count - 2)
        #expect(!offered.contains(CoinID(1)) && !offered.contains(CoinID(1027)))
    }
}
