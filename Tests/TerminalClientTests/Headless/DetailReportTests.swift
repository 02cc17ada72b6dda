import Foundation
import Shared
import Testing

@testable import TerminalClient

/// `tickwire detail` prints what the coin's page shows.
struct DetailReportTests {
    private func report() throws -> DetailReport {
        let coin = TestCoin(
            id: 1,
            symbol: "BTC",
            name: "Bitcoin",
            price: "61234.50",
            day: -231,
            supply: 19_000_000,
            rank: 1
        )
        let now = MarketTime(seconds: 1_700_000_000)
        let exchange = MarketSource(
            .ticker,
            MarketSource.Name(.tickers, of: "Huobi"),
            state: .down,
            since: now,
            lastEvent: now.adding(seconds: -75)
        )
        let table = MarketTable.of([coin], sources: [exchange])
        let age = table.age(of: table[0].pricing, at: now)
        return DetailReport(try .sample(description: "Text."), quote: table[0], age: age)
    }

    @Test func factsComeFirstThenThePageAndOtherLinksThenTheText() throws {
        #expect(
            try report().text == """
                Bitcoin (BTC)
                coin, id:1
                rank 1
                price 61234.50, -2.31% in 24 hours, from Huobi, 1 min old
                supply 19,000,000 BTC
                listed since 2013-04-28
                mineable, pow, store-of-value

                Page: https://coinmarketcap.com/currencies/bitcoin/
                Website: https://bitcoin.org/
                Source code: https://github.com/bitcoin/bitcoin
                Explorer: https://mempool.space/

                Text.
                """
        )
    }

    @Test func jsonHasThePriceWithAllItsDigits() throws {
        let json = try JSONSerialization.jsonObject(with: JSONEncoder().encode(report())) as? [String: Any]
        #expect(json?["price"] as? String == "61234.50")
        #expect(json?["change_24h"] as? Double == -2.31)
        #expect(json?["source"] as? String == "Huobi")
        #expect(json?["age_ms"] as? Int == 75_000)
        #expect(json?["live"] as? Bool == false)
        let links = json?["links"] as? [[String: String]]
        #expect(links?.map { $0["kind"] } == ["page", "website", "source_code", "explorer"])
    }
}
