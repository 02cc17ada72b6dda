import Shared
import TerminalKit
import TestSupport
import Testing

@testable import TerminalClient

/// A chart in use while candles come and go.
@MainActor
struct CoinChartTests {
    private let scene = Scene()
    private let columns = 100

    private func chart(of coin: UInt32 = 1) throws -> CoinChart {
        scene.tabs.open.opened(CoinID(coin))
        return try #require(scene.tabs.open.chart)
    }

    private var requests: [ChartRequest] {
        scene.link.asked.compactMap { if case .openChart(_, let request) = $0 { request } else { nil } }
    }

    private func oldestShown(in chart: CoinChart) -> CandleBar? {
        ChartFigure(of: chart, columns: columns, rows: 20)?.bars.first
    }

    private var closings: Int { scene.link.asked.count { if case .closeChart = $0 { true } else { false } } }

    @Test func pricesHaveAsManyDecimalsAsTheLongestOfAllCandles() throws {
        let chart = try chart()
        var candles = [Candle].walk(300, decimals: 4)
        let round = try ExactDecimal(parsing: "670")
        let last = candles.removeLast()
        candles.append(
            Candle(time: last.time, open: round, high: round, low: round, close: round, volume: nil, isClosed: false)
        )
        scene.answerChart(candles)
        #expect(chart.axis.text(670.1234)?.full == "670.1234")
    }

    @Test func candlesAreLoadedThenShownThenMovedByTheServer() throws {
        let chart = try chart()
        #expect(chart.absence == ["Loading candles from Huobi…"])
        #expect(ChartFigure(of: chart, columns: columns, rows: 20) == nil)
        scene.answerChart(.walk(300))
        #expect(chart.absence.isEmpty)
        #expect(chart.provenance == Phrase("Huobi", .quiet))
        #expect(ChartFigure(of: chart, columns: columns, rows: 20)?.bars.count == 50)
        var live = try #require(chart.candles.last)
        live.close = .test(7_000_001, 2)
        live.high = live.close
        let move = CandleBatch(source: "huobi", isFirst: false, isLast: true, candles: [live])
        scene.link.charts.receive(ChartID(rawValue: scene.link.lastChart), move)
        #expect(chart.readout()?.prices.last?.value.full == "70,000.01")
        #expect(ChartFigure(of: chart, columns: columns, rows: 20)?.last?.text.full == "70,000.01")
    }

    @Test func anotherIntervalKeepsTheOldCandlesUntilTheNewOnesCome() throws {
        let chart = try chart()
        scene.answerChart(.walk(300))
        chart.intervalChanged(by: 1)
        #expect(chart.interval == .fourHours)
        #expect(chart.candles.count == 300)
        #expect(chart.provenance.text == "Huobi, loading…")
        #expect(closings == 1)
        scene.answerChart(.walk(120, .fourHours))
        #expect(chart.candles.count == 120)
        #expect(requests.map(\.interval) == [.hour, .fourHours])
    }

    @Test func intervalsEndAtBothEnds() throws {
        let chart = try chart()
        chart.intervalChosen(.week)
        chart.intervalChanged(by: 1)
        #expect(chart.interval == .week)
        chart.intervalChosen(.minute)
        chart.intervalChanged(by: -1)
        #expect(chart.interval == .minute)
    }

    @Test func scrollingBackRequestsMoreUpToTheLimit() throws {
        let chart = try chart()
        scene.answerChart(.walk(300))
        chart.moved(by: -300, columns: columns)
        #expect(requests.map(\.count) == [300, 600])
        // They are not requested twice while they are on their way.
        chart.moved(by: -1, columns: columns)
        #expect(requests.count == 2)
        scene.answerChart(.walk(600))
        #expect(chart.candles.count == 600)
        chart.moved(by: -600, columns: columns)
        #expect(requests.last?.count == 1000)
        scene.answerChart(.walk(1000))
        chart.moved(by: -1000, columns: columns)
        #expect(requests.count == 3)
    }

    @Test func noMoreHistoryIsRequestedThanThereIs() throws {
        let chart = try chart()
        scene.answerChart(.walk(60))
        chart.moved(by: -60, columns: columns)
        chart.oldestRequested()
        #expect(requests.count == 1)
        #expect(chart.provenance == Phrase("Huobi", .quiet))
    }

