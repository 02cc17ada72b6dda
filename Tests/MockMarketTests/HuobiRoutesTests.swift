import Foundation
import Shared
import Testing

@testable import MockMarket

/// Pairs and candles of the exchange.
struct HuobiRoutesTests {
    private let now = MarketTime(seconds: 1_700_000_000)
    private var state: MockMarketState

    init() {
        var settings = SimulatedMarket.Settings()
        settings.coins = 400
        state = MockMarketState(SimulatedMarket(settings: settings, at: now))
    }

    @Test(
        arguments: [
            ("1min", 60), ("5min", 300), ("15min", 900), ("30min", 1800), ("60min", 3600), ("4hour", 14_400),
            ("1day", 86_400), ("1week", 604_800),
        ] as [(String, Int64)]
    )
    mutating func candlesComeNewestFirstAndEndInTheTicker(period: String, seconds: Int64) throws {
        for _ in 0..<50 { state.advance(at: state.market.time.adding(milliseconds: 1300)) }
        let body = try reply("/market/history/kline?symbol=btcusdt&period=\(period)&size=20").object()
        #expect(body["ch"] as? String == "market.btcusdt.kline.\(period)")
        #expect(body["ts"] as? Int64 == now.milliseconds)
        let rows = try #require(body["data"] as? [[String: Any]])
        #expect(rows.count == 20)
        #expect(Set(rows[0].keys) == ["id", "open", "close", "low", "high", "amount", "vol", "count"])
        let ids = rows.compactMap { $0["id"] as? Int64 }
        #expect(zip(ids, ids.dropFirst()).allSatisfy { $0 - $1 == seconds })
        // Days and weeks begin at 16:00 UTC.
        if seconds >= 86_400 { #expect(ids.allSatisfy { $0 % 86_400 == 57_600 }) }
        let board = try reply("/market/tickers").object()
        let tickers = try #require(board["data"] as? [[String: Any]])
        let bitcoin = try #require(tickers.first { $0["symbol"] as? String == "btcusdt" })
        #expect(rows[0]["close"] as? Double == bitcoin["close"] as? Double)
        if period == "1day" {
            for name in ["open", "high", "low"] { #expect(rows[0][name] as? Double == bitcoin[name] as? Double) }
        }
    }

    @Test(arguments: [
        ("", "require-symbol", "the symbol parameter is missing"),
        ("symbol=nosuchusdt&period=1min", "invalid-parameter", "invalid symbol"),
        ("symbol=BTCUSDT&period=1min", "invalid-parameter", "invalid symbol"),
        ("symbol=ethbtc&period=1min", "invalid-parameter", "symbol trade not open now"),
        ("symbol=btcusdt&period=2min", "invalid-parameter", "invalid period"),
        ("symbol=btcusdt&interval=1min", "invalid-parameter", "invalid period"),
        ("symbol=btcusdt&period=1min&size=0", "invalid-parameter", "invalid size, valid range: [1,2000]"),
        ("symbol=btcusdt&period=1min&size=2001", "invalid-parameter", "invalid size, valid range: [1,2000]"),
    ])
    mutating func errorsComeUnder200(query: String, code: String, message: String) throws {
        let reply = reply("/market/history/kline?" + query)
        #expect(reply.status == 200)
        let body = try reply.object()
        #expect(body["status"] as? String == "error")
        #expect(body["err-code"] as? String == code)
        #expect(body["err-msg"] as? String == message)
    }

    @Test mutating func theUsualSizeIs150AndTheLargest2000() throws {
        for (query, count) in [("", 150), ("&size=2000", 2000)] {
            let body = try reply("/market/history/kline?symbol=btcusdt&period=1min\(query)").object()
            #expect((body["data"] as? [Any])?.count == count)
        }
    }

    @Test mutating func thePairListKnowsTheTickersAndMore() throws {
        let rows = try #require(try reply("/v1/common/symbols").object()["data"] as? [[String: Any]])
        let online = Set(rows.filter { $0["state"] as? String == "online" }.compactMap { $0["symbol"] as? String })
        let tickers = try #require(try reply("/market/tickers").object()["data"] as? [[String: Any]])
        #expect(Set(tickers.compactMap { $0["symbol"] as? String }).isSubset(of: online))
        #expect(Set(rows.compactMap { $0["state"] as? String }) == ["online", "offline", "suspend"])
        #expect(rows.filter { $0["underlying"] != nil }.count == 3)
        #expect(
            rows.allSatisfy { row in
                let parts = ["base-currency", "quote-currency"].compactMap { row[$0] as? String }
                return parts.joined() == row["symbol"] as? String
            }
        )
        let second = try reply("/v2/settings/common/symbols").object()
        #expect(second["ts"] is String)
        #expect(
            (second["data"] as? [[String: Any]])?.compactMap { $0["sc"] as? String }
                == rows.compactMap { $0["symbol"] as? String }
        )
    }

    @Test mutating func aLeveragedProductHasCandlesOfItsOwn() throws {
        let body = try reply("/market/history/kline?symbol=btc3lusdt&period=1day&size=5").object()
        #expect((body["data"] as? [Any])?.count == 5)
    }

    @Test mutating func someCoinsAreNotTraded() {
        let coins = state.market.coins
        #expect(coins.contains { $0.pair == nil && $0.identity.symbol != "USDT" })
        let offline = state.market.exchange.pairs.filter { $0.state == .offline }
        #expect(!offline.isEmpty)
    }

    private mutating func reply(_ uri: String) -> MockReply { state.reply(to: .get(uri), at: now) }
}
