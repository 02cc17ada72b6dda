import Shared
import TestSupport
import Testing

@testable import TerminalClient

/// A script sees whether a price is live.
@MainActor
struct PriceReportTests {
    private static let now = MarketTime(seconds: 1_700_000_000)

    /// Bitcoin's price on the exchange.
    /// - Parameters:
    ///   - silence: the seconds since the exchange last answered.
    ///   - heard: the seconds since this price was last heard, if only this one is silent.
    private func table(
        _ state: MarketSource.State = .live,
        kind: MarketSource.Kind = .tickers,
        silence: Int64 = 1,
        heard: Int64? = nil
    ) -> MarketTable {
        var changes = MarketChanges([.bitcoin], sources: [source(state, kind, silence: silence)])
        let time = heard.map { Self.now.adding(seconds: -$0) }
        changes.pricings = ColumnChanges(rows: [0], values: [Pricing(decimals: 2, source: .ticker, heard: time)])
        var table = MarketTable()
        table.update(changes)
        return table
    }

    private func source(_ state: MarketSource.State, _ kind: MarketSource.Kind, silence: Int64) -> MarketSource {
        MarketSource(
            .ticker,
            MarketSource.Name(kind, of: "Huobi"),
            state: state,
            since: Self.now,
            lastEvent: Self.now.adding(seconds: -silence),
            cause: state == .live ? "" : "Huobi is unavailable: HTTP 503."
        )
    }

    private func json(_ table: MarketTable) -> String {
        PushReport.json(QuoteReport(0, of: table, at: Self.now))
    }

    @Test func weeksAreReportedOnRequestWithAllDigits() throws {
        let hour = MarketHour(481_644)
        let week = CoinWeek(
            CoinID(1),
            [
                .init(hour, try ExactDecimal(parsing: "63250.12")),
                .init(hour.adding(2), try ExactDecimal(parsing: "0.00000123"), .other(ratio: nil)),
            ]
        )
        #expect(!json(table()).contains("closes_7d"))
        let text = PushReport.json(QuoteReport(0, of: table(), at: Self.now, weeks: [CoinID(1): week]))
        let first = #"{"close":"63250.12","hour":"2024-12-11T12:00:00Z"}"#
        let second = #"{"close":"0.00000123","hour":"2024-12-11T14:00:00Z"}"#
        #expect(text.contains(#""closes_7d":[\#(first),\#(second)]"#))
        for weeks in [[:], [CoinID(1): CoinWeek(CoinID(1))]] {
            let unknown = PushReport.json(QuoteReport(0, of: table(), at: Self.now, weeks: weeks))
            #expect(unknown.contains(#""closes_7d":null"#))
        }
    }

    @Test func aPriceReportsItsSourceItsAgeAndWhetherItIsLive() {
        let live = json(table())
        #expect(live.contains(#""age_ms":1000,"#))
        #expect(live.contains(#""live":true"#))
        #expect(live.contains(#""source":"Huobi""#))
    }

    @Test(arguments: [(9, true), (10, false), (75, false)])
    func aPriceOfASilentExchangeIsLiveForTenSeconds(silence: Int64, isLive: Bool) {
        let text = json(table(silence: silence))
        #expect(text.contains("\"live\":\(isLive)"))
        #expect(text.contains("\"age_ms\":\(silence * 1000),"))
    }

    @Test func aPriceThatIsNotHeardAgainIsOldWhileOthersAreLive() {
        let text = json(table(heard: 31))
        #expect(text.contains(#""live":false"#))
        #expect(text.contains(#""age_ms":31000,"#))
    }

    @Test func aListingIsNeverLive() {
        #expect(json(table(kind: .listing, heard: 0)).contains(#""live":false"#))
    }

