import Shared
import TerminalKit
import TestSupport
import Testing

@testable import TerminalClient

/// How a wide screen divides its room, and what drawing it costs.
@MainActor
struct CoinPaneLayoutTests {
    // MARK: Bytes

    /// All bytes that a terminal gets while a key is held down. The pane does not keep the terminal from moving the
    /// rows.
    @Test(arguments: [Size(width: 160, height: 40), Size(width: 220, height: 60)])
    func aStepOfARunningSelectionCostsFewBytes(size: Size) {
        let view = Scene(.many(200)).pricesView
        var renderer = Renderer(capabilities: Capabilities())
        let step = { (key: Key) in
            view.press(key, size: size)
            var buffer = Buffer(size: size)
            let cursor = view.frame(into: &buffer)
            return renderer.frame(buffer, cursor: cursor).count
        }
        for _ in 0..<2 { _ = step("j") }
        for number in 0..<120 {
            let bytes = step("j")
            #expect(bytes <= 1400, "step \(number)")
        }
        for number in 0..<120 {
            let bytes = step("k")
            #expect(bytes <= 1400, "step back \(number)")
        }
    }

    // MARK: Size

    @Test func noWideScreenIsTooSmall() {
        let scene = Scene(user: .favorites(74, 1))
        for width in [159, 160, 161, 200, 220, 300, 500] {
            for height in 0...20 { _ = scene.pricesView.picture(width, height) }
        }
    }

    /// Once, a screen of 160 columns showed fewer columns of the list than one of 120.
    @Test(arguments: [104, 120, 128, 129, 159, 160, 180, 200, 220])
    func aWiderScreenShowsNoFewerColumnsOfTheList(width: Int) {
        let rows = Scene().pricesView.picture(width, 40).split(separator: "\n")
        let titles = rows.first { $0.contains("Mkt cap") } ?? ""
        for title in ["#▲", "Price", "24 h", "1 h", "7 d ", "Volume", "7 days"] {
            #expect(titles.contains(title), "\(titles)")
        }
        #expect(titles.contains("2 min") == (width >= 129 && width < 160 || width >= 185), "\(titles)")
    }

    @Test func theListKeepsItsColumnsAndTheChartItsRoom() {
        for (width, list) in [(159, 159), (160, 104), (200, 144), (220, 160), (300, 160)] {
            let layout = CoinPaneLayout(Rect(x: 0, y: 2, width: width, height: 40))
            #expect(layout.list.width == list)
            #expect(layout.hasPane == (width >= 160))
            #expect((layout.chart?.width ?? 60) >= 53)
        }
    }
}
