import Shared
import TestSupport
import Testing

@testable import TerminalClient

/// A script can tell an old price from a live one.
@MainActor
struct PriceReportTests {
    private static let now = MarketTime(seconds: 1_700_000_000)

    /// Bitcoin's price on the exchange.
    /// - Parameters:
    ///   - silence: for how many seconds the exchange has said nothing.
    ///   - heard: for how many seconds this price was not heard again, where it is only that one.
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

    @Test func weeksAreToldWhereTheyAreWantedWithEveryDigit() throws {
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

    @Test func aPriceSaysItsSourceItsAgeAndWhetherItIsLive() {
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

    @Test func aPriceThatIsNotHeardAgainIsOldWhereOthersAreLive() {
        let text = json(table(heard: 31))
        #expect(text.contains(#""live":false"#))
        #expect(text.contains(#""age_ms":31000,"#))
    }

    @Test func aListingIsNeverLive() {
        #expect(json(table(kind: .listing, heard: 0)).contains(#""live":false"#))
    }

    @Test func whatIsWrongWithSourcesIsToldInWords() {
        #expect(SourceReport.warnings(of: table(), at: Self.now).isEmpty)
        #expect(
            SourceReport.warnings(of: table(.down, silence: 75), at: Self.now)
                == ["Huobi tickers: down, 75 s old: Huobi is unavailable: HTTP 503."]
        )
    }

    @Test func aWatcherIsToldEachChangeOfASourcesStateOnce() throws {
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

    @Test func aWatcherIsToldTheUsersOwnWhenItHasChanged() {
        var report = PushReport(asJSON: true)
        let user = UserTable.setting({ .add([CoinID(7)], of: $0) }, { _ in .set(Settings.coinsOnly, to: true) })
        let diff = UserDiff(from: 1, to: 2, hash: user.hash, records: [], removed: [])
        let lines = report.lines(for: .userDiff(diff), in: MarketTable(), of: user, .test, at: Self.now)
        let settings = #"{"coins_only":true,"keep_favorites":true,"kline_source":"huobi"}"#
        #expect(lines.count == 1)
        #expect(lines.first?.contains(#""settings":\#(settings),"version":2}"#) == true, "\(lines)")
        let nothing = UserDiff(from: 2, to: 2, hash: user.hash, records: [], removed: [])
        #expect(report.lines(for: .userDiff(nothing), in: MarketTable(), of: user, .test, at: Self.now).isEmpty)
        var words = PushReport(asJSON: false)
        #expect(
            words.lines(for: .userTable(user), in: MarketTable(), of: user, .test, at: Self.now)
                == ["favorites: id:7  (candles from huobi, coins only on, keep favorites on)"]
        )
    }

    @Test func settingsAreListedOneALine() {
        let table = UserTable.setting { _ in .set(Settings.klineSource, to: "kraken") }
        #expect(SettingsReport(table, .test).text == "kline-source    kraken\ncoins-only      off\nkeep-favorites  on")
    }

    @Test func aWatcherIsToldOfAPriceThatHasOnlyGotOld() throws {
        var report = PushReport(asJSON: true)
        var held = table()
        _ = report.lines(for: .snapshotPart(part(of: held)), in: held, of: UserTable(), .test, at: Self.now)
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

    private func part(of table: MarketTable) -> MarketPart {
        MarketPart(
            epoch: MarketEpoch(rawValue: 1),
            sequence: table.sequence,
            firstRow: 0,
            isLast: true,
            time: table.time,
            changes: table.changes(in: 0..<table.count)
        )
    }

    // MARK: Candles

    @Test func candlesThatAProblemCameWithSayTheProblem() {
        let chart = chart()
        chart.receive(ChartProblem(source: "huobi", kind: .unavailable, message: "Huobi is unavailable: HTTP 503."))
        let market = table(silence: 75)
        let report = CandleReport(chart, of: market[0].instrument, in: market, .test, at: Self.now)
        let text = PushReport.json(report)
        #expect(text.contains(#""age_ms":75000"#))
        #expect(text.contains(#""live":false"#))
        #expect(text.contains(#""problem":"Huobi is unavailable: HTTP 503.""#))
        #expect(report.warnings == ["the candles are 75 s old: Huobi is unavailable: HTTP 503."])
    }

    @Test func candlesWhoseExchangeIsSilentSaySo() {
        let report = { (market: MarketTable) in
            CandleReport(self.chart(), of: market[0].instrument, in: market, .test, at: Self.now)
        }
        #expect(report(table()).warnings.isEmpty)
        #expect(
            report(table(.down, silence: 75)).warnings
                == ["Huobi tickers: down, 75 s old: Huobi is unavailable: HTTP 503."]
        )
    }

    @Test func whatIsNotKnownIsNull() {
        let text = json(.of([TestCoin(id: 1, symbol: "NEW", name: "New")]))
        for key in ["price", "source", "age_ms"] { #expect(text.contains("\"\(key)\":null"), "\(text)") }
    }

    /// One candle of Huobi's, heard 75 s ago.
    private func chart() -> ChartReplica {
        let chart = ChartReplica(
            id: ChartID(rawValue: 1),
            request: ChartRequest(coin: CoinID(1), interval: .hour, count: 1)
        )
        let price = ExactDecimal.zero
        let candle = Candle(
            time: Self.now,
            open: price,
            high: price,
            low: price,
            close: price,
            volume: nil,
            isClosed: false
        )
        let heard = Self.now.adding(seconds: -75)
        chart.receive(CandleBatch(source: "huobi", isFirst: true, isLast: true, candles: [candle], heard: heard))
        return chart
    }
}

extension TestCoin {
    fileprivate static let bitcoin = TestCoin(id: 1, symbol: "BTC", name: "Bitcoin", price: "67123.45")
}