    @Test func faultsOfSourcesAreExplained() {
        #expect(SourceReport.warnings(of: table(), at: Self.now).isEmpty)
        #expect(
            SourceReport.warnings(of: table(.down, silence: 75), at: Self.now)
                == ["Huobi tickers: down, 75 s old: Huobi is unavailable: HTTP 503."]
        )
    }

    /// This happens at a node that has lost its leader: nobody says that the exchange is not live any more.
    @Test func anExchangeOfWhichNothingComesIsReported() {
        #expect(SourceReport.warnings(of: table(silence: 75), at: Self.now) == ["Huobi tickers: stale, 75 s old"])
        #expect(SourceReport.warnings(of: table(kind: .listing, silence: 75), at: Self.now).isEmpty)
    }

    @Test func watchingReportsASourceThatTimeAloneMakesOld() {
        var report = PushReport(asJSON: true)
        let held = table()
        func lines(after seconds: Int64) -> [String] {
            report.timePassed(to: Self.now.adding(seconds: seconds), in: held)
        }
        #expect(lines(after: 60).isEmpty, "nothing was printed yet")
        _ = report.lines(for: .snapshotPart(held.part()), in: held, of: UserTable(), .test, at: Self.now)
        #expect(lines(after: 8).isEmpty)
        let source = #"{"age_ms":10000,"kind":"tickers","provider":"Huobi","state":"stale"}"#
        #expect(lines(after: 9) == [#"{"event":"source","source":\#(source)}"#])
        #expect(lines(after: 10).isEmpty)
        var words = PushReport(asJSON: true, alertsOnly: true)
        _ = words.lines(for: .snapshotPart(held.part()), in: held, of: UserTable(), .test, at: Self.now)
        #expect(words.timePassed(to: Self.now.adding(seconds: 60), in: held).isEmpty)
    }

    @Test func watchingReportsEachChangeOfASourcesStateOnce() throws {
        var report = PushReport(asJSON: true)
        var held = table()
        func lines(_ state: MarketSource.State, silence: Int64) throws -> [String] {
            var changes = MarketChanges()
            changes.sources = [source(state, .tickers, silence: silence)]
            let committed = held.commit(changes, time: Self.now)
            return report.lines(
                for: .marketDiff(try #require(committed)),
                in: held,
                of: UserTable(),
                .test,
                at: Self.now
            )
        }
        #expect(try lines(.live, silence: 0).count == 1, "how it is at first")
        #expect(try lines(.live, silence: 1).isEmpty, "that it is a second younger is no news")
        let down = #""source":{"age_ms":12000,"cause":"Huobi is unavailable: HTTP 503.","kind":"tickers","#
        #expect(try lines(.down, silence: 12) == [#"{"event":"source",\#(down)"provider":"Huobi","state":"down"}}"#])
        #expect(try lines(.down, silence: 13).isEmpty)
        #expect(try lines(.live, silence: 0).count == 1)
    }

    @Test func settingsAreListedByNameAndByTheirTitleOnTheScreen() {
        let table = UserTable.setting { _ in .set(Settings.klineSource, to: "kraken") }
        #expect(
            SettingsReport(table, .test).text
                == """
                NAME            ON THE SCREEN         VALUE
                kline-source    Candles from          kraken
                currency        Currency              USD
                coins-only      Coins only            off
                keep-favorites  Keep favorites        on
                cost-method     Cost of what is sold  average
                quiet-hours     Quiet hours           off
                """
        )
    }

    @Test func watchingReportsAPriceThatHasOnlyBecomeOld() throws {
        var report = PushReport(asJSON: true)
        var held = table()
        _ = report.lines(for: .snapshotPart(held.part()), in: held, of: UserTable(), .test, at: Self.now)
        var changes = MarketChanges()
        let heard = Self.now.adding(seconds: -11)
        changes.pricings.append(Pricing(decimals: 2, source: .ticker, heard: heard), row: 0)
        let committed = held.commit(changes, time: Self.now)
        let lines = report.lines(
            for: .marketDiff(try #require(committed)),
            in: held,
            of: UserTable(),
            .test,
            at: Self.now
        )
        #expect(lines.count == 1)
        #expect(lines.first?.contains(#""age_ms":11000"#) == true)
        #expect(lines.first?.contains(#""live":false"#) == true)
    }

    @Test func aWatchedPriceNamesItsSourceAndItsAge() throws {
        var report = PushReport(asJSON: false)
        var held = MarketTable.of([.bitcoin], sources: [source(.live, .tickers, silence: 1)])
        _ = report.lines(for: .snapshotPart(held.part()), in: held, of: UserTable(), .test, at: Self.now)
        func line(heard: MarketTime?) throws -> [String] {
            var changes = MarketChanges()
            changes.pricings.append(Pricing(decimals: 2, source: .ticker, heard: heard), row: 0)
            let diff = held.commit(changes, time: Self.now)
            let frame = ServerFrame.marketDiff(try #require(diff))
            return report.lines(for: frame, in: held, of: UserTable(), .test, at: Self.now)
        }
        #expect(try line(heard: Self.now.adding(seconds: -75)) == ["BTC  67123.45  Huobi  1 min"])
        #expect(try line(heard: nil) == ["BTC  67123.45  Huobi  live"])
    }

    @Test func aWatchedSnapshotOfSeveralPartsIsToldWithTheDiffThatCompletesIt() {
        var report = PushReport(asJSON: false)
        let held = MarketTable.of([.bitcoin, TestCoin(id: 2, symbol: "NEW", name: "New")])
        func lines(_ frame: ServerFrame) -> [String] {
            report.lines(for: frame, in: held, of: UserTable(), .test, at: Self.now)
        }
        #expect(lines(.snapshotPart(held.part(0..<1))).isEmpty)
        #expect(lines(.snapshotPart(held.part(1..<2))).isEmpty)
        let diff = ServerFrame.marketDiff(held.diff(since: held.sequence))
        #expect(lines(diff).first == WatchLine.snapshot(coins: 2, sequence: held.sequence).description)
        #expect(lines(diff).isEmpty)

        _ = lines(.snapshotPart(held.part(1..<2)))
        _ = lines(.welcome(UserServer().welcome(ClientID(high: 1, low: 1))))
        #expect(lines(diff).isEmpty, "the connection with the snapshot was lost")
    }

    @Test func anUnknownValueIsNull() {
        let text = json(.of([TestCoin(id: 1, symbol: "NEW", name: "New")]))
        for key in ["price", "source", "age_ms"] { #expect(text.contains("\"\(key)\":null"), "\(text)") }
    }

    @Test(arguments: [(MarketSource.State.live, 75, "1 min"), (.live, 840, "14 min"), (.down, 75, "1 min")])
    func aTableOfPricesTellsAListingsAge(state: MarketSource.State, age: Int64, words: String) {
        let coin = TestCoin(id: 1, symbol: "UNI", name: "Uniswap", price: "7.5")
        var changes = MarketChanges([coin], sources: [source(state, .listing, silence: 1)])
        let pricing = Pricing(decimals: 1, source: .ticker, heard: Self.now.adding(seconds: -age))
        changes.pricings = ColumnChanges(rows: [0], values: [pricing])
        var table = MarketTable()
        table.update(changes)
        let text = PriceTable.text(of: [table[0]], in: table, at: Self.now, money: .usd)
        #expect(text.hasSuffix("  \(words)"), "\(text)")
    }

    @Test func aTableOfPricesShowsEachAge() {
        let coins = ["67123.45", "1.5", nil].enumerated().map { index, price in
            TestCoin(id: UInt32(index + 1), symbol: "C\(index)", name: "Coin \(index)", price: price)
        }
        var changes = MarketChanges(coins, sources: [source(.live, .tickers, silence: 1)])
        let old = Pricing(decimals: 1, source: .ticker, heard: Self.now.adding(seconds: -75))
        changes.pricings = ColumnChanges(rows: [0, 1, 2], values: [Pricing(decimals: 2, source: .ticker), old, old])
        var table = MarketTable()
        table.update(changes)
        let text = PriceTable.text(of: (0..<3).map { table[$0] }, in: table, at: Self.now, money: .usd)
        #expect(
            text == """
                RANK  SYMBOL  NAME       PRICE  24H %  SOURCE    AGE
                   1  C0      Coin 0  67123.45      -  Huobi    live
                   2  C1      Coin 1      1.50      -  Huobi   1 min
                   3  C2      Coin 2         -      -  -           -
                """
        )
    }
}

extension TestCoin {
    fileprivate static let bitcoin = TestCoin(id: 1, symbol: "BTC", name: "Bitcoin", price: "67123.45")
}
