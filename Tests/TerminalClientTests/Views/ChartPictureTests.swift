import NIOPosix
import Observation
import Shared
import TerminalKit
import Testing

@testable import TerminalClient

/// What charts and the page of a coin look like, at several sizes, in both charsets.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct ChartPictureTests {
    private nonisolated static let sizes = [(20, 5), (40, 10), (80, 24), (140, 40), (200, 60)]
    private nonisolated static let charsets: [(Charset, String)] = [(.unicode, ""), (.ascii, "-ascii")]

    private func expect(_ view: any View, is name: String, _ size: (Int, Int)) throws {
        for (charset, suffix) in Self.charsets {
            let picture = view.picture(size.0, size.1, charset: charset)
            try Picture.expect(picture, is: "\(name)\(suffix)-\(size.0)x\(size.1)")
        }
        expectNoColours(view, size)
    }

    /// A terminal without colours gets the same glyphs, and none of the colours.
    private func expectNoColours(_ view: any View, _ size: (Int, Int)) {
        var buffer = Buffer(size: Size(width: size.0, height: size.1))
        _ = view.draw(into: &buffer)
        var renderer = Renderer(capabilities: Capabilities(colors: .none))
        let text = String(decoding: renderer.frame(buffer), as: UTF8.self)
        let parameters = text.matches(of: /\u{1B}\[([0-9;]*)m/).flatMap { $0.1.split(separator: ";") }
        #expect(parameters.compactMap { Int($0) }.allSatisfy { $0 < 30 })
    }

    @Test(arguments: sizes)
    func underARow(width: Int, height: Int) throws {
        let scene = Scene(user: .favorites(1))
        scene.pricesView.press("j", Key(.enter), size: Size(width: width, height: height))
        scene.answerChart(.walk(300, from: 3_456_789, decimals: 3))
        try expect(scene.pricesView, is: "chart-row", (width, height))
    }

    @Test(arguments: sizes)
    func onTheWholeScreen(width: Int, height: Int) throws {
        let scene = Scene(user: .favorites(1))
        scene.openChart()
        try expect(try #require(scene.chartView), is: "chart", (width, height))
    }

    @Test(arguments: sizes)
    func withACrosshair(width: Int, height: Int) throws {
        let scene = Scene()
        scene.openChart()
        let view = try #require(scene.chartView)
        view.press("+", "i", "h", "h", "h", size: Size(width: width, height: height))
        try expect(view, is: "chart-crosshair", (width, height))
    }

    @Test func ofTheSmallestPrices() throws {
        let scene = Scene()
        scene.openChart(of: 5994, with: .walk(300, from: 181_200, decimals: 10, volumes: false))
        try expect(try #require(scene.chartView), is: "chart-tiny", (80, 24))
    }

    @Test func ofACoinThatTheSourceDoesNotList() throws {
        let scene = Scene()
        scene.tabs.open.opened(CoinID(1))
        scene.refuseChart(.notListed, other: .cryptoCompare)
        try expect(try #require(scene.chartView), is: "chart-not-listed", (80, 24))
        try expect(scene.pricesView, is: "chart-row-not-listed", (40, 10))
    }

    @Test func ofCandlesThatAreStale() throws {
        let scene = Scene()
        scene.openChart()
        scene.refuseChart(.unavailable)
        try expect(try #require(scene.chartView), is: "chart-stale", (80, 24))
    }

    @Test(arguments: sizes)
    func thePageOfACoin(width: Int, height: Int) async throws {
        let scene = Scene(user: .favorites(1))
        let viewModel = scene.detail()
        async let _ = viewModel.appeared()
        await scene.answerDetail(.success(try .sample()))
        for await isHere in Observations({ viewModel.answer != .awaited }) where isHere { break }
        try expect(DetailView(viewModel: viewModel), is: "detail", (width, height))
    }

    @Test func thePageThatDidNotCome() async throws {
        let scene = Scene()
        let viewModel = scene.detail()
        async let _ = viewModel.appeared()
        await scene.answerDetail(.failure(DetailProblem(message: "CoinMarketCap did not answer in time.")))
        for await hasFailed in Observations({ viewModel.canRetry }) where hasFailed { break }
        try expect(DetailView(viewModel: viewModel), is: "detail-problem", (80, 24))
    }

    @Test func noSizeIsTooSmall() async throws {
        let scene = Scene()
        scene.openChart()
        let chart = try #require(scene.chartView)
        let detail = DetailView(viewModel: scene.detail())
        chart.press("i")
        for view in [chart, detail, scene.pricesView] as [any View] {
            for width in [0, 1, 2, 3, 9, 10, 11, 19, 20, 29, 30, 43, 44] {
                for height in Array(0...13) + [24] { _ = view.picture(width, height) }
            }
        }
        for key in KeyMap.chart.bindings.flatMap(\.keys) + KeyMap.fullChart.bindings.flatMap(\.keys) {
            chart.press(key, size: Size(width: 1, height: 1))
        }
        detail.press("j", "G", Key(.tab), Key(.enter), size: Size(width: 1, height: 1))
    }
}
