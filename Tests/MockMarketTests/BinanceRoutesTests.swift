import Foundation
import Shared
import Testing

@testable import MockMarket

/// The second exchange of the mock.
struct BinanceRoutesTests {
    private let now = MarketTime(seconds: 1_700_000_000)
    private var state: MockMarketState

    init() {
        var settings = SimulatedMarket.Settings()
        settings.coins = 400
        state = MockMarketState(SimulatedMarket(settings: settings, at: now))
    }

    @Test(
        arguments: [
            ("1m", 60), ("5m", 300), ("15m", 900), ("30m", 1800), ("1h", 3600), ("4h", 14_400), ("1d", 86_400),
            ("1w", 604_800),
        ] as [(String, Int64)]
    )
    mutating func candlesComeOldestFirstAndEndInTheTicker(interval: String, seconds: Int64) throws {
        for _ in 0..<50 { state.advance(at: state.market.time.adding(milliseconds: 1300)) }
        let rows = try list("/api/v3/klines?symbol=BTCUSDT&interval=\(interval)&limit=20", of: [Any].self)
        #expect(rows.count == 20 && rows.allSatisfy { $0.count == 12 })
        let starts = rows.compactMap { $0[0] as? Int64 }
        #expect(zip(starts, starts.dropFirst()).allSatisfy { $1 - $0 == seconds * 1000 })
        if seconds >= 86_400 { #expect(starts.allSatisfy { $0 % 86_400_000 == 0 }, "days begin at midnight in UTC") }
        let tickers = try list("/api/v3/ticker/24hr?type=MINI", of: [String: Any].self)
        let bitcoin = try #require(tickers.first { $0["symbol"] as? String == "BTCUSDT" })
        #expect(rows.last?[4] as? String == bitcoin["lastPrice"] as? String)
        let price = try #require(bitcoin["lastPrice"] as? String)
        #expect(price.split(separator: ".").last?.count == 8)
    }

    @Test mutating func candlesEndWhereTheyAreAskedTo() throws {
        let end = (now.milliseconds - 86_400_000) / 3_600_000 * 3_600_000
        let rows = try list("/api/v3/klines?symbol=BTCUSDT&interval=1h&limit=3&endTime=\(end)", of: [Any].self)
        #expect(rows.compactMap { $0[0] as? Int64 } == [end - 7_200_000, end - 3_600_000, end])
    }

    @Test mutating func itsPairsAreNotThoseOfTheOtherExchange() throws {
        let info = try reply("/api/v3/exchangeInfo").object()
        let symbols = try #require(info["symbols"] as? [[String: Any]])
        let trading = Set(
            symbols.filter { $0["status"] as? String == "TRADING" }.compactMap { $0["symbol"] as? String }
        )
        #expect(trading.contains("BTCUSDT") && !trading.contains("USDTUSDT"))
        #expect(symbols.contains { $0["status"] as? String == "BREAK" })
        let others = Set(state.market.coins.compactMap { $0.pair?.uppercased() })
        #expect(!trading.subtracting(others).isEmpty && !others.subtracting(trading).isEmpty)
        let tickers = try list("/api/v3/ticker/24hr", of: [String: Any].self)
        #expect(Set(tickers.compactMap { $0["symbol"] as? String }) == trading)
    }

    @Test(arguments: [
        ("klines?interval=1h", -1102), ("klines?symbol=BTCUSDT", -1102), ("klines?symbol=btcusdt&interval=1h", -1121),
        ("klines?symbol=ETHBTC&interval=1h", -1121), ("klines?symbol=BTCUSDT&interval=7m", -1120),
        ("klines?symbol=BTCUSDT&interval=1h&limit=x", -1130), ("ticker/24hr?type=HUGE", -1130),
    ])
    mutating func errorsComeUnder400(query: String, code: Int) throws {
        let reply = reply("/api/v3/" + query)
        #expect(reply.status == 400)
        #expect(try reply.object()["code"] as? Int == code)
    }

    private mutating func list<Element>(_ uri: String, of type: Element.Type) throws -> [Element] {
        let body = Data(reply(uri).bodyBytes)
        return try #require(JSONSerialization.jsonObject(with: body) as? [Element])
    }

    private mutating func reply(_ uri: String) -> MockReply { state.reply(to: .get(uri), at: now) }
}
