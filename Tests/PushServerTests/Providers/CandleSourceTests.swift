import MockMarket
import NIOHTTP1
import Shared
import Synchronization
import Testing

@testable import PushServer

/// Both sources of candles over HTTP, against servers that follow the providers' rules of what is sent.
@Suite(.timeLimit(.minutes(1)))
struct CandleSourceTests {
    /// Flat candles of price 1 and volume 2 at `step` until the time of the tests; nothing before `listed`.
    private static func rows(
        _ keys: (time: String, volume: String),
        step: Int64,
        count: Int,
        until end: Int64 = testTime.milliseconds / 1000,
        listed: Int64 = 0
    ) -> [String] {
        let last = end - end % step
        return (0..<Int64(count)).reversed().map { back in
            let time = last - back * step
            let price = time < listed ? 0 : 1
            return
                #"{"\#(keys.time)":\#(time),"open":\#(price),"high":\#(price),"low":\#(price),"close":\#(price),"\#(keys.volume)":2}"#
        }
    }

    @Test func theExchangesDaysAreBuiltOfFourHours() async throws {
        let answer: LoopbackServer.Answer = { request in
            guard request.parameters["symbol"] == "btcusdt", request.parameters["period"] == "4hour" else {
                return MockReply(text: "{}")
            }
            let rows = Self.rows(("id", "amount"), step: 14_400, count: Int(request.parameters["size"] ?? "") ?? 0)
            return MockReply(text: #"{"status":"ok","data":[\#(rows.reversed().joined(separator: ","))]}"#)
        }
        try await withRouter(answering: answer) { router in
            let days = try await HuobiClient(router: router).candles(of: "btcusdt", .day, count: 3)
            #expect(
                days.map(\.time.iso8601) == [
                    "2023-11-12T00:00:00.000Z", "2023-11-13T00:00:00.000Z", "2023-11-14T00:00:00.000Z",
                ]
            )
            #expect(days.map(\.volume) == [decimal("12"), decimal("12"), decimal("12")])
            #expect(days.map(\.isClosed) == [true, true, false])
        }
    }

    @Test func longHistoriesAreAskedForPageByPage() async throws {
        let asked = Mutex<[String]>([])
        let answer: LoopbackServer.Answer = { request in
            let limit = Int(request.parameters["limit"] ?? "") ?? 0
            let end = Int64(request.parameters["toTs"] ?? "") ?? testTime.milliseconds / 1000
            asked.withLock { $0.append("\(request.path) \(limit) \(request.headers["Authorization"].first ?? "")") }
            let rows = Self.rows(("time", "volumefrom"), step: 60, count: limit + 1, until: end)
            return MockReply(text: #"{"Response":"Success","Data":{"Data":[\#(rows.joined(separator: ","))]}}"#)
        }
        try await withRouter(answering: answer) { router in
            let client = CryptoCompareClient(router: router, key: APIKey("secret"))
            let candles = try await client.candles(of: "BTC", .quarterHour, count: 300)
            #expect(candles.count == 300)
            #expect(zip(candles, candles.dropFirst()).allSatisfy { $1.time == $0.time.adding(seconds: 900) })
            #expect(candles.dropLast().allSatisfy { $0.volume == decimal("30") && $0.isClosed })
            #expect(candles.last?.isClosed == false)
        }
        let path = "/data/v2/histominute"
        #expect(
            asked.withLock(\.self) == [
                "\(path) 2000 Apikey secret", "\(path) 2000 Apikey secret", "\(path) 500 Apikey secret",
            ]
        )
    }

    @Test func theHistoryEndsWhereTheCoinWasListed() async throws {
        let listed = testTime.milliseconds / 1000 - 3000 * 60
        let requests = Mutex(0)
        let answer: LoopbackServer.Answer = { request in
            requests.withLock { $0 += 1 }
            let limit = Int(request.parameters["limit"] ?? "") ?? 0
            let end = Int64(request.parameters["toTs"] ?? "") ?? testTime.milliseconds / 1000
            let rows = Self.rows(("time", "volumefrom"), step: 60, count: limit + 1, until: end, listed: listed)
            return MockReply(text: #"{"Response":"Success","Data":{"Data":[\#(rows.joined(separator: ","))]}}"#)
        }
        try await withRouter(answering: answer) { router in
            let client = CryptoCompareClient(router: router, key: nil)
            let candles = try await client.candles(of: "NEW", .halfHour, count: 300)
            #expect(candles.count == 101, "the first is not whole, but all there is")
            #expect(candles.first?.time == CandleInterval.halfHour.start(of: MarketTime(seconds: listed)))
        }
        #expect(requests.withLock(\.self) == 2)
    }

    @Test func anOlderPageThatIsRefusedEndsTheHistory() async throws {
        let answer: LoopbackServer.Answer = { request in
            if request.parameters["toTs"] != nil {
                return MockReply(
                    text: #"{"Response":"Error","Message":"too far back","Type":2,"ParamWithError":"toTs"}"#
                )
            }
            let rows = Self.rows(("time", "volumefrom"), step: 60, count: 2001)
            return MockReply(text: #"{"Response":"Success","Data":[\#(rows.joined(separator: ","))]}"#)
        }
        try await withRouter(answering: answer) { router in
            let candles = try await CryptoCompareClient(router: router, key: nil).candles(
                of: "BTC",
                .quarterHour,
                count: 300
            )
            #expect((132...134).contains(candles.count))
        }
    }

    @Test func anErrorOfAnOlderPageIsAnErrorOfTheWhole() async throws {
        let answer: LoopbackServer.Answer = { request in
            if request.parameters["toTs"] != nil { return MockReply(.internalServerError, text: "") }
            let rows = Self.rows(("time", "volumefrom"), step: 60, count: 2001)
            return MockReply(text: #"{"Response":"Success","Data":[\#(rows.joined(separator: ","))]}"#)
        }
        try await withRouter(answering: answer) { router in
            let client = CryptoCompareClient(router: router, key: nil)
            let told = await failure { try await client.candles(of: "BTC", .quarterHour, count: 300) }
            #expect(told == .unavailable("HTTP 500", until: nil))
        }
    }

    @Test func withoutOneCandleTheCoinIsNotListed() async throws {
        let empty = #"{"status":"ok","Response":"Success","data":[],"Data":[]}"#
        try await withRouter(answering: { _ in MockReply(text: empty) }) { router in
            let sources: [any CandleSource] = [
                HuobiClient(router: router), CryptoCompareClient(router: router, key: nil),
            ]
            let told = [
                await failure { try await sources[0].candles(of: "xyzusdt", .day, count: 5) },
                await failure { try await sources[1].candles(of: "XYZ", .week, count: 5) },
            ]
            #expect(told == [.notListed("no candles of xyzusdt"), .notListed("no candles of XYZ in USDT")])
        }
    }
}
