import Shared
import TerminalKit
import Testing

@testable import TerminalClient

/// The chart under the row of its coin, in both lists.
@MainActor
struct ListChartTests {
    private let enter = Key(.enter)

    /// The rows of the list from top to bottom, by the symbols that begin them; `~` where a chart begins.
    private func rows(_ view: any View, height: Int = 24) -> [String] {
        let symbols = [TestCoin].few.map(\.symbol)
        return view.picture(80, height).split(separator: "\n").compactMap { line in
            if line.contains("30m") { return "~" }
            return symbols.first { line.contains(" \($0) ") }
        }
    }

    @Test func enterOpensTheChartUnderTheSelectedRow() {
        let scene = Scene()
        scene.pricesView.press("j", enter)
        scene.answerChart(.walk(300))
        #expect(rows(scene.pricesView).prefix(3) == ["BTC", "ETH", "~"])
        scene.pricesView.press(Key(.escape))
        #expect(scene.tabs.open.chart == nil)
        #expect(!rows(scene.pricesView).contains("~"))
    }

    @Test func theChartFollowsItsCoinWhenTheOrderChanges() {
        let scene = Scene()
        scene.pricesView.press("s", "s", "s", "j", enter)
        scene.answerChart(.walk(300))
        #expect(rows(scene.pricesView).prefix(3) == ["SHIB", "SOL", "~"])
        scene.tick { table in
            var changes = MarketChanges()
            changes.dayChanges.append(Percent(hundredths: -500), row: 3)
            table.update(changes)
        }
        #expect(rows(scene.pricesView).prefix(8) == ["SHIB", "BTC", "TRX", "USDT", "ETH", "LINK", "SOL", "~"])
    }

    @Test func theChartStaysWithItsCoinWhenTheSelectionMovesOn() {
        let scene = Scene()
        scene.pricesView.press(enter, "j", "j", "j")
        #expect(scene.selectedSymbol == "SOL")
        #expect(rows(scene.pricesView).prefix(3) == ["BTC", "~", "ETH"])
        scene.pricesView.press(enter)
        #expect(scene.tabs.open.chart?.symbol == "SOL")
        #expect(rows(scene.pricesView).contains("~"))
    }

    @Test func theHintsBelongToTheListWhileTheChartIsOutOfSight() {
        let view = Scene(.many(60)).pricesView
        view.press(enter)
        #expect(view.picture().contains("Esc back  Enter larger  [ ] interval"))
        #expect(view.picture(40, 10).contains("Esc back  Enter larger"))
        view.press("j")
        #expect(view.picture().contains("Esc back  Enter chart  [ ] interval"))
        for _ in 0..<4 { view.press(Key(.pageDown)) }
        #expect(!view.picture().contains("[ ] interval") && view.picture().contains("/ filter"))
    }

    @Test func everySelectedRowStaysVisibleBesideTheChart() {
        for height in [3, 4, 5, 6, 7, 9, 12, 24] {
            let scene = Scene(.many(60))
            let size = Size(width: 80, height: height)
            scene.pricesView.press("j", "j", enter, size: size)
            scene.answerChart(.walk(300))
            for _ in 0..<14 {
                scene.pricesView.press("j", size: size)
                #expect(scene.pricesView.picture(80, height).contains("▌"), "height \(height)")
            }
            for _ in 0..<16 {
                scene.pricesView.press("k", size: size)
                #expect(scene.pricesView.picture(80, height).contains("▌"), "height \(height)")
            }
        }
    }

    @Test func aFilterThatHidesTheCoinHidesTheChartAndEscapeClearsTheFilterFirst() {
        let scene = Scene()
        scene.pricesView.press(enter, "/", "e", "t", "h", enter)
        #expect(!rows(scene.pricesView).contains("~"))
        scene.pricesView.press(Key(.escape))
        #expect(rows(scene.pricesView).contains("~"))
        #expect(scene.prices.list.filter.isEmpty)
    }

    @Test func aVolumeIsNeverReadAsAPrice() {
        let scene = Scene()
        scene.pricesView.press(enter)
        scene.answerChart(.walk(300, from: 11_770, decimals: 4))
        let lines = scene.pricesView.picture().split(separator: "\n")
        #expect(lines.contains { $0.hasSuffix(" V 896") })
    }

