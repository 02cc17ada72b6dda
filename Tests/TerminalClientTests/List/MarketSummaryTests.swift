import Shared
import TerminalKit
import Testing

@testable import TerminalClient

/// The market as a whole, in a line above the lists.
@MainActor
struct MarketSummaryTests {
    @Test func itSumsTheListedCoins() throws {
        let summary = try #require(MarketSummary(MarketTable.of(.few).totals))
        #expect(summary.marketCap == "1.97T" && summary.volume == "107B")
        #expect(summary.bitcoinShare == "67.3%")
        #expect(summary.rising == "4" && summary.falling == "3")
    }

    @Test func delistedCoinsAndUnknownFiguresDoNotCount() throws {
        var coins = [TestCoin].few
        coins[1].isDelisted = true
        coins[2].price = nil
        coins[3].day = nil
        let totals = MarketTable.of(coins).totals
        #expect(totals.rising == 3 && totals.falling == 2)
        let summary = try #require(MarketSummary(totals))
        #expect(summary.marketCap == "1.44T")
    }

    @Test func aMarketWithoutBitcoinHasNoShareOfIt() throws {
        let summary = try #require(MarketSummary(MarketTable.of(Array([TestCoin].few.dropFirst())).totals))
        #expect(summary.bitcoinShare == nil)
        #expect(MarketSummary(MarketTable().totals) == nil)
    }

    @Test func itChangesOnlyWithItsFigures() throws {
        let scene = Scene()
        #expect(scene.board.summary == nil, "nothing was refreshed yet")
        _ = scene.pricesView.picture()
        let first = try #require(scene.board.summary)
        // The change is too small to be visible.
        scene.tick { $0.setPrice(6_712_346, row: 0) }
        _ = scene.pricesView.picture()
        #expect(scene.board.summary == first)
        scene.tick { $0.setPrice(9_000_000, row: 0) }
        _ = scene.pricesView.picture()
        #expect(scene.board.summary?.marketCap == "2.42T" && scene.board.summary?.bitcoinShare == "73.4%")
    }

    @Test(arguments: [
        (140, "Market cap 1.97T   24 h volume 107B   Bitcoin 67.3%   ▲ 4 rising   ▼ 3 falling"),
        (80, "Market cap 1.97T   24 h volume 107B   Bitcoin 67.3%   ▲ 4 rising   ▼ 3 falling"),
        (78, "Market cap 1.97T   24 h volume 107B   Bitcoin 67.3%   ▲ 4   ▼ 3"),
        (60, "Cap 1.97T   BTC 67.3%   ▲ 4   ▼ 3"), (30, "Cap 1.97T"),
    ])
    func wordsGoBeforeFigures(width: Int, text: String) {
        let lines = Scene().pricesView.picture(width, 24).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[1] == " " + text)
    }

    @Test func theFilterReplacesItAndSmallScreensHaveNone() {
        let scene = Scene()
        #expect(!scene.pricesView.picture(80, 15).contains("Market cap"))
        scene.pricesView.press("/")
        #expect(!scene.pricesView.picture().contains("Market cap"))
        scene.pricesView.press(Key(.escape))
        #expect(scene.pricesView.picture().contains("Market cap"))
        scene.tabs.tabShown(.favorites)
        #expect(scene.favoritesView.picture().contains("Market cap"))
    }
}
