import Shared
import TerminalKit
import Testing

@testable import TerminalClient

/// Every price shows its source, and an old one its time.
@MainActor
struct PriceOriginTests {
    private let now = MarketTime(seconds: 1_700_000_000)

    /// Bitcoin's price on an exchange that was heard a second ago.
    /// - Parameter silence: the seconds since this price was last heard; nil: it came with the others.
    private func table(silence: Int64? = nil, state: MarketSource.State = .live) -> MarketTable {
        let exchange = MarketSource(
            .ticker,
            MarketSource.Name(.tickers, of: "Huobi"),
            state: state,
            since: now,
            lastEvent: now.adding(seconds: -1)
        )
        var changes = MarketChanges(
            [TestCoin(id: 1, symbol: "BTC", name: "Bitcoin", price: "67123.45")],
            sources: [exchange]
        )
        let heard = silence.map { now.adding(seconds: -$0) }
        changes.pricings = ColumnChanges(rows: [0], values: [Pricing(decimals: 2, source: .ticker, heard: heard)])
        var table = MarketTable()
        table.update(changes)
        return table
    }

    private func origin(_ table: MarketTable, by clock: WallClock = .utc) throws -> PriceOrigin {
        try #require(PriceOrigin(table[0].pricing, in: table, by: clock))
    }

    @Test func aLivePriceNamesItsSource() throws {
        let origin = try origin(table())
        #expect(!origin.isOld)
        #expect(origin.short == "Huobi")
        #expect(origin.words == "Huobi")
    }

    @Test func aSilentPriceShowsSinceWhen() throws {
        let origin = try origin(table(silence: 80))
        #expect(origin.isOld)
        #expect(origin.short == "Huobi 22:12")
        #expect(origin.words == "Huobi, heard at 22:12:00 UTC")
    }

    @Test func itsTimeIsInTheNamedZone() throws {
        let origin = try origin(table(silence: 80), by: .india)
        #expect(origin.short == "Huobi 03:42")
        #expect(origin.words == "Huobi, heard at 03:42:00 IST")
    }

    /// In UTC, that is the day before.
    @Test func theZoneDecidesWhetherItWasToday() throws {
        let silence: Int64 = 4 * 3600
        #expect(try origin(table(silence: silence)).since == "18:13:20")
        #expect(try origin(table(silence: silence), by: .india).since == "2023-11-14 23:43:20")
    }

    @Test func aPriceOfAnEarlierDayShowsTheDate() throws {
        let origin = try origin(table(silence: 15 * 86_400))
        #expect(origin.short == "Huobi 2023-10-30")
        #expect(origin.since == "2023-10-30 22:13:20")
    }

    @Test(arguments: MarketSource.State.allCases)
    func thePricesOfASilentSourceAreOldAndSaySinceWhen(state: MarketSource.State) throws {
        let origin = try origin(table(state: state))
        #expect(origin.isOld == (state != .live))
        #expect(origin.short == (state == .live ? "Huobi" : "Huobi 22:13"))
    }

    @Test func theCoinsPageSaysThatItsPriceIsOld() throws {
        let table = table(silence: 80)
        let facts = DetailFact.facts(table[0], try origin(table), nil, isStale: false)
        #expect(facts.contains { $0.label == "Old price" })
        #expect(facts.contains(DetailFact(label: "Price from", value: "Huobi, heard at 22:12:00 UTC")))
    }

    @Test func plainLinesSayThatAPriceIsOld() throws {
        var feed = PlainFeed()
        var moment = PlainFeed.Moment(time: now, state: .live, table: table(), user: .favorites(1), isComplete: true)
        _ = feed.prices(moment)
        moment.table = table(silence: 80)
        let line = try #require(feed.prices(moment).first)
        #expect(line.contains(" from Huobi, old, heard at 22:12:00"))
    }

    @Test func aWideListHasAColumnOfSources() {
        #expect(!Scene().pricesView.picture(149, 24).contains("Source (UTC)"))
        #expect(Scene().pricesView.picture(150, 24).contains("Source (UTC)"))
    }
}
