import Foundation
import Shared
import Testing

@testable import MockMarket

/// History, prices and the coin list of the archive.
struct CryptoCompareRoutesTests {
    private let now = MarketTime(seconds: 1_700_000_000)
    private var state: MockMarketState

    init() {
        var settings = SimulatedMarket.Settings()
        settings.coins = 1000
        state = MockMarketState(SimulatedMarket(settings: settings, at: now))
    }

    @Test(arguments: [("histominute", 1440, 60), ("histohour", 168, 3600), ("histoday", 30, 86_400)])
    mutating func aHistoryHasOneCandleMoreThanItsLimit(path: String, usual: Int, seconds: Int) throws {
        for (query, count) in [
            ("", usual + 1), ("&limit=10", 11), ("&limit=2000", 2001), ("&aggregate=2&limit=2000", 1001),
        ] {
            let body = try reply("/data/\(path)?fsym=BTC&tsym=USD\(query)").object()
            #expect(body["Response"] as? String == "Success")
            let rows = try #require(body["Data"] as? [[String: Any]])
            #expect(rows.count == count)
            let times = rows.compactMap { $0["time"] as? Int }
            let step = query.contains("aggregate") ? 2 * seconds : seconds
            #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 == step })
            #expect(times.allSatisfy { $0.isMultiple(of: step) })
            #expect(body["TimeTo"] as? Int == times.last)
            #expect(body["Aggregated"] as? Bool == query.contains("aggregate"))
        }
    }

    @Test mutating func theSecondGenerationKeepsItDeeper() throws {
        let first = try reply("/data/histoday?fsym=BTC&tsym=USD&limit=5").object()
        let second = try reply("/data/v2/histoday?fsym=BTC&tsym=USD&limit=5").object()
        let data = try #require(second["Data"] as? [String: Any])
        #expect(second["TimeTo"] == nil && data["TimeTo"] as? Int == first["TimeTo"] as? Int)
        let rows = try #require(data["Data"] as? [NSDictionary])
        #expect(rows == first["Data"] as? [NSDictionary])
    }

    @Test mutating func bothProvidersAgreeInEveryMinute() throws {
        for _ in 0..<200 { state.advance(at: state.market.time.adding(milliseconds: 1700)) }
        let one = try reply("/market/history/kline?symbol=ethusdt&period=1min&size=100").object()
        let other = try reply("/data/histominute?fsym=ETH&tsym=USD&limit=99").object()
        let newest = try #require(one["data"] as? [[String: Any]])
        let oldest = try #require(other["Data"] as? [[String: Any]])
        #expect(newest.count == 100)
        for (huobi, archive) in zip(newest.reversed(), oldest) {
            #expect(huobi["id"] as? Int == archive["time"] as? Int)
            for name in ["open", "high", "low", "close"] { #expect(huobi[name] as? Double == archive[name] as? Double) }
            #expect(huobi["vol"] as? Double == archive["volumeto"] as? Double)
            #expect(huobi["amount"] as? Double == archive["volumefrom"] as? Double)
        }
        let prices = try reply("/data/pricemultifull?fsyms=ETH&tsyms=USD").object()
        let raw = try #require(((prices["RAW"] as? [String: Any])?["ETH"] as? [String: Any])?["USD"] as? [String: Any])
        #expect(raw["PRICE"] as? Double == oldest.last?["close"] as? Double)
    }

    @Test mutating func anEarlierEndIsTheSameHistory() throws {
        let all = try #require(
            try reply("/data/histohour?fsym=ADA&tsym=USD&limit=100").object()["Data"] as? [NSDictionary]
        )
        let end = try #require(all[60]["time"] as? Int)
        let part = try reply("/data/histohour?fsym=ADA&tsym=USD&limit=60&toTs=\(end + 17)").object()
        #expect(part["Data"] as? [NSDictionary] == Array(all[0...60]))
    }

