import Shared
import Testing

@testable import TerminalClient

/// Plain lines, each printed once.
struct PlainFeedTests {
    private let time = MarketTime(seconds: 1_700_000_000)

    @Test func favoritesAreReportedOnceAndThenTheirChanges() {
        var feed = PlainFeed()
        var now = moment(.favorites(74, 1))
        #expect(feed.news(now) == ["22:13:20 times are in UTC", "22:13:20 connected", "22:13:20 favorites: DOGE, BTC"])
        #expect(
            feed.prices(now) == [
                "22:13:20 DOGE Dogecoin 0.12345, down 9.99% in 24 h",
                "22:13:20 BTC Bitcoin 67,123.45, up 2.31% in 24 h",
            ]
        )
        #expect((feed.news(now) + feed.prices(now)) == [])
        now.table.setPrice(6_712_400, row: 0)
        #expect(feed.prices(now) == ["22:13:20 BTC Bitcoin 67,124.00, up 2.31% in 24 h"])
        now.user = .favorites(1)
        #expect(feed.news(now) == ["22:13:20 favorites: BTC"])
    }

    @Test func aPageIsPrintedInPlaceOfPricesWheneverItChanges() throws {
        let alert = Alert(id: AlertID(rawValue: 9), coin: CoinID(1), condition: try AlertCondition(typed: ">900000"))
        var now = moment(.setting { _ in .add(alert) })
        var (alerts, holdings) = (PlainFeed(page: .alerts), PlainFeed(page: .holdings))
        #expect(alerts.prices(now).contains { $0.contains(">900000") })
        #expect(alerts.prices(now) == [])
        #expect(holdings.prices(now).first?.contains("no holdings") == true)
        now.user = UserTable()
        #expect(alerts.prices(now) == ["22:13:20 no alerts"])
    }

    /// A line with the age of a price would be printed again each second.
    @Test func linesNameTheSourceOfAPriceAndAreRepeatedIfItIsAnother() {
        var feed = PlainFeed()
        var now = moment(.favorites(1))
        let show = { (source: String, age: Int64) in
            MarketTable.of(
                .few,
                sources: [
                    MarketSource(
                        .ticker,
                        MarketSource.Name(.tickers, of: source),
                        state: .live,
                        since: time,
                        lastEvent: time.adding(seconds: -age)
                    )
                ]
            )
        }
        now.table = show("Huobi", 1)
        #expect(feed.prices(now) == ["22:13:20 BTC Bitcoin 67,123.45 from Huobi, up 2.31% in 24 h"])
        now.table = show("Huobi", 5)
        #expect(feed.prices(now) == [])
        now.table = show("Bin\u{1B}ance", 1)
        let lines = feed.prices(now)
        #expect(lines.count == 1 && lines[0].contains(" from Bin") && !lines[0].contains("\u{1B}"), "\(lines)")
    }

    @Test func holdingsThatLackSomethingSaySo() throws {
        let amount = try #require(BigDecimal("3"))
        let bought = Transaction(
            TransactionID(rawValue: 1),
            .bought,
            amount,
            of: CoinID(999_999),
            money: .total(.one),
            at: time
        )
        let sold = Transaction(
            TransactionID(rawValue: 2),
            .sold,
            amount,
            of: CoinID(1),
            money: .total(.one),
            at: time
        )
        var feed = PlainFeed(page: .holdings)
        let lines = feed.prices(moment(.setting { _ in .put([bought, sold]) }))
        #expect(lines.first?.hasSuffix(" SOURCE") == true, "without an age, which would change each second")
        #expect(
            lines.suffix(2) == [
                "22:13:20 on 2023-11-14 you sold or moved 3 BTC more than you had: a transaction is missing",
                "22:13:20 the total leaves out coins without a price: id:999999",
            ]
        )
    }

    @Test func withoutFavoritesTheFirstCoinsAreReported() {
        var feed = PlainFeed()
        let now = moment(UserTable())
        #expect(feed.news(now) == ["22:13:20 times are in UTC", "22:13:20 connected", "22:13:20 no favorites"])
        let prices = feed.prices(now)
        #expect(prices.count == 8)
    }

    @Test func withCoinsOnlyNoTokensAreReported() {
        var feed = PlainFeed()
        let prices = feed.prices(moment(.setting { _ in .set(Settings.coinsOnly, to: true) }))
        #expect(!prices.isEmpty && prices.count < 8)
        #expect(!prices.contains { $0.contains("USDT") })
    }

    @Test func aFeedOfFavoritesReportsNothingElse() {
        var feed = PlainFeed(of: .favorites)
        var now = moment(UserTable())
        #expect(feed.news(now) == ["22:13:20 times are in UTC", "22:13:20 connected", "22:13:20 no favorites"])
        #expect(feed.prices(now) == [])
        now.user = .favorites(1)
        #expect(feed.prices(now) == ["22:13:20 BTC Bitcoin 67,123.45, up 2.31% in 24 h"])
    }

    @Test func aListIsReportedInsteadOfFavorites() throws {
        let (list, name) = (ListID(rawValue: 7), try ListName(typed: "DeFi"))
        let user = UserTable.setting(
            { (try? Mutation.create(list, named: name, of: $0)) ?? Mutation() },
            { .add([CoinID(1)], to: list, of: $0) }
        )
        var feed = PlainFeed(of: .favorites, list: "defi")
        var now = moment(user)
        #expect(feed.news(now).suffix(2) == ["22:13:20 lists: DeFi (1)", "22:13:20 DeFi: BTC"])
        #expect(feed.prices(now) == ["22:13:20 BTC Bitcoin 67,123.45, up 2.31% in 24 h"])
        now.user.change { _ in .delete(list) }
        #expect(
            feed.news(now) == [
                "22:13:20 no lists besides Favorites",
                "22:13:20 there is no list 'defi'; you have Favorites",
            ]
        )
        #expect((feed.news(now) + feed.prices(now)) == [])
    }

    @Test func transactionsAndAlertsAreReportedWithoutAmounts() throws {
        var feed = PlainFeed()
        var now = moment(.favorites(1))
        _ = feed.news(now)
        let amount = try #require(BigDecimal("0.5"))
        let transaction = Transaction(
            TransactionID(rawValue: 1),
            .bought,
            amount,
            of: CoinID(1),
            money: .price(.one),
            at: time
        )
        now.user.change { _ in .put([transaction]) }
        #expect(feed.news(now) == ["22:13:20 transactions: BTC (1)"])
        let limit = try ExactDecimal(parsing: "65000")
        let alert = Alert(id: AlertID(rawValue: 1), coin: CoinID(1), condition: .priceAbove(limit), currency: "EUR")
        let total = Alert(
            id: AlertID(rawValue: 2),
            coin: .holdings,
            condition: .holdings(.value, limit: limit, isRise: true)
        )
        now.user.change { _ in Mutation(Mutation.add(alert).changes + Mutation.add(total).changes) }
        let words = feed.news(now)
        #expect(words.count == 1 && words[0].contains("alerts: "), "\(words)")
        #expect(
            words[0].contains("BTC at or above 65,000 EUR") && words[0].contains("\(AlertTotal.hidden)"),
            "\(words)"
        )
        #expect((feed.news(now) + feed.news(now)) == [])
        now.user.change { _ in .remove([transaction.id]) }
        now.user.change { _ in .remove([alert.id, total.id]) }
        #expect(feed.news(now) == ["22:13:20 no holdings", "22:13:20 no alerts"])
    }

    @Test func aLostConnectionAndStalePricesAreReported() {
        var feed = PlainFeed()
        var now = moment(.favorites(1))
        _ = feed.news(now)
        now.state = .waiting(until: .now, after: .lost)
        let source = MarketSource(
            .ticker,
            MarketSource.Name(.tickers, of: "Huobi"),
            state: .down,
            since: time,
            lastEvent: time.adding(seconds: -60),
            cause: "Huobi does not answer."
        )
        now.table = .of(.few, sources: [source])
        let words = "22:13:20 prices old, from 22:12:20: Huobi does not answer."
        #expect(feed.news(now) == ["22:13:20 offline: \(ConnectionError.lost)", words])
        #expect(feed.news(now) == [])
    }

    /// This happens at a node that has lost its leader. The terminal's own clock is an hour behind.
    @Test func pricesThatStopComingAreReportedWhileThereIsAConnection() {
        var feed = PlainFeed()
        var now = moment(.favorites(1))
        now.clockOffset = .seconds(3600)
        func show(age: Int64) {
            let source = MarketSource(
                .ticker,
                MarketSource.Name(.tickers, of: "Huobi"),
                state: .live,
                since: time,
                lastEvent: time.adding(seconds: 3600 - age)
            )
            now.table = .of(.few, sources: [source])
        }
        show(age: 9)
        _ = feed.news(now)
        #expect(feed.prices(now) == ["22:13:20 BTC Bitcoin 67,123.45 from Huobi, up 2.31% in 24 h"])
        show(age: 10)
        #expect(feed.news(now) == ["22:13:20 prices old, from 23:13:10"])
        #expect(
            feed.prices(now) == [
                "22:13:20 BTC Bitcoin 67,123.45 from Huobi, old, heard at 23:13:10, up 2.31% in 24 h"
            ]
        )
        #expect((feed.news(now) + feed.prices(now)) == [])
        now.state = .waiting(until: .now, after: .lost)
        #expect(feed.news(now) == ["22:13:20 offline: \(ConnectionError.lost)"])
    }

    @Test func aMissingOrOldRateIsReportedOnce() {
        var feed = PlainFeed()
        var now = moment(.favorites(1))
        now.money = ShownCurrency(Currency("EUR"), rates: nil, in: now.table)
        #expect(feed.news(now).last == "22:13:20 no rate for EUR: prices are in USD")
        #expect(feed.news(now) == [])
        now.money = ShownCurrency(Currency("EUR"), rates: .test, in: now.table)
        #expect(feed.news(now) == [])
        now.time = now.time.adding(seconds: 7 * 86_400)
        #expect(feed.news(now) == ["22:13:20 EUR at old rates, from 2023-11-14"])
        #expect(feed.news(now) == [])
    }

    @Test func textFromTheNetworkCannotCommandTheTerminal() {
        var feed = PlainFeed()
        var now = moment(UserTable())
        now.table = .of([TestCoin(id: 1, symbol: "A\u{1B}[2J", name: "B\u{7}\nC", price: "1")])
        let lines = feed.prices(now)
        #expect(lines.allSatisfy { !$0.unicodeScalars.contains { $0.value < 32 } })
    }

    private func moment(_ user: UserTable) -> PlainFeed.Moment {
        PlainFeed.Moment(time: time, state: .live, table: .of(.few), user: user, isComplete: true)
    }
}
