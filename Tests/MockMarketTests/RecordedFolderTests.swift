import Foundation
import Shared
import Testing

@testable import MockMarket

/// The recorded answers beside the project, replayed where they lie by a plan elsewhere.
@Suite(
    .timeLimit(.minutes(5)),
    .enabled(if: recordedFolder != nil, "needs the recorded answers in shared/data, above the project")
)
final class RecordedFolderTests {
    /// Everything that a test writes; gone with it.
    private let root = FileManager.default.temporaryDirectory.appending(path: "tickwire-mock-\(UUID())")

    deinit { try? FileManager.default.removeItem(at: root) }

    private let now = MarketTime(seconds: 1_700_000_000)

    @Test func listingsCandlesAndErrorsAreServedUnchanged() throws {
        let recorded = try #require(recordedFolder)
        let replay = try MarketReplay(plan(recorded), at: now)
        let listing = "/v1/cryptocurrency/listings/latest?start=1&limit="
        let expected = [
            (listing + "1000", "coinmarketcap/listings_latest_top1000_20210629T002345Z.json", 200),
            (listing + "10", "coinmarketcap/listings_latest_top10_20210630T141655Z.json", 200),
            (listing + "10", "coinmarketcap/listings_latest_top10_20210630T145736Z.json", 200),
            (listing + "10", "coinmarketcap/listings_latest_top10_20210630T141655Z.json", 200),
            ("/v1/common/symbols", "huobi/common_symbols_20210417.json", 200),
            (
                "/data/histominute?fsym=BTC&tsym=USD&limit=1440", "cryptocompare/histominute_btc_usd_default_1441.json",
                200
            ),
            ("/v1/cryptocurrency/map", "coinmarketcap/errors/pro_401_1002_api_key_missing_20200323.json", 401),
        ]
        for (uri, file, status) in expected {
            let reply = try #require(replay.reply(to: .get(uri), at: now), "\(uri)")
            #expect(reply.status == status)
            #expect(Data(reply.bodyBytes) == (try Data(contentsOf: recorded.appending(path: file))), "\(uri)")
        }
    }

    @Test(
        arguments: [
            ("BTC", "minute_ohlcv/BTC-USD_1m.csv", nil), ("ADA", "minute_ohlcv/ADA_BTC-1m.json", "10000"),
        ] as [(String, String, String?)]
    )
    func minuteSeriesMoveTheMarket(symbol: String, file: String, scale: String?) throws {
        let recorded = try #require(recordedFolder)
        let minutes = try RecordedMinutes(contentsOf: recorded.appending(path: file).path, scale: scale)
        #expect(minutes.rows.count > 10_000)
        var settings = SimulatedMarket.Settings()
        (settings.coins, settings.tapes) = (40, [symbol: minutes])
        var market = SimulatedMarket(settings: settings, at: now)
        for _ in 0..<200 { market.advance(at: market.time.adding(milliseconds: 3_100)) }
        let coin = try #require(market.coins.first { $0.identity.symbol == symbol })
        let spans = minutes.spans(decimals: coin.decimals, amountDecimals: coin.amountDecimals)
        let place = spans.count / 2 + Int(market.time.minute - now.minute)
        #expect(spans[place].low...spans[place].high ~= coin.price || coin.lastChanged.minute < market.time.minute)
        let series = CandleSeries(coin, .minutes(1), last: 1000, until: market.time.minute - 1, at: market.time).items
        #expect(series.map(\.span) == Array(spans[place - 1000..<place]))
    }

    private func plan(_ recorded: URL) throws -> String {
        let plan = """
            {"root":"\(recorded.path)","only":true,"answers":[
            {"path":"/v1/cryptocurrency/listings/latest","query":{"limit":"1000"},
             "file":"coinmarketcap/listings_latest_top1000_20210629T002345Z.json","time":"2021-06-29T00:23:45Z"},
            {"path":"/v1/cryptocurrency/listings/latest","query":{"limit":"10"},
             "file":"coinmarketcap/listings_latest_top10_20210630T141655Z.json","time":"2021-06-30T14:16:55Z"},
            {"path":"/v1/cryptocurrency/listings/latest","query":{"limit":"10"},
             "file":"coinmarketcap/listings_latest_top10_20210630T145736Z.json","time":"2021-06-30T14:57:36Z"},
            {"path":"/v1/common/symbols","file":"huobi/common_symbols_20210417.json"},
            {"path":"/data/histominute","query":{"fsym":"BTC","tsym":"USD"},
             "file":"cryptocompare/histominute_btc_usd_default_1441.json"},
            {"path":"/v1/cryptocurrency/map","status":401,
             "file":"coinmarketcap/errors/pro_401_1002_api_key_missing_20200323.json"}]}
            """
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        let file = root.appending(path: "plan.json")
        try Data(plan.utf8).write(to: file)
        return file.path
    }
}

private let recordedFolder: URL? = {
    var candidate = URL(filePath: #filePath)
    while candidate.path != "/" {
        candidate.deleteLastPathComponent()
        let data = candidate.appending(path: "shared/data")
        if FileManager.default.fileExists(atPath: data.path) { return data }
    }
    return nil
}()
