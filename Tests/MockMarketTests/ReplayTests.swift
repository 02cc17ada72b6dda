import Foundation
import Shared
import Testing

@testable import MockMarket

/// Recorded answers served again, from small folders made here.
@Suite(.timeLimit(.minutes(5)))
final class ReplayTests {
    /// Everything that a test writes; gone with it.
    private let root = FileManager.default.temporaryDirectory.appending(path: "tickwire-mock-\(UUID())")

    deinit { try? FileManager.default.removeItem(at: root) }

    private let now = MarketTime(seconds: 1_700_000_000)

    @Test func recordingsAreServedOneAfterTheOtherInALoop() throws {
        let replay = try replay(
            """
            {"answers":[
              {"path":"/market/tickers","file":"a.json","time":"2021-06-30T14:16:55Z"},
              {"path":"/market/tickers","file":"b.json","time":"2021-06-30T14:57:36Z"}]}
            """,
            files: ["a.json": "first", "b.json": "second"]
        )
        let texts = (0..<5).map { _ in replay.reply(to: .get("/market/tickers"), at: now)?.text }
        #expect(texts == ["first", "second", "first", "second", "first"])
        #expect(replay.reply(to: .get("/elsewhere"), at: now) == nil)
    }

    @Test func withASpeedTheClockChooses() throws {
        let replay = try replay(
            """
            {"speed":60,"answers":[
              {"path":"/x","file":"b.json","time":"2021-06-30T15:00:00Z"},
              {"path":"/x","file":"a.json","time":"2021-06-30T14:00:00Z"}]}
            """,
            files: ["a.json": "first", "b.json": "second"]
        )
        // An hour takes a minute; the last recording stays for as long, then it begins again.
        for (seconds, text) in [(0, "first"), (59, "first"), (60, "second"), (119, "second"), (120, "first")]
            as [(Int64, String)]
        {
            #expect(replay.reply(to: .get("/x"), at: now.adding(seconds: seconds))?.text == text, "\(seconds)")
        }
    }

    @Test func theQueryChoosesTheRecording() throws {
        let replay = try replay(
            """
            {"only":true,"answers":[
              {"path":"/kline","query":{"symbol":"btcusdt","size":"10"},"file":"btc10.json"},
              {"path":"/kline","query":{"symbol":"btcusdt","size":"20"},"file":"btc20.json"},
              {"path":"/kline","query":{"symbol":"ethusdt"},"file":"eth.json"}]}
            """,
            files: ["btc10.json": "btc10", "btc20.json": "btc20", "eth.json": "eth"]
        )
        let told = [
            "symbol=btcusdt&size=20", "symbol=btcusdt&size=10", "symbol=btcusdt&size=77", "symbol=ethusdt&size=5",
        ]
        .map { replay.reply(to: .get("/kline?" + $0), at: now)?.text }
        #expect(told == ["btc20", "btc10", "btc10", "eth"])
        let missing = replay.reply(to: .get("/kline?symbol=xrpusdt"), at: now)
        #expect(missing?.status == 404)
        #expect(missing?.text.contains("no recording of GET /kline") == true)
    }

    @Test func statusAndHeadersAreReplayedToo() throws {
        let replay = try replay(
            #"{"answers":[{"path":"/x","status":429,"headers":{"Retry-After":"9","Content-Length":"77"},"file":"a"}]}"#,
            files: ["a": "busy"]
        )
        let reply = try #require(replay.reply(to: .get("/x"), at: now))
        #expect(reply.status == 429)
        #expect(reply.header("Retry-After") == "9")
        #expect(reply.header("Content-Length") == "4")
    }