    @Test func theVisibleCandlesStayWhenOlderOnesCome() throws {
        let chart = try chart()
        scene.answerChart(.walk(300))
        chart.moved(by: -300, columns: columns)
        let before = try #require(ChartFigure(of: chart, columns: columns, rows: 20)).timeTicks
        scene.answerChart(.walk(600))
        #expect(ChartFigure(of: chart, columns: columns, rows: 20)?.timeTicks == before)
    }

    @Test func oneKeyGoesToTheOldestCandle() throws {
        let chart = try chart()
        scene.answerChart(.walk(300))
        chart.oldestRequested()
        #expect(oldestShown(in: chart) == chart.candles.first.map(CandleBar.init))
        #expect(requests.map(\.count) == [300, 1000])
        #expect(chart.provenance == Phrase("Huobi, loading older…", .quiet))
        scene.answerChart(.walk(800))
        #expect(chart.candles.count == 800)
        #expect(oldestShown(in: chart) == chart.candles.first.map(CandleBar.init))
        #expect(chart.provenance == Phrase("Huobi", .quiet))
        chart.oldestRequested()
        #expect(requests.count == 2)
    }

    @Test func goingToTheOldestRequestsMoreThanIsOnItsWay() throws {
        let chart = try chart()
        scene.answerChart(.walk(300))
        chart.moved(by: -300, columns: columns)
        chart.oldestRequested()
        #expect(requests.map(\.count) == [300, 600, 1000])
    }

    @Test func whenScrolledBackTheLegendDescribesTheLastVisibleCandle() throws {
        let chart = try chart()
        scene.answerChart(.walk(300))
        let newest = chart.readout(columns: columns)
        #expect(newest == chart.readout())
        chart.moved(by: -60, columns: columns)
        let older = try #require(chart.readout(columns: columns))
        chart.crosshairToggled(columns: columns)
        #expect(older != newest && chart.readout() == older)
    }

    @Test func theCrosshairGoesToTheOldestCandleToo() throws {
        let chart = try chart()
        scene.answerChart(.walk(300))
        chart.crosshairToggled(columns: columns)
        chart.oldestRequested()
        let held = chart.readout()?.time
        scene.answerChart(.walk(800))
        #expect(chart.readout()?.time != held)
        #expect(ChartFigure(of: chart, columns: columns, rows: 20)?.crosshair?.index == 0)
    }

    @Test func movingOnFromTheOldestCancelsTheWayToIt() throws {
        let chart = try chart()
        scene.answerChart(.walk(300))
        chart.oldestRequested()
        chart.moved(by: 5, columns: columns)
        let before = try #require(ChartFigure(of: chart, columns: columns, rows: 20)).timeTicks
        scene.answerChart(.walk(800))
        #expect(ChartFigure(of: chart, columns: columns, rows: 20)?.timeTicks == before)
    }

    @Test func theCrosshairWalksThroughTheCandlesAndTheWindowFollows() throws {
        let chart = try chart()
        scene.answerChart(.walk(300))
        chart.crosshairToggled(columns: columns)
        #expect(ChartFigure(of: chart, columns: columns, rows: 20)?.crosshair?.index == 49)
        chart.moved(by: -60, columns: columns)
        #expect(ChartFigure(of: chart, columns: columns, rows: 20)?.crosshair?.index == 0)
        #expect(chart.readout()?.time == "12 Nov 10:00")
        #expect(chart.readout()?.prices.map(\.label) == ["O", "H", "L", "C"])
        chart.newestRequested(columns: columns)
        #expect(ChartFigure(of: chart, columns: columns, rows: 20)?.crosshair?.index == 49)
        #expect(chart.dismissed())
        #expect(chart.crosshair == nil)
        #expect(!chart.dismissed())
    }

    /// Once, another interval took the crosshair away.
    @Test(arguments: [CandleInterval.minute, .halfHour, .fourHours])
    func theCrosshairStaysAtItsTimeInAnotherInterval(interval: CandleInterval) throws {
        let chart = try #require(scene.openChart())
        let view = try #require(scene.chartView)
        view.press("i", "h", "h")
        #expect(chart.readout()?.time == "14 Nov 20:00")
        chart.intervalChosen(interval)
        #expect(chart.readout()?.time == "14 Nov 20:00", "the candles are still those of before")
        scene.answerChart(.walk(300, interval))
        _ = view.picture()
        #expect(chart.readout()?.time == "14 Nov 20:00")
        #expect(chart.plan.value.figure?.crosshair != nil, "the window shows it")
    }

