import Observation
import Shared
import TerminalKit
import TestSupport
import Testing

@testable import TerminalClient

/// Charts and the page of a coin, at several sizes, with and without colors, in both charsets.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ChartPictureTests {
    @Test(arguments: Picture.sizes)
    func underARow(width: Int, height: Int) throws {
        let scene = Scene(user: .favorites(1))
        scene.pricesView.press("j", Key(.enter), size: Size(width: width, height: height))
        scene.answerChart(.walk(300, from: 3_456_789, decimals: 3))
        try Picture.expect(scene.pricesView, (width, height), is: "chart-row")
    }

    @Test(arguments: Picture.sizes)
    func onTheWholeScreen(width: Int, height: Int) throws {
        let scene = Scene(user: .favorites(1))
        scene.openChart()
        try Picture.expect(try #require(scene.chartView), (width, height), is: "chart")
    }

    @Test(arguments: Picture.sizes)
    func withACrosshair(width: Int, height: Int) throws {
        let scene = Scene()
        scene.openChart()
        let view = try #require(scene.chartView)
        view.press("+", "i", "h", "h", "h", size: Size(width: width, height: height))
        try Picture.expect(view, (width, height), is: "chart-crosshair")
    }

    @Test(arguments: Picture.sizes)
    func withAllItsIndicators(width: Int, height: Int) throws {
        let scene = Scene(user: .favorites(1))
        scene.openChart()
        let view = try #require(scene.chartView)
        view.press("m", "e", "R", "M", size: Size(width: 200, height: 60))
        try Picture.expect(view, (width, height), is: "chart-indicators")
    }

    @Test(arguments: Picture.sizes)
    func ofFourCoins(width: Int, height: Int) throws {
        let scene = Scene(user: .favorites(1))
        scene.openChart()
        let view = try #require(scene.chartView)
        for price in [3_456_789, 151_000, 99_950] as [Int64] {
            try view.compareWithNext()
            scene.answerChart(Array([Candle].walk(310 + Int(price % 7), from: price, decimals: 3).suffix(300)))
        }
        try Picture.expect(view, (width, height), is: "chart-compared")
    }

    @Test(arguments: [ChartScale.log, .percent])
    func inAnotherScale(scale: ChartScale) throws {
        let scene = Scene()
        try scene.tabs.local.set(.chartScale, to: scale.rawValue)
        scene.openChart(with: .walk(300, from: 2_000))
        try Picture.expect(try #require(scene.chartView), (140, 40), is: "chart-\(scale.rawValue)")
    }

    @Test func ofTheSmallestPrices() throws {
        let scene = Scene()
        scene.openChart(of: 5994, with: .walk(300, from: 181_200, decimals: 10, volumes: false))
        try Picture.expect(try #require(scene.chartView), (80, 24), is: "chart-tiny")
    }

    @Test func ofACoinThatTheSourceDoesNotList() throws {
        let scene = Scene()
        scene.tabs.open.opened(CoinID(1))
        scene.refuseChart(.notListed, other: .cryptoCompare)
        try Picture.expect(try #require(scene.chartView), (80, 24), is: "chart-not-listed")
        try Picture.expect(scene.pricesView, (40, 10), is: "chart-row-not-listed")
    }

    @Test(arguments: [(40, 10), (80, 24)])
    func beforeTheFirstCandles(width: Int, height: Int) throws {
        let scene = Scene()
        scene.pricesView.press(Key(.enter), size: Size(width: width, height: height))
        try Picture.expect(try #require(scene.chartView), (width, height), is: "chart-loading")
        try Picture.expect(scene.pricesView, (width, height), is: "chart-row-loading")
    }

    @Test(arguments: [(40, 10), (80, 24)])
    func ofASourceThatNeedsAKey(width: Int, height: Int) throws {
        let scene = Scene()
        scene.tabs.open.opened(CoinID(1))
        scene.refuseChart(.needsKey, "Huobi answered that it wants a key.")
        try Picture.expect(try #require(scene.chartView), (width, height), is: "chart-needs-key")
    }

    @Test func ofCandlesThatAreStale() throws {
        let scene = Scene()
        scene.openChart()
        scene.refuseChart(.unavailable)
        try Picture.expect(try #require(scene.chartView), (80, 24), is: "chart-stale")
    }

    @Test(arguments: Picture.sizes)
    func thePageOfACoin(width: Int, height: Int) async throws {
        let scene = Scene(user: .favorites(1))
        let viewModel = scene.detail()
        async let _ = viewModel.appeared()
        await scene.answerDetail(.success(try .sample()))
        for await isHere in Observations({ viewModel.answer != .awaited }) where isHere { break }
        try Picture.expect(DetailView(viewModel: viewModel), (width, height), is: "detail")
    }

    @Test func thePageThatDidNotCome() async throws {
        let scene = Scene()
        let viewModel = scene.detail()
        async let _ = viewModel.appeared()
        await scene.answerDetail(.failure(AnswerProblem(message: "CoinMarketCap did not answer in time.")))
        for await hasFailed in Observations({ viewModel.canRetry }) where hasFailed { break }
        try Picture.expect(DetailView(viewModel: viewModel), (80, 24), is: "detail-problem")
    }

    @Test func noSizeIsTooSmall() async throws {
        let scene = Scene()
        scene.openChart()
        let chart = try #require(scene.chartView)
        let detail = DetailView(viewModel: scene.detail())
        chart.press("i")
        for view in [chart, detail, scene.pricesView] as [any View] {
            for width in [0, 1, 9, 20, 31, 44] {
                for height in [0, 1, 2, 3, 4, 5, 6, 8, 9, 11, 13] { _ = view.picture(width, height) }
            }
        }
        for key in KeyMap.chart.bindings.flatMap(\.keys) + KeyMap.fullChart.bindings.flatMap(\.keys)
            + KeyMap.chartParts.bindings.flatMap(\.keys)
        {
            chart.press(key, size: Size(width: 1, height: 1))
        }
        detail.press("j", "G", Key(.tab), Key(.enter), size: Size(width: 1, height: 1))
    }
}