    @Test func faultsHitRecordedAnswersAsWell() async throws {
        let folder = try folder(#"{"answers":[{"path":"/x","file":"a"}]}"#, files: ["a": "recorded"])
        var configuration = MockMarketServer.Configuration()
        configuration.market.coins = 5
        configuration.replay = folder
        configuration.faults = [Fault(path: "/x", kind: .status(503), times: 1)]
        let mock = try await MockMarketServer.start(configuration)
        let client = try await RawHTTP.connected(to: mock.port)
        try await client.get("/x")
        #expect(await client.read { $0.contains("\r\n\r\n") }.text.hasPrefix("HTTP/1.1 503 "))
        await client.close()
        let second = try await RawHTTP.connected(to: mock.port)
        try await second.get("/x", headers: "Connection: close\r\n")
        let answer = await second.read()
        #expect(answer.text.hasSuffix("recorded"))
        #expect(answer.ending == .closed)
        await mock.stop()
    }

    @Test(arguments: [
        (#"{"answers":[{"path":"/x","file":"gone.json"}]}"#, "gone.json, which is not there"),
        (#"{"answers":[{"file":"a.json"}]}"#, "it is not as docs/MOCK.md describes it"),
        (#"{"speed":0}"#, "the speed must be above 0"),
        (#"{"series":[{"file":"a.json","symbol":"BTC"}]}"#, "0 of its "),
    ])
    func aWrongPlanIsReportedInWords(plan: String, reason: String) throws {
        let folder = try folder(plan, files: ["a.json": "no minutes"])
        let error = #expect(throws: ReplayError.self) { try MarketReplay(folder, at: now) }
        #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
    }

    @Test func aFolderWithoutAPlanIsReportedToo() throws {
        let folder = try folder(nil, files: [:])
        let error = #expect(throws: ReplayError.self) { try MarketReplay(folder, at: now) }
        #expect(error?.description.hasSuffix("it has neither replay.json nor recording.jsonl") == true)
        #expect(throws: ReplayError.self) { try MarketReplay("/nowhere/at/all", at: now) }
    }

    @Test(arguments: ["minutes.json", "minutes.csv"])
    func recordedMinutesBecomeACoinsPrices(file: String) throws {
        // A minute is missing, and one price has an exponent.
        let json = """
            [[1516424100000, 5.352e-05, 5.4e-05, 5.348e-05, 5.4e-05, 10.5], [1516424160000, 0.00005399, 5.41e-05, 5.337e-05, \
            5.345e-05, 20], [1516424280000, 5.345e-05, 5.5e-05, 5.303e-05, 5.32e-05, 30]]
            """
        let csv = """
            Date,Close,High,Low,Open,Volume
            2018-01-20 04:55:00+00:00,5.4e-05,5.4e-05,5.348e-05,5.352e-05,10.5
            2018-01-20 04:56:00+00:00,5.345e-05,5.41e-05,5.337e-05,0.00005399,20
            2018-01-20 04:58:00+00:00,5.32e-05,5.5e-05,5.303e-05,5.345e-05,30
            """
        let folder = try folder(
            #"{"series":[{"file":"\#(file)","symbol":"BTC","scale":"1000"}]}"#,
            files: ["minutes.json": json, "minutes.csv": csv]
        )
        let replay = try MarketReplay(folder, at: now)
        let minutes = try #require(replay.tapes["BTC"])
        #expect(minutes.decimals == 5)
        let spans = minutes.spans(decimals: 5, amountDecimals: 4)
        #expect(spans.map(\.open) == [5352, 5399, 5345, 5345])
        #expect(spans.map(\.close) == [5400, 5345, 5345, 5320])
        let amounts: [Int64] = [105_000, 200_000, 0, 300_000]
        #expect(file.hasSuffix("csv") ? spans[1].traded.turnover == 2000 : spans.map(\.traded.amount) == amounts)
        var settings = SimulatedMarket.Settings()
        (settings.coins, settings.tapes) = (5, replay.tapes)
        var market = SimulatedMarket(settings: settings, at: now)
        for _ in 0..<40 { market.advance(at: market.time.adding(milliseconds: 9_000)) }
        let bitcoin = try #require(market.coins.first { $0.identity.symbol == "BTC" })
        #expect(bitcoin.decimals == 5)
        #expect(5303...5500 ~= bitcoin.price)
        let closed = CandleSeries(bitcoin, .minutes(1), last: 4, until: market.time.minute - 1, at: market.time).items
        #expect(Set(closed.map(\.span.close)) == [5400, 5345, 5320])
    }

    private func replay(_ plan: String, files: [String: String]) throws -> MarketReplay {
        try MarketReplay(folder(plan, files: files), at: now)
    }

    private func folder(_ plan: String?, files: [String: String]) throws -> String {
        let folder = root.appending(path: "\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var files = files
        files["replay.json"] = plan
        for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
        return folder.path
    }
}