    @Test func theCrosshairGoesToTheOldestCandleOfASeriesThatIsTooShort() throws {
        let chart = try #require(scene.openChart())
        let view = try #require(scene.chartView)
        view.press("i")
        chart.moved(by: -200, columns: columns)
        chart.intervalChosen(.minute)
        scene.answerChart(.walk(300, .minute))
        _ = view.picture()
        #expect(chart.plan.value.figure?.crosshair?.index == 0)
        #expect(chart.pointedIndex == 0)
    }

    @Test func aClickPutsTheCrosshairThere() throws {
        let chart = try chart()
        scene.answerChart(.walk(300))
        let pane = ChartPane(chart: chart, tabs: scene.tabs)
        let area = Rect(x: 0, y: 0, width: columns, height: 20)
        pane.prepare(in: area)
        let isOfUse = pane.clicked(chart.plan.value.layout.plot.origin) {}
        #expect(isOfUse)
        pane.prepare(in: area)
        #expect(chart.plan.value.figure?.crosshair?.index == 0)
    }

    @Test func anotherSourceIsOfferedForACoinThatTheSourceDoesNotList() throws {
        let chart = try chart()
        scene.refuseChart(.notListed, other: .cryptoCompare)
        #expect(chart.absence == ["Huobi does not list BTC."])
        #expect(chart.helpfulSource == .cryptoCompare)
        scene.tabs.otherSourceChosen(for: chart)
        #expect(scene.link.user.table.klineSource == .cryptoCompare)
        scene.answerChart(.walk(300), from: .cryptoCompare)
        #expect(chart.absence.isEmpty)
        #expect(chart.source == "cryptocompare")
    }

    @Test func noSourceIsOfferedIfTheServerNamesNone() throws {
        let chart = try chart()
        scene.refuseChart(.unavailable)
        #expect(chart.helpfulSource == nil)
        scene.refuseChart(.unavailable, other: .binance)
        #expect(chart.helpfulSource == .binance)
    }

    @Test func aSourceThatIsNotOfferedIsShownByName() throws {
        let chart = try chart()
        scene.answerChart(.walk(300), from: KlineSource(name: "kraken", title: "Kraken"))
        #expect(chart.candles.count == 300)
        #expect(chart.sourceTitle == "kraken")
    }

    @Test func thereIsNoNextSourceIfNoneIsOffered() {
        let server = UserServer()
        server.offers = ServerOffers(klineSources: [.huobi])
        _ = scene.link.user.connected(server.welcome(scene.link.user.clientID), send: { _ in })
        scene.openChart()
        scene.pricesView.press("t")
        #expect(scene.link.user.pendingCount == 0)
        #expect(scene.tabs.status.notice == "no other source has BTC")
    }

    @Test func anotherSourceIsASettingOfAllTerminalsAndSaysSo() {
        scene.openChart()
        scene.pricesView.press("t")
        #expect(scene.link.user.table.klineSource == .binance)
        #expect(scene.tabs.status.notice == "candles from Binance, on all your terminals (z: undo)")
        scene.pricesView.press("z")
        #expect(scene.link.user.table.klineSource == .huobi)
    }

    @Test func nothingChangesIfNoOtherSourceHasTheCoin() {
        scene.tabs.open.opened(CoinID(1))
        scene.refuseChart(.notListed)
        scene.pricesView.press("t")
        #expect(scene.link.user.pendingCount == 0)
        #expect(scene.tabs.status.notice == "no other source has BTC")
    }