    @Test mutating func beforeTheCoinExistedThereAreZeros() throws {
        let body = try reply("/data/v2/histoday?fsym=PEPE&tsym=USD&limit=2000").object()
        let rows = try #require((body["Data"] as? [String: Any])?["Data"] as? [[String: Any]])
        #expect(rows.count == 2001)
        #expect(rows[0]["close"] as? Double == 0 && rows[0]["volumeto"] as? Double == 0)
        #expect(rows.last?["close"] as? Double ?? 0 > 0)
    }

    @Test(arguments: [
        ("/data/histominute?tsym=USD", 2, "fsym"), ("/data/histominute?fsym=BTC", 2, "tsym"),
        ("/data/histominute?fsym=NOSUCH&tsym=USD", 2, "fsym"), ("/data/histoday?fsym=BTC&tsym=XYZ", 2, "tsym"),
        ("/data/histoday?fsym=BTC&tsym=USD&limit=2001", 2, "limit"),
        ("/data/histoday?fsym=BTC&tsym=USD&aggregate=31", 2, "aggregate"),
        ("/data/histoday?fsym=BTC&tsym=USD&e=Nowhere", 1, nil),
        ("/data/pricemultifull?fsyms=NOSUCH&tsyms=USD", 2, "tsyms"),
        ("/data/pricemultifull?tsyms=USD", 2, "fsyms"),
    ])
    mutating func errorsComeUnder200(uri: String, type: Int, parameter: String?) throws {
        let reply = reply(uri)
        #expect(reply.status == 200)
        let body = try reply.object()
        #expect(body["Response"] as? String == "Error")
        #expect(body["Type"] as? Int == type)
        #expect(body["ParamWithError"] as? String == parameter)
        #expect((body["Data"] as? [String: Any])?.isEmpty == true)
    }

    @Test(arguments: [
        "/data/all/coinlist", "/data/histominute?fsym=BTC&tsym=USD", "/data/pricemultifull?fsyms=BTC&tsyms=USD",
    ])
    mutating func withoutAKeyNothingIsAnswered(uri: String) throws {
        let missing = state.reply(to: .get(uri), at: now)
        #expect(missing.status == 401)
        #expect(try missing.object()["Response"] == nil)
        #expect(state.reply(to: .get(uri, headers: [("Authorization", "Apikey invalid-one")]), at: now).status == 401)
        #expect(state.reply(to: .get(uri + (uri.contains("?") ? "&" : "?") + "api_key=any"), at: now).status == 200)
    }

    @Test mutating func theCoinListHasGapsNamesakesAndOddFields() throws {
        let body = try reply("/data/all/coinlist").object()
        let coins = try #require(body["Data"] as? [String: [String: Any]])
        #expect((700...950).contains(coins.count))
        #expect(coins["BTC"]?["Id"] as? String == "1182")
        #expect(coins["DOT"]?["CoinName"] as? String == "Dotcoin")
        #expect(coins["IOTA"] == nil && coins["IOT"]?["CoinName"] as? String == "IOTA")
        #expect(coins.keys.contains { $0.hasSuffix("*") })
        #expect(coins.values.contains { $0["ImageUrl"] == nil })
        #expect(coins.values.contains { $0["BuiltOn"] == nil })
        #expect(coins.values.contains { $0["TotalCoinSupply"] as? String == "N/A" })
        let names = Set(state.market.coins.map(\.identity.name))
        let listed = Set(coins.values.compactMap { ($0["CoinName"] as? String)?.trimmingCharacters(in: .whitespaces) })
        #expect(!names.subtracting(listed).isEmpty, "some coins are not listed here")
        #expect(!listed.subtracting(names).isEmpty, "some coins are listed only here")
    }

    /// A namesake's candles are not those of the listed coin.
    @Test mutating func aNamesakeHasAHistoryOfItsOwn() throws {
        let body = try reply("/data/histoday?fsym=DOT&tsym=USD&limit=3").object()
        let close = try #require((body["Data"] as? [[String: Any]])?.last?["close"] as? Double)
        #expect(close < 0.1)
    }

    private mutating func reply(_ uri: String) -> MockReply {
        state.reply(to: .get(uri, headers: [("Authorization", "Apikey any")]), at: now)
    }
}
