import Observation
import Shared
import TerminalKit
import TestSupport
import Testing

@testable import TerminalClient

/// The screen of the user's holdings.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct HoldingsViewModelTests {
    private func number(_ text: String) -> BigDecimal { BigDecimal(text) ?? .zero }

    private func purchase(_ id: UInt64, _ amount: String, of coin: UInt32, for total: String) -> Transaction {
        Transaction(
            TransactionID(rawValue: id),
            .bought,
            number(amount),
            of: CoinID(coin),
            money: .total(number(total)),
            at: MarketTime(seconds: 1_600_000_000)
        )
    }

    private func scene(_ transactions: [Transaction]) -> (scene: Scene, model: HoldingsViewModel) {
        let scene = Scene(user: .setting { _ in .put(transactions) })
        return (scene, HoldingsViewModel(session: scene.link.session, tabs: scene.tabs))
    }

    @Test func theMostValuableComesFirstWithTotals() throws {
        let (_, model) = scene([purchase(1, "0.001", of: 1, for: "50"), purchase(2, "1", of: 1027, for: "1000")])
        model.refresh()
        #expect(model.content.rows.map(\.symbol) == ["ETH", "BTC"])
        let bitcoin = model.content.rows[1]
        #expect((bitcoin.amount, bitcoin.value, bitcoin.unrealized) == ("0.001", "67.12", "+17.12"))
        #expect(bitcoin.percent?.withSign == "+34.25%" && bitcoin.isProfit == true)
        let shares = model.content.rows.compactMap(\.share).reduce(0, +)
        #expect(abs(shares - 1) < 0.000001)
        #expect(model.content.total?.symbol == "Total")
    }

    private let three = [(1, "0.001", 1, "50"), (2, "1", 1027, "5000"), (3, "1000", 74, "10")]
        .map { (id: UInt64($0.0), amount: $0.1, coin: UInt32($0.2), total: $0.3) }

    /// The view of holdings of BTC, ETH and DOGE, the most valuable of which is ETH.
    private func list() -> (view: HoldingsView, model: HoldingsViewModel, scene: Scene) {
        let (scene, model) = scene(three.map { purchase($0.id, $0.amount, of: $0.coin, for: $0.total) })
        let view = HoldingsView(viewModel: model)
        view.prepare(for: Size(width: 120, height: 30))
        return (view, model, scene)
    }

    private func symbols(_ model: HoldingsViewModel) -> [String] { model.rows.map(\.symbol) }

    @Test(arguments: HoldingColumn.allCases)
    func eachColumnsLetterSortsByItAndGoesToTheTop(column: HoldingColumn) throws {
        let (view, model, _) = list()
        view.press("j", "j", Key(.character(try #require(column.key))))
        let first = ListSort(column)
        #expect(model.sort == (column == .value ? first.flipped : first) && model.selected == 0)
        let titles = view.picture(140, 30).split(separator: "\n").first { $0.contains("Average cost") } ?? ""
        #expect(titles.contains(column.title + (model.sort?.arrow ?? "")))
        view.press("j", "S")
        #expect(model.sort == (column == .value ? first : first.flipped) && model.selected == 0)
    }

    @Test func holdingsAreSortedByEachFigure() {
        let (view, model, _) = list()
        let expected: [(Key, [String])] = [
            ("n", ["BTC", "DOGE", "ETH"]), ("m", ["DOGE", "ETH", "BTC"]), ("p", ["DOGE", "BTC", "ETH"]),
            ("d", ["DOGE", "BTC", "ETH"]), ("v", ["ETH", "DOGE", "BTC"]),
        ]
        for (key, order) in expected {
            view.press(key)
            #expect(symbols(model) == order, "\(key)")
        }
        view.press("s")
        #expect(model.sort == ListSort(.profit))
    }

    /// Once, it was shown in money only.
    @Test func theRealizedProfitIsShownInPercentOfItsCost() throws {
        var sale = purchase(2, "1", of: 1, for: "150")
        sale.kind = .sold
        let (scene, model) = scene([purchase(1, "2", of: 1, for: "200"), sale, purchase(3, "1", of: 1027, for: "10")])
        let view = HoldingsView(viewModel: model)
        let wide = view.picture(120, 24)
        let bitcoin = try #require(model.rows.first { $0.symbol == "BTC" })
        #expect((bitcoin.realized, bitcoin.realizedPercent?.withSign) == ("+50.00", "+50.00%"))
        #expect(model.rows.contains { $0.symbol == "ETH" && $0.realizedPercent == nil }, "nothing was sold")
        #expect(model.content.total?.realizedPercent?.withSign == "+50.00%")
        #expect(wide.ranges(of: "+50.00%").count == 2 && wide.contains("▇"), "\(wide)")
        #expect(!view.picture(80, 24).contains("+50.00%"), "it gives way to the other columns")
        let report = HoldingsReport(
            scene.link.user.table.transactions,
            .average,
            in: scene.link.market.table,
            money: .usd,
            at: scene.time.clock.date()
        )
        let percent = try #require(report.totals.realizedPercent)
        #expect(report.holdings.contains { $0.symbol == "BTC" && $0.realizedPercent == percent })
    }

    /// Once, `holdings --max-age` failed because of the old price of a coin that was sold long ago.
    @Test func thePriceOfWhatWasSoldIsNotJudgedByItsAge() {
        var sale = purchase(2, "1", of: 1, for: "150")
        sale.kind = .sold
        let (scene, _) = scene([purchase(1, "1", of: 1, for: "100"), sale, purchase(3, "1", of: 1027, for: "10")])
        let report = HoldingsReport(
            scene.link.user.table.transactions,
            .average,
            in: scene.link.market.table,
            money: .usd,
            at: scene.time.clock.date()
        )
        #expect(report.holdings.count == 2)
        #expect(report.quotes.map(\.instrument.coin) == [CoinID(1027)])
    }

    @Test func theOrderIsNamedWhereItsColumnIsHidden() {
        let (view, model, _) = list()
        view.press("e", size: Size(width: 60, height: 24))
        #expect(model.sort?.column == .realized && view.picture(60, 24).contains(" by realized profit ▼"))
        #expect(!view.picture(140, 24).contains("by realized profit"))
    }

    @Test func aClickOnATitleSortsByItsColumn() throws {
        let (view, model, _) = list()
        try view.click(on: "Profit")
        #expect(model.sort == ListSort(.profit))
        try view.click(on: "Profit▼")
        #expect(model.sort == ListSort(.profit, isDescending: false))
    }

    @Test(arguments: [26, 40, 60, 80, 120])
    func theWayBackHelpAndTheWayOutAreNamedAtEachWidth(width: Int) {
        let hints = list().0.picture(width, 24).split(separator: "\n").last ?? ""
        #expect(hints.contains("Esc back") && hints.contains("? help") && hints.contains("q quit"))
        #expect(hints.contains("/ filter") == (width >= 80))
    }

    @Test func theFilterFindsNamesAndSymbolsTheBestMatchFirst() {
        let (view, model, _) = list()
        view.press("/", "e")
        #expect(symbols(model) == ["ETH", "DOGE"], "a symbol that begins so comes before one that contains it")
        #expect(model.selectedID == CoinID(1027) && view.picture().contains("2 of 3"))
        view.press(Key(.down), "t", "h")
        #expect(symbols(model) == ["ETH"] && model.selectedID == CoinID(1027))
        view.press(Key(.enter))
        #expect(!model.isFiltering && view.picture().contains("Esc clear"))
        view.press("/", "q", "q")
        #expect(view.picture().contains("Nothing matches \"ethqq\"."))
        view.press(Key(.escape))
        #expect(symbols(model) == ["ETH", "DOGE", "BTC"] && !model.isFilterShown)
    }

    @Test func equalMatchesAreSortedByRankUntilTheUserChoosesAnOrder() {
        let (view, model, _) = list()
        view.press("/", "o")
        #expect(symbols(model) == ["BTC", "DOGE"] && model.filterCounts.first == "2 of 3, best match first")
        #expect(model.sort == nil && !view.picture().contains("Value▼"))
        view.press(Key(.enter), "v")
        #expect(symbols(model) == ["DOGE", "BTC"] && model.filterCounts.first == "2 of 3")
        #expect(model.sort == ListSort(.value) && view.picture().contains("Value▼"))
        view.press(Key(.escape))
        #expect(symbols(model) == ["ETH", "DOGE", "BTC"])
    }

    @Test func withoutTheFilterTheEarlierSelectionReturns() {
        let (view, model, _) = list()
        view.press("G", "/", "e", Key(.escape))
        #expect(model.selectedID == CoinID(1))
        view.press("/", "e", Key(.down), Key(.enter), Key(.escape))
        #expect(model.selectedID == CoinID(74), "the one that was selected among the matches")
    }

    @Test func theSelectionStaysOnItsCoinWhenPricesChangeTheOrder() {
        let (view, model, scene) = list()
        #expect(model.selectedID == CoinID(1027), "nobody has selected it")
        scene.tick { $0.setPrice(900_000_000_000, row: 0) }
        view.prepare(for: Size(width: 80, height: 24))
        #expect(symbols(model).first == "BTC" && model.selectedID == CoinID(1027))
    }

    @Test func amountsCanBeHiddenAndSharesStay() {
        let (_, model) = scene([purchase(1, "0.001", of: 1, for: "50")])
        model.hideRequested()
        model.refresh()
        let row = model.content.rows[0]
        #expect([row.amount, row.value, row.unrealized, row.realized].allSatisfy { $0 == "•••" })
        #expect(row.share == 1 && row.percent != nil)
        model.hideRequested()
        model.refresh()
        #expect(model.content.rows[0].amount == "0.001")
    }

    @Test func hiddenAmountsStayHiddenWhenTheUserComesBack() {
        let (scene, model) = scene([purchase(1, "0.001", of: 1, for: "50")])
        model.hideRequested()
        let again = HoldingsViewModel(session: scene.link.session, tabs: scene.tabs)
        again.refresh()
        #expect(again.content.rows[0].amount == "•••")
    }

    @Test func theValueOverTimeIsDrawnFromTheCandlesOfEachCoin() async throws {
        let (scene, model) = scene([purchase(1, "2", of: 1, for: "50"), purchase(2, "1", of: 1027, for: "10")])
        async let _ = model.history.appeared()
        for coin in [CoinID(1), CoinID(1027)] {
            try await chartIsAsked(for: coin, in: scene)
            scene.answerChart(.walk(300, .day))
        }
        for await loaded in Observations({ model.history.loaded }) where loaded == 2 { break }
        let history = try #require(model.history.history)
        #expect((290...300).contains(history.values.count) && history.values.allSatisfy { $0 != nil })
        // The walk has only 300 days.
        #expect(model.historyRemarks == [.pricesBegin(history.first)])
        let view = HoldingsView(viewModel: model)
        #expect(view.picture(100, 40).contains("Value at the end of each day, USD"))
        #expect(view.picture(100, 40).contains { ("\u{2801}"..."\u{28FF}").contains($0) })
    }

    @Test func aCoinThatNoSourceHasIsNamedAndTheOthersAreDrawn() async throws {
        let (scene, model) = scene([purchase(1, "2", of: 1, for: "50"), purchase(2, "1", of: 1027, for: "10")])
        async let _ = model.history.appeared()
        try await chartIsAsked(for: CoinID(1), in: scene)
        scene.refuseChart(.notListed, "Huobi does not list BTC.", other: .binance)
        try await chartIsAsked(for: CoinID(1), from: "binance", in: scene)
        scene.answerChart(.walk(1000, .day), from: .binance)
        try await chartIsAsked(for: CoinID(1027), in: scene)
        scene.refuseChart(.notListed, "Huobi does not list ETH.")
        for await loaded in Observations({ model.history.loaded }) where loaded == 2 { break }
        #expect(model.historyRemarks.contains(.unpriced(symbols: ["ETH"])))
        #expect(model.history.history?.values.last.map { $0 != nil } == true)
    }

    /// Once, one passing problem left a coin out for good.
    @Test(arguments: [ChartProblem.Kind.unavailable, .tooMany])
    func aCoinWithoutPricesForNowIsNamedAndAskedForAgainAfterAPause(kind: ChartProblem.Kind) async throws {
        let (scene, model) = scene([purchase(1, "2", of: 1, for: "50"), purchase(2, "1", of: 1027, for: "10")])
        async let _ = model.history.appeared()
        try await chartIsAsked(for: CoinID(1), in: scene)
        scene.refuseChart(kind)
        try await chartIsAsked(for: CoinID(1027), in: scene)
        let remark = HistoryRemark.delayed(symbols: ["BTC"])
        #expect(model.historyRemarks == [.loading(0, of: 2), remark])
        scene.answerChart(.walk(1000, .day))
        for await loaded in Observations({ model.history.loaded }) where loaded == 1 { break }
        #expect(model.historyRemarks.first == remark && !model.history.isWhole)
        #expect(model.history.history?.values.last.map { $0 != nil } == true, "the line of the other coin is there")
        for await sleep in scene.time.sleeps where sleep == HoldingsHistoryModel.pause { break }
        let requests = scene.link.asked.count
        scene.time.advance(by: HoldingsHistoryModel.pause)
        try await chartIsAsked(for: CoinID(1), in: scene)
        #expect(scene.link.asked.count == requests + 1, "only this coin, and only once")
        scene.answerChart(.walk(1000, .day))
        for await loaded in Observations({ model.history.loaded }) where loaded == 2 { break }
        #expect(!model.historyRemarks.contains(remark) && model.history.isWhole)
    }

    @Test func aCoinIsAskedForAgainIfOneSourceIsSilentAndTheOtherLacksIt() async throws {
        let (scene, model) = scene([purchase(1, "2", of: 1, for: "50")])
        async let _ = model.history.appeared()
        try await chartIsAsked(for: CoinID(1), in: scene)
        scene.refuseChart(.unavailable, other: .binance)
        try await chartIsAsked(for: CoinID(1), from: "binance", in: scene)
        scene.refuseChart(.notListed)
        for await delayed in Observations({ model.history.delayed }) where !delayed.isEmpty { break }
        #expect(model.historyRemarks == [.delayed(symbols: ["BTC"])])
    }

    /// Once, the price at which the day stood when the chart was opened stayed as its close.
    @Test func whenADayIsOverTheLineGoesOnToItsClose() async throws {
        let (scene, model) = scene([purchase(1, "2", of: 1, for: "50")])
        async let _ = model.history.appeared()
        try await chartIsAsked(for: CoinID(1), in: scene)
        var candles = [Candle].walk(3, .day)
        scene.answerChart(candles)
        for await loaded in Observations({ model.history.loaded }) where loaded == 1 { break }
        #expect(model.history.history?.values.count == 2, "today is not over")
        try await pass(restOfDay, in: scene)
        #expect(model.history.history?.values.count == 2, "the close has not come")
        candles[2].close = .test(70_000, 0)
        candles[2].isClosed = true
        scene.answerChart(candles)
        for await days in Observations({ model.history.history?.values.count }) where days == 3 { break }
        let values = try #require(model.history.history).values
        #expect(values.last == number("140000"))
        #expect(model.historyRemarks == [.pricesBegin(model.history.history?.first)])
    }

    @Test func aSourceThatLagsAfterMidnightIsAskedAgainForTheClose() async throws {
        let (scene, model) = scene([purchase(1, "2", of: 1, for: "50")])
        async let _ = model.history.appeared()
        try await chartIsAsked(for: CoinID(1), in: scene)
        var candles = [Candle].walk(3, .day)
        scene.answerChart(candles)
        for await loaded in Observations({ model.history.loaded }) where loaded == 1 { break }
        try await pass(restOfDay, in: scene)
        scene.answerChart(candles)
        for await delayed in Observations({ model.history.delayed }) where !delayed.isEmpty { break }
        let early = try #require(model.history.history).values
        #expect(early.map { $0 != nil } == [true, true, false])
        #expect(model.historyRemarks.contains(.daysWithoutPrice(1, symbols: ["BTC"])))
        try await pass(HoldingsHistoryModel.pause, in: scene)
        candles[2].isClosed = true
        scene.answerChart(candles)
        for await delayed in Observations({ model.history.delayed }) where delayed.isEmpty { break }
        let values = try #require(model.history.history).values
        #expect(values.map { $0 != nil } == [true, true, true])
    }

    /// From 22:13:20 to midnight.
    private let restOfDay = Duration.seconds(6400)

    /// Waits until the terminal sleeps for this long, lets the time pass, and waits until the terminal asks for a chart.
    private func pass(_ time: Duration, in scene: Scene) async throws {
        for await sleep in scene.time.sleeps where sleep == time { break }
        let requests = scene.link.asked.count
        scene.time.advance(by: time)
        while scene.link.asked.count == requests {
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    /// Waits until the terminal asks for a chart.
    private func chartIsAsked(for coin: CoinID, from source: String? = nil, in scene: Scene) async throws {
        while true {
            try Task.checkCancellation()
            let requests = scene.link.asked.compactMap {
                if case .openChart(_, let request) = $0 { request } else { nil }
            }
            if let last = requests.last, last.coin == coin, last.source == source { return }
            await Task.yield()
        }
    }

    /// Once, empty holdings led back to Prices.
    @Test func aTransactionOfAnyCoinIsAddedFromEmptyHoldings() async {
        let scene = Scene()
        let screen = ScriptedScreen([
            { view in
                #expect(view.picture().contains("Press A to choose a coin") && view.picture().contains("A add"))
                view.press("A")
            },
            { $0.press("e", "t", "h", Key(.enter)) },
            { view in
                #expect(view.picture().contains("ETH"))
                view.press(Key(.escape))
            },
            { $0.press("q") },
        ])
        let flow = HoldingsCoordinator(session: scene.link.session, tabs: scene.tabs, screen: screen)
        #expect(await flow.quits())
        #expect(screen.shown == ["HoldingsView", "PickerView<CoinID>", "TransactionEntryView", "HoldingsView"])
    }

    @Test func aTransactionOfAnotherTerminalAppearsAtOnce() {
        let (scene, model) = scene([])
        model.refresh()
        #expect(model.content.rows.isEmpty && model.absence.first == "You hold nothing yet.")
        _ = scene.link.user.receive(.setting { _ in .put([purchase(1, "2", of: 1, for: "50")]) })
        model.refresh()
        #expect(model.content.rows.map(\.amount) == ["2"])
    }

    @Test func aCoinWithoutAPriceHasNoValueAndMissingOnesAreNamed() {
        var sale = purchase(2, "5", of: 1, for: "10")
        sale.kind = .sold
        let (_, model) = scene([purchase(1, "3", of: 999_999, for: "10"), sale])
        model.refresh()
        #expect(model.content.rows.first { $0.symbol == "id:999999" }?.value == "–")
        #expect(
            model.content.warnings == [
                "You sold or moved more BTC than you had: a transaction is missing.",
                "The total leaves out coins without a price: id:999999.",
            ]
        )
    }
}