    @Test func everyProblemIsExplained() throws {
        let chart = try chart()
        scene.refuseChart(.notListed)
        #expect(chart.absence == ["Huobi does not list BTC.", "No other source lists it."])
        #expect(chart.helpfulSource == nil)
        scene.refuseChart(.needsKey, "CryptoCompare needs an API key.")
        #expect(chart.absence == ["CryptoCompare needs an API key.", "The server's operator can give it one."])
        scene.refuseChart(.unavailable)
        #expect(
            chart.absence
                == ["Huobi's rate limit is used up for another 2 min.", "The server tries again by itself."]
        )
        scene.refuseChart(.unknownCoin)
        #expect(chart.absence == ["BTC is no longer listed."])
        scene.refuseChart(.tooMany, "Close one.")
        #expect(chart.absence == ["Close one."])
    }

    @Test func aSourceWithoutCandlesSaysSo() throws {
        let chart = try chart()
        scene.answerChart([])
        #expect(chart.absence == ["Huobi has no candles of BTC in 1h."])
    }

    @Test func candlesThatStandStillAreMarkedAsStale() throws {
        let chart = try chart()
        scene.answerChart(.walk(300))
        scene.refuseChart(.unavailable)
        #expect(chart.candles.count == 300)
        #expect(
            chart.provenance == Phrase("Huobi, not live: Huobi's rate limit is used up for another 2 min.", .warning)
        )
        scene.answerChart(.walk(300))
        #expect(chart.provenance.tone == .quiet)
        scene.link.state = .connecting
        #expect(chart.provenance == Phrase("Huobi, not live: no connection", .warning))
    }

    /// An archive moves no candle by live prices.
    @Test func oldCandlesHaveTheirAgeBesideTheirSourceWhereThereIsRoom() throws {
        let chart = try chart()
        let now = scene.tabs.serverTime
        let batches = { (seconds: Int64) in
            CandleBatch.batches(of: .walk(300), from: "cryptocompare", heard: now.adding(seconds: -seconds))
        }
        for batch in batches(59) { scene.link.charts.receive(ChartID(rawValue: scene.link.lastChart), batch) }
        chart.refresh(at: now)
        #expect(chart.provenance == Phrase("CryptoCompare", .quiet))
        for batch in batches(860) { scene.link.charts.receive(ChartID(rawValue: scene.link.lastChart), batch) }
        chart.refresh(at: now)
        #expect(chart.provenance == Phrase("CryptoCompare, 14 min old", .quiet))
        #expect(chart.shortProvenance == Phrase("CryptoCompare", .quiet))
        let view = try #require(scene.chartView)
        #expect(view.picture(80, 24).contains("CryptoCompare, 14 min old"))
        #expect(view.picture(80, 24).contains("1w") && view.picture(80, 24).contains("about"))
        let narrow = view.picture(60, 24)
        #expect(narrow.contains("CryptoCompare") && !narrow.contains("14 min"), "the intervals matter more")
        #expect(view.picture(40, 24).contains("CryptoCompare, 14 min old"))
        scene.link.state = .connecting
        #expect(chart.provenance.text == "CryptoCompare, 14 min old, not live: no connection")
    }

    /// A price that comes again unchanged moves no candle.
    @Test func candlesOfAnExchangeAreAsOldAsItsPrice() throws {
        let now = scene.tabs.serverTime
        let chart = try chart()
        for batch in CandleBatch.batches(of: .walk(300), from: "huobi", heard: now.adding(seconds: -860)) {
            scene.link.charts.receive(ChartID(rawValue: scene.link.lastChart), batch)
        }
        let source = MarketSource(
            .ticker,
            MarketSource.Name(.tickers, of: "Huobi"),
            state: .live,
            since: now,
            lastEvent: now.adding(seconds: -1),
            cause: ""
        )
        chart.refresh(at: now)
        #expect(chart.provenance.text == "Huobi, 14 min old")
        scene.link.show(.of(.few, sources: [source]))
        chart.refresh(at: now)
        #expect(chart.provenance.text == "Huobi")
    }

    @Test func withoutAConnectionThereIsNothingToLoad() throws {
        scene.link.state = .waiting(until: scene.time.now, after: .lost)
        #expect(
            try chart().absence == ["No connection to the server.", "The chart appears once there is a connection."]
        )
    }

    @Test func oneChartIsOpenAtATimeAndKeepsTheLastView() throws {
        let first = try chart()
        first.intervalChosen(.day)
        first.zoomed(by: 1, columns: columns)
        let second = try chart(of: 1027)
        #expect(second !== first)
        #expect(second.interval == .day)
        #expect(second.settings.window.pitch == 4)
        #expect(requests.last?.coin == CoinID(1027))
        #expect(closings == 2)
        scene.tabs.open.closed()
        #expect(scene.tabs.open.chart == nil)
        #expect(closings == 3)
    }

    @Test func aLinkNamesTheInterval() throws {
        scene.tabs.open.opened(CoinID(1), interval: .week)
        #expect(requests.last == ChartRequest(coin: CoinID(1), interval: .week, count: 300))
        scene.tabs.open.opened(CoinID(1), interval: .day)
        #expect(requests.last?.interval == .day)
    }
}
