import Shared
import Testing

@testable import TerminalClient

/// The server sends a listing's rows before the news that all of it has come. Once, commands called these prices old.
@MainActor
struct FirstListingTests {
    private static let now = MarketTime(seconds: 1_700_000_000)

    /// A listing that has not answered, as far as the server has told.
    /// - Parameters:
    ///   - ages: the seconds since each of the first prices was made.
    ///   - earlier: the seconds since the listing answered an earlier process; nil: it never did.
    private func table(ages: [Int64], earlier: Int64? = nil) -> MarketTable {
        let listing = MarketSource(
            .ticker,
            MarketSource.Name(.listing, of: "CoinMarketCap"),
            state: .starting,
            since: Self.now,
            lastEvent: earlier.map { Self.now.adding(seconds: -$0) }
        )
        let coins = ages.indices.map {
            TestCoin(id: UInt32($0 + 1), symbol: "C\($0)", name: "Coin \($0)", price: "7.5")
        }
        var changes = MarketChanges(coins, sources: [listing])
        let pricings = ages.map { Pricing(decimals: 1, source: .ticker, heard: Self.now.adding(seconds: -$0)) }
        changes.pricings = ColumnChanges(rows: ages.indices.map { UInt32($0) }, values: pricings)
        var table = MarketTable()
        table.update(changes)
        return table
    }

    @Test func itsPricesAreNotOldAndItsSourceIsNotStarting() {
        let market = table(ages: [0, 120])
        #expect((0..<2).allSatisfy { !market.isOld(market[$0].pricing) })
        #expect(SourceReport.warnings(of: market, at: Self.now).isEmpty)
    }

    @Test func aPriceThatIsReallyOldIsCalledSo() {
        let market = table(ages: [60, 3600])
        #expect(!market.isOld(market[0].pricing))
        #expect(market.isOld(market[1].pricing))
    }

    @Test func aListingThatHasNotComeIsStarting() {
        let words = ["CoinMarketCap listing: starting"]
        #expect(SourceReport.warnings(of: table(ages: []), at: Self.now) == words)
    }

    @Test func pricesOfAnEarlierProcessDoNotHideThatTheListingHasNotCome() {
        let words = ["CoinMarketCap listing: starting, 3600 s old"]
        #expect(SourceReport.warnings(of: table(ages: [3660], earlier: 3600), at: Self.now) == words)
    }
}
