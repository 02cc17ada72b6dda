import Shared
import Testing

@testable import TerminalClient

/// The typed limit for the age of a price, and the complaint about older prices.
struct AgeLimitTests {
    @Test(arguments: [("500ms", 500), ("60s", 60_000), ("5m", 300_000), ("2h", 7_200_000), ("0ms", 0)])
    func aTimeHasANumberAndAUnit(text: String, milliseconds: Int) throws {
        #expect(try AgeLimit(text).time == .milliseconds(milliseconds))
    }

    @Test func aMissingUnitIsNamed() {
        #expect(throws: AgeLimitFault.noUnit("60")) { try AgeLimit("60") }
        #expect(AgeLimitFault.noUnit("60").description == "'60' has no unit; use 60s for seconds, or ms, m or h")
    }

    @Test(arguments: ["soon", "s", "", "-1s", "1.5s", "60 s", "60sec", "99999999999s", "٣s"])
    func whatIsNoTimeIsRefused(text: String) {
        #expect(throws: AgeLimitFault.noTime(text)) { try AgeLimit(text) }
    }

    @Test(arguments: [
        ("10s", 10_040, "10.1"), ("10s", 10_900, "10.9"), ("10s", 10_960, "11.0"), ("10s", 11_000, "11"),
        ("10s", 75_300, "75"),
        ("500ms", 510, "0.6"), ("0ms", 1, "0.1"),
    ])
    func anAgeReadsAsMoreThanTheLimit(limit: String, milliseconds: Int, seconds: String) throws {
        let complaints = try AgeLimit(limit).complaints(of: [("the series", .milliseconds(milliseconds))])
        #expect(complaints == ["the series is \(seconds) s old, more than --max-age \(limit)"])
    }

    @Test func aYoungPriceIsNotNamedAndAnUnknownAgeIs() throws {
        let limit = try AgeLimit("10s")
        #expect(limit.complaints(of: [("it", .seconds(10)), ("the rest", .zero)]).isEmpty)
        #expect(limit.complaints(of: [("it", nil)]) == ["the age of it is not known, and --max-age allows 10s"])
        let many = limit.complaints(of: (1...5).map { ("\($0)", .seconds(11)) })
        #expect(many.count == 4 && many.last == "2 more are too old, or their age is not known")
    }

    /// Once, a coin without a price made `tickwire detail` fail.
    @Test func aCoinWithoutAPriceHasNoAge() throws {
        let now = MarketTime(seconds: 1_700_000_000)
        let source = MarketSource(
            .ticker,
            MarketSource.Name(.tickers, of: "Huobi"),
            state: .live,
            since: now,
            lastEvent: now.adding(seconds: -75)
        )
        let coins = [
            TestCoin(id: 1, symbol: "BTC", name: "Bitcoin", price: "67123.45"),
            TestCoin(id: 2, symbol: "UNI", name: "Uniswap"),
        ]
        let table = MarketTable.of(coins, sources: [source])
        let complaints = try AgeLimit("60s").complaints(of: [table[0], table[1]], in: table, at: now)
        #expect(complaints == ["the price of BTC is 75 s old, more than --max-age 60s"])
    }
}
