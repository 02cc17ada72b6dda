import Shared
import TestSupport
import Testing

@testable import TerminalClient

/// When `tickwire watch` prints what.
@MainActor
struct PushReportTests {
    private static let now = MarketTime(seconds: 1_700_000_000)
    private let market = MarketTable.of([TestCoin(id: 7, symbol: "BTC", name: "Bitcoin", price: "67123.45")])

    private var snapshot: ServerFrame { .snapshotPart(market.part()) }

    private func lines(
        _ report: inout PushReport,
        for frame: ServerFrame,
        in table: MarketTable,
        of user: UserTable,
        money: ShownCurrency = .usd
    ) -> [String] {
        report.lines(for: frame, in: table, of: user, .test, at: Self.now, money: money)
    }

    @Test func theUsersDataIsPrintedWhenItHasChanged() {
        var report = PushReport(asJSON: true)
        let user = UserTable.setting({ .add([CoinID(7)], of: $0) }, { _ in .set(Settings.coinsOnly, to: true) })
        _ = lines(&report, for: snapshot, in: market, of: UserTable())
        let diff = UserDiff(from: 1, to: 2, hash: user.hash, records: [], removed: [])
        let told = lines(&report, for: .userDiff(diff), in: market, of: user)
        let chosen = #""coins_only":true,"cost_method":"average","currency":"USD""#
        let settings = #"{\#(chosen),"keep_favorites":true,"kline_source":"Huobi","quiet_hours":"off"}"#
        #expect(told.count == 1)
        #expect(told.first?.contains(#""settings":\#(settings),"version":2}"#) == true, "\(told)")
        let nothing = UserDiff(from: 2, to: 2, hash: user.hash, records: [], removed: [])
        let silence = lines(&report, for: .userDiff(nothing), in: market, of: user)
        #expect(silence.isEmpty)
        var words = PushReport(asJSON: false)
        _ = lines(&words, for: snapshot, in: market, of: UserTable())
        let line = lines(&words, for: .userTable(user), in: market, of: user)
        #expect(
            line
                == [
                    "favorites: BTC  (candles from Huobi, currency USD, coins only on, keep favorites on, "
                        + "cost of what is sold average, quiet hours off)"
                ]
        )
    }

    @Test func anAlertOnAllHoldingsHasTheSymbolThatWebhooksGet() throws {
        let limit = try ExactDecimal(parsing: "9000")
        let condition = AlertCondition.holdings(.value, limit: limit, isRise: true)
        let alert = Alert(id: AlertID(rawValue: 7), coin: .holdings, condition: condition)
        let event = AlertEvent(number: 1, of: alert, price: limit, source: "", time: Self.now)
        let json = PushReport.json(AlertEventReport(event, in: market))
        #expect(json.contains(#""symbol":"holdings""#), "\(json)")
    }

    @Test func aWatchedChangeHasItsSignOfPercentWithoutASpace() {
        var report = PushReport(asJSON: false)
        var table = MarketTable.of([TestCoin(id: 7, symbol: "BTC", name: "Bitcoin", price: "67123.45", day: -376)])
        let before = table.sequence
        table.setPrice(6_712_346, row: 0)
        let told = lines(&report, for: .marketDiff(table.diff(since: before)), in: table, of: UserTable())
        #expect(told == ["BTC  67123.46  -3.76%"])
    }

    /// Before the market has come, favorites have no names, and the user's currency has no rate.
    @Test func theUsersDataWaitsForTheFirstSnapshot() throws {
        var report = PushReport(asJSON: true)
        let user = UserTable.favorites(7)
        let early = lines(&report, for: .userTable(user), in: MarketTable(), of: user)
        #expect(early.isEmpty)
        let euro = ShownCurrency(Currency("EUR"), rates: .test, in: market)
        let told = lines(&report, for: snapshot, in: market, of: user, money: euro)
        #expect(told.count == 2 && told.first?.contains(#""event":"snapshot""#) == true, "\(told)")
        let last = try #require(told.last)
        #expect(last.contains(#""event":"user""#) && last.contains(#""symbol":"BTC""#), "\(last)")
        #expect(last.contains(#""currency":"EUR","id":7"#), "\(last)")
        let later = lines(&report, for: snapshot, in: market, of: user, money: euro)
        #expect(later.count == 1, "the user's data is printed once: \(later)")
        let changed = lines(&report, for: .userTable(user), in: market, of: user, money: euro)
        #expect(changed.count == 1, "\(changed)")
    }
}