    @Test func bothListsShowTheSameChart() {
        let scene = Scene(user: .favorites(825, 1))
        scene.pricesView.press(enter)
        scene.answerChart(.walk(300))
        scene.tabs.tabShown(.favorites)
        #expect(rows(scene.favoritesView) == ["USDT", "BTC", "~"])
        scene.favoritesView.press(enter)
        #expect(scene.tabs.open.chart?.symbol == "USDT")
        scene.favoritesView.press(Key(.escape))
        #expect(scene.tabs.open.chart == nil)
    }

    @Test func theChartsKeysWorkInTheList() {
        let scene = Scene()
        scene.pricesView.press(enter)
        scene.answerChart(.walk(300))
        scene.pricesView.press("]", "-")
        let chart = scene.tabs.open.chart
        #expect(chart?.interval == .fourHours)
        #expect(chart?.settings.window.pitch == 1)
        scene.answerChart(.walk(300, .fourHours))
        scene.pricesView.press("i", "h")
        #expect(chart?.crosshair != nil)
        // First the crosshair, then the chart.
        scene.pricesView.press(Key(.escape))
        #expect(scene.tabs.open.chart != nil)
        scene.pricesView.press(Key(.escape))
        #expect(scene.tabs.open.chart == nil)
    }

    @Test func aClickInTheChartInspectsACandleAndSelectsNoRow() {
        let scene = Scene()
        scene.pricesView.press(enter)
        scene.answerChart(.walk(300))
        let size = Size(width: 80, height: 24)
        let click = Mouse(.press(.left), at: Point(x: 30, y: 10))
        #expect(scene.pricesView.take(.mouse(click), in: size))
        #expect(scene.tabs.open.chart?.crosshair != nil)
        #expect(scene.selectedSymbol == "BTC")
    }

    @Test func aClickOnTheSelectedCoinOpensItsChartAndTheNextOneClosesIt() throws {
        let scene = Scene(user: .favorites(1, 74))
        for view in [scene.pricesView as any View, scene.favoritesView] {
            try view.click(on: "Dogecoin")
            #expect(scene.tabs.open.chart == nil, "the first one selects")
            try view.click(on: "Dogecoin")
            #expect(scene.tabs.open.chart?.coin == CoinID(74))
            try view.click(on: "Dogecoin")
            #expect(scene.tabs.open.chart == nil)
            try view.click(on: " BTC ")
            #expect(scene.tabs.open.chart == nil)
        }
    }

    /// The next favorite would move under the pointer, and a double click would remove both.
    @Test func clicksOnAStarInFavoritesRemoveNothing() throws {
        let scene = Scene(user: .favorites(1, 74, 9_999))
        scene.tabs.tabShown(.favorites)
        try scene.favoritesView.click(on: "★", inRowWith: "Dogecoin")
        try scene.favoritesView.click(on: "★", inRowWith: "Dogecoin")
        try scene.favoritesView.click(on: "9999")
        #expect(scene.link.user.favoriteIDs == [1, 74, 9_999])
    }

    @Test func aClickOnTheEyeLeadsToThePageOfTheCoin() async throws {
        let scene = Scene()
        scene.pricesView.press(enter)
        scene.answerChart(.walk(300))
        try scene.pricesView.click(on: "◉")
        var routes = scene.tabs.routes.makeAsyncIterator()
        #expect(await routes.next() == .own(.detail(CoinID(1))))
        #expect(scene.tabs.open.chart?.crosshair == nil)
        let view = try #require(scene.chartView)
        try view.click(on: "◉")
        var chartRoutes = view.viewModel.routes.makeAsyncIterator()
        #expect(await chartRoutes.next() == .own(.detail))
    }

    @Test func aClickOnAnIntervalChoosesIt() throws {
        let scene = Scene()
        scene.pricesView.press(enter)
        scene.answerChart(.walk(300))
        try scene.pricesView.click(on: "4h")
        #expect(scene.tabs.open.chart?.interval == .fourHours)
        try #require(scene.chartView).click(on: "1m")
        #expect(scene.tabs.open.chart?.interval == .minute)
        #expect(scene.tabs.open.chart?.crosshair == nil)
    }

    @Test func theChartLeavesRoomForItsRow() {
        #expect([0, 1, 2, 3, 6, 9, 19, 60].map(OpenChart.height) == [0, 0, 1, 2, 5, 6, 12, 24])
    }
}
