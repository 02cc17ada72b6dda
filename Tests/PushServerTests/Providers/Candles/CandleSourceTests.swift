import MockMarket
import NIOHTTP1
import Shared
import Synchronization
import Testing

@testable import PushServer

/// Both sources of candles over HTTP, against servers that answer by the providers' rules.
@Suite(.timeLimit(.minutes(5)))
struct CandleSourceTests {
    /// Flat candles of price 1 and volume 2 at `step` until `end`; zeros before `listed`.
    private static func rows(
        _ keys: (time: String, volume: String),
        step: Int64,
        count: Int,
        until end: Int64,
        listed: Int64 = 0
    ) -> String {
        let last = end - end % step
        let rows = (0..<Int64(count)).reversed().map { back in
            let time = last - back * step
            let prices = ["open", "high", "low", "close"].map { #""\#($0)":\#(time < listed ? 0 : 1)"# }
            return #"{"\#(keys.time)":\#(time),\#(prices.joined(separator: ",")),"\#(keys.volume)":2}"#
        }
        return rows.joined(separator: ",")
    }

    /// The minutes that CryptoCompare sends: one more than requested.
    private static func minutes(_ request: MockRequest, listed: Int64 = 0, tooMany: Int = 1) -> MockReply {
        let rows = rows(
            ("time", "volumefrom"),
            step: 60,
            count: (Int(request.parameters["limit"] ?? "") ?? 0) + tooMany,
            until: Int64(request.parameters["toTs"] ?? "") ?? now,
            listed: listed
        )
        return MockReply(text: #"{"Response":"Success","Data":{"Data":[\#(rows)]}}"#)
    }

    private static let now = testTime.milliseconds / 1000

    /// Requests pages until there are `count` candles, as the hub does.
    private static func allPages(
        of source: some CandleSource,
        _ symbol: String,
        _ interval: CandleInterval,
        count: Int
    ) async throws -> [Candle] {
        var candles: [Candle] = []
        var end: MarketTime?
        while candles.count < count {
            let page = try await source.page(of: symbol, interval, count: count - candles.count, before: end)
            candles = page.candles + candles
            end = candles.first?.time
            if page.isOldest { break }
        }
        return candles
    }

    /// The exchange sends the candles that it has. CryptoCompare sends zeros before them, or nothing.
    @Test(arguments: [true, false])
    func aCoinThatIsThreeDaysOldHasAnUnfinishedWeekInEverySource(withZeros: Bool) async throws {
        // A Tuesday; the coin was listed on the Sunday before, so its first week is not whole.
        let listed = (Self.now - 2 * 86_400) / 86_400 * 86_400
        let answer: LoopbackServer.Answer = { request in
            if request.path == "/market/history/kline" {
                let count = min(Int(request.parameters["size"] ?? "") ?? 0, Int(Self.now - listed) / 14_400 + 1)
                let rows = Self.rows(("id", "amount"), step: 14_400, count: count, until: Self.now)
                return MockReply(text: #"{"status":"ok","data":[\#(rows)]}"#)
            }
            let limit = Int(request.parameters["limit"] ?? "") ?? 0
            let count = withZeros ? limit + 1 : 3
            let rows = Self.rows(("time", "volumefrom"), step: 86_400, count: count, until: Self.now, listed: listed)
            return MockReply(text: #"{"Response":"Success","Data":{"Data":[\#(rows)]}}"#)
        }
        try await withRouter(answering: answer) { router in
            let sources: [any CandleSource] = [
                HuobiClient(router: router), CryptoCompareClient(router: router, key: nil),
            ]
            for source in sources {
                for count in [1, 10, 300] {
                    let weeks = try await source.page(of: "new", .week, count: count, before: nil)
                    let times = weeks.candles.map(\.time.shortISO8601)
                    let all = ["2023-11-06T00:00:00Z", "2023-11-13T00:00:00Z"]
                    #expect(times.suffix(count) == all.suffix(count))
                    #expect(count == 1 || weeks.isOldest)
                }
            }
        }
    }

    @Test func theExchangesDaysAreBuiltOfFourHours() async throws {
        let answer: LoopbackServer.Answer = { request in
            guard request.parameters["symbol"] == "btcusdt", request.parameters["period"] == "4hour" else {
                return MockReply(text: "{}")
            }
            let size = Int(request.parameters["size"] ?? "") ?? 0
            let rows = Self.rows(("id", "amount"), step: 14_400, count: size, until: Self.now)
            return MockReply(text: #"{"status":"ok","data":[\#(rows)]}"#)
        }
        try await withRouter(answering: answer) { router in
            let days = try await HuobiClient(router: router).page(of: "btcusdt", .day, count: 3, before: nil).candles
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
            let limit = request.parameters["limit"] ?? ""
            asked.withLock { $0.append("\(request.path) \(limit) \(request.headers["Authorization"].first ?? "")") }
            return Self.minutes(request)
        }
        try await withRouter(answering: answer) { router in
            let client = CryptoCompareClient(router: router, key: APIKey("secret"))
            let candles = try await Self.allPages(of: client, "BTC", .quarterHour, count: 300)
            #expect(candles.count == 300)
            #expect(zip(candles, candles.dropFirst()).allSatisfy { $1.time == $0.time.adding(seconds: 900) })
            #expect(candles.dropLast().allSatisfy { $0.volume == decimal("30") && $0.isClosed })
            #expect(candles.last?.isClosed == false)
        }
        let path = "/data/v2/histominute"
        #expect(
            asked.withLock(\.self) == [
                "\(path) 2000 Apikey secret", "\(path) 1995 Apikey secret", "\(path) 510 Apikey secret",
            ]
        )
    }

    @Test func theHistoryEndsWhereTheCoinWasListed() async throws {
        let listed = Self.now - 3000 * 60
        let requests = Mutex(0)
        let answer: LoopbackServer.Answer = { request in
            requests.withLock { $0 += 1 }
            return Self.minutes(request, listed: listed)
        }
        try await withRouter(answering: answer) { router in
            let client = CryptoCompareClient(router: router, key: nil)
            let candles = try await Self.allPages(of: client, "NEW", .halfHour, count: 300)
            #expect(candles.count == 101, "the first is not whole, but all there is")
            #expect(candles.first?.time == CandleInterval.halfHour.start(of: MarketTime(seconds: listed)))
        }
        #expect(requests.withLock(\.self) == 2)
    }

    @Test func aPageOfNothingButZerosEndsTheHistoryToo() async throws {
        // The first page begins with the coin's first minute, in the middle of a half hour.
        let answer: LoopbackServer.Answer = { request in
            let listed = Self.now / 60 * 60 - 1999 * 60
            return Self.minutes(request, listed: listed, tooMany: request.parameters["toTs"] == nil ? 0 : 1)
        }
        try await withRouter(answering: answer) { router in
            let client = CryptoCompareClient(router: router, key: nil)
            let candles = try await Self.allPages(of: client, "NEW", .halfHour, count: 300)
            let listed = testTime.adding(seconds: -1999 * 60)
            #expect(candles.first?.time == CandleInterval.halfHour.start(of: listed))
        }
    }

    @Test func anOlderPageThatIsRefusedEndsTheHistory() async throws {
        let answer: LoopbackServer.Answer = { request in
            if request.parameters["toTs"] != nil {
                return MockReply(
                    text: #"{"Response":"Error","Message":"too far back","Type":2,"ParamWithError":"toTs"}"#
                )
            }
            return Self.minutes(request)
        }
        try await withRouter(answering: answer) { router in
            let client = CryptoCompareClient(router: router, key: nil)
            let candles = try await Self.allPages(of: client, "BTC", .quarterHour, count: 300)
            #expect((132...134).contains(candles.count))
        }
    }

    @Test func anErrorOfAnOlderPageIsAnError() async throws {
        let answer: LoopbackServer.Answer = { request in
            if request.parameters["toTs"] != nil { return MockReply(.internalServerError, text: "") }
            return Self.minutes(request)
        }
        try await withRouter(answering: answer) { router in
            let client = CryptoCompareClient(router: router, key: nil)
            let told = await failure { try await Self.allPages(of: client, "BTC", .quarterHour, count: 300) }
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
                await failure { try await sources[0].page(of: "xyzusdt", .day, count: 5, before: nil) },
                await failure { try await sources[1].page(of: "XYZ", .week, count: 5, before: nil) },
            ]
            #expect(told == [.notListed("no candles of xyzusdt"), .notListed("no candles of XYZ in USDT")])
        }
    }
}
