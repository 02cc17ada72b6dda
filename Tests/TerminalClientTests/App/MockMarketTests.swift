import Shared
import TestSupport
import Testing

@testable import TerminalClient

/// Made-up prices are never shown as real ones.
@MainActor
struct MockMarketTests {
    private static let now = MarketTime(seconds: 1_700_000_000)

    /// A terminal on a server that makes its prices up.
    private func scene(_ state: MarketSource.State = .live, user: UserTable = UserTable()) -> Scene {
        let scene = Scene(user: user, sources: [source(state)])
        let server = UserServer(user)
        server.offers = .mock
        _ = scene.link.user.connected(server.welcome(scene.link.user.clientID), send: { _ in })
        return scene
    }

    private func source(_ state: MarketSource.State) -> MarketSource {
        MarketSource(
            .ticker,
            MarketSource.Name(.tickers, of: "Huobi"),
            state: state,
            since: Self.now,
            lastEvent: Self.now
        )
    }

    @Test(arguments: [(20, 5), (40, 10), (80, 24), (140, 40), (200, 60)])
    func theBottomLineSaysSoAtEveryWidth(width: Int, height: Int) {
        let scene = scene()
        #expect(scene.pricesView.picture(width, height).contains("! mock market"))
        #expect(scene.settingsView.picture(width, height).contains("! mock market"))
        #expect(!scene.pricesView.picture(width, height).contains("● live"))
    }

    @Test(arguments: [20, 40, 59, 60, 80])
    func whatWasDoneDoesNotHideIt(width: Int) {
        let scene = scene()
        scene.tabs.status.noted(.copied("tickwire://prices/id:1027"))
        #expect(scene.pricesView.picture(width, 20).contains("! mock market"))
    }

    /// Once, an alert that had fired took the whole line.
    @Test(arguments: [(20, 5), (40, 10), (80, 24), (140, 40)])
    func anAlertDoesNotHideIt(width: Int, height: Int) throws {
        let scene = scene(user: try .fired(2))
        let picture = scene.pricesView.picture(width, height)
        #expect(picture.contains("! mock market") && picture.contains("Esc: seen"))
    }

    @Test func itIsSaidWithoutAConnectionAndWithoutPrices() {
        let scene = scene(.down)
        #expect(scene.tabs.status.shown.connection == Phrase("connected", .warning))
        #expect(scene.tabs.status.shown.sources.first == Phrase("mock market", .warning))
        scene.link.state = .waiting(until: scene.time.now + .seconds(5), after: .lost)
        #expect(scene.tabs.status.shown.sources.first == Phrase("mock market", .warning))
    }

    @Test func aServerThatSaysNothingIsNotCalledMock() {
        let scene = Scene(sources: [source(.live)])
        #expect(scene.tabs.status.shown.connection == Phrase("live", .good))
        #expect(!scene.pricesView.picture().contains("mock market"))
    }

    @Test func plainLinesSayItOnce() {
        var feed = PlainFeed()
        var now = PlainFeed.Moment(
            time: Self.now,
            state: .connecting,
            table: .of(.few),
            user: UserTable(),
            isComplete: false
        )
        _ = feed.news(now)
        now.state = .live
        now.offers = .mock
        let words = "22:13:20 these prices are made up: the server runs its mock market"
        #expect(feed.news(now) == ["22:13:20 connected", words])
        #expect(feed.news(now) == [])
        now.state = .waiting(until: .now, after: .lost)
        _ = feed.news(now)
        now.state = .live
        #expect(feed.news(now) == ["22:13:20 connected"])
    }

    @Test func aBarNamesItBeforeTheSources() {
        let coin = TestCoin(id: 1, symbol: "BTC", name: "Bitcoin", price: "5.5")
        let table = MarketTable.of([coin], sources: [source(.live)])
        let line = BarLine([table[0]], in: table, money: .usd, isLive: true, isMock: true, at: Self.now)
        #expect(BarStyle.plain.text(line).hasSuffix("  (mock market, Huobi live)"))
    }

    @Test func watchedSourcesCarryItInJSON() {
        let json = PushReport.json(SourceReport(source(.live), at: Self.now, isMock: true))
        #expect(json == #"{"age_ms":0,"kind":"tickers","mock_market":true,"provider":"Huobi","state":"live"}"#)
        var report = PushReport(asJSON: true)
        let table = MarketTable.of([], sources: [source(.live)])
        let lines = report.lines(for: .snapshotPart(table.part()), in: table, of: UserTable(), .mock, at: Self.now)
        #expect(lines.last == #"{"event":"source","source":\#(json)}"#)
    }

    @Test func holdingsCarryItInJSON() {
        for isMock in [false, true] {
            let report = HoldingsReport([], .average, in: MarketTable(), money: .usd, at: Self.now, isMock: isMock)
            #expect(PushReport.json(report).contains("\"mock_market\":\(isMock)"))
        }
    }
}
