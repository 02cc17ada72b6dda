import Foundation
import Shared
import Testing

@testable import TerminalClient

struct ReplicaCacheTests {
    static func cache(coins: Int = 900) -> ReplicaCache {
        let market = (1...coins).map { number in
            TestCoin(id: UInt32(number), symbol: "C\(number)", name: "Coin \(number)", price: "\(number).25", day: 12)
        }
        var table = MarketTable.of(market, sources: [.live])
        table.setPrice(777, row: 0)
        var cache = ReplicaCache(
            market: CachedMarket(epoch: MarketEpoch(rawValue: 7), table: table),
            clockOffset: .milliseconds(-250)
        )
        cache.rates = ExchangeRates(
            source: "ECB",
            day: CivilDate(year: 2026, month: 1, day: 2),
            heard: MarketTime(seconds: 1_767_312_000),
            base: "EUR",
            rates: ["USD": .test(11_723, 4)]
        )
        let close = CoinWeek.Close(MarketHour(5), .test(12, 1))
        cache.weeks = CachedWeeks([CoinWeek(CoinID(3), [close])], open: MarketHour(6))
        cache.charts = [
            CachedChart(
                request: ChartRequest(coin: CoinID(2), interval: .hour, count: 600),
                source: "huobi",
                heard: MarketTime(seconds: 1_700_000_000),
                candles: .walk(500)
            ),
            CachedChart(
                request: ChartRequest(coin: CoinID(3), interval: .day, count: 300),
                source: "binance",
                heard: nil,
                candles: .walk(2, .day)
            ),
        ]
        return cache
    }

    @Test func whatIsWrittenIsReadAgain() throws {
        let cache = Self.cache()
        let read = try ReplicaCache(bytes: cache.bytes)
        #expect(read.market.epoch == cache.market.epoch)
        #expect(read.market.table.sequence == cache.market.table.sequence)
        #expect(read.market.table.time == cache.market.table.time)
        #expect(read.market.table.hashes == cache.market.table.hashes)
        #expect(read.market.table.sources == cache.market.table.sources)
        #expect(read.clockOffset == cache.clockOffset)
        #expect(read.rates == cache.rates)
        #expect(read.weeks == cache.weeks)
        #expect(read.charts == cache.charts)
    }

    /// The first part of a snapshot is one even if it has no rows.
    @Test func aMarketWithoutCoinsIsOne() throws {
        let empty = ReplicaCache(market: CachedMarket(epoch: MarketEpoch(rawValue: 7), table: MarketTable.of([])))
        let read = try ReplicaCache(bytes: empty.bytes)
        #expect(read.market.table.count == 0)
    }

    @Test func aCacheThatIsCutOffAnywhereIsRefused() {
        let bytes = Self.cache(coins: 3).bytes
        for length in 0..<bytes.count {
            let expected: ReplicaCacheError = length < 17 ? .otherFormat : .wrongChecksum
            #expect(throws: expected) { try ReplicaCache(bytes: Array(bytes[..<length])) }
        }
    }

    @Test func aCacheWithAnyWrongByteIsRefused() {
        let bytes = Self.cache(coins: 3).bytes
        for index in bytes.indices {
            var wrong = bytes
            wrong[index] ^= 0x10
            #expect(throws: ReplicaCacheError.self) { try ReplicaCache(bytes: wrong) }
        }
    }

    @Test func aCacheOfAnotherVersionIsRefused() {
        var bytes = Self.cache(coins: 3).bytes
        bytes.replaceSubrange(0..<17, with: Array("tickwire cache 2\n".utf8))
        #expect(throws: ReplicaCacheError.otherFormat) { try ReplicaCache(bytes: bytes) }
    }

    /// As a program with a defect would write it.
    @Test(arguments: [[], [0, 0, 0], [UInt8](repeating: 0, count: 12), [UInt8](repeating: 0xFF, count: 64)])
    func contentsThatMakeNoSenseAreRefusedUnderARightChecksum(contents: [UInt8]) {
        let error = #expect(throws: ReplicaCacheError.self) { try ReplicaCache(bytes: ReplicaCache.sealed(contents)) }
        #expect(error == .tooShort || error == .noMarket)
    }

    @Test func onlyTheChartsThatWereOpenLastAreKeptWithTheirNewestCandles() {
        var cache = ChartCache()
        for coin in 1...20 {
            let request = ChartRequest(coin: CoinID(UInt32(coin)), interval: .hour, count: 900)
            cache.keep(CachedChart(request: request, source: "huobi", heard: nil, candles: .walk(900)))
        }
        #expect(cache.charts.map(\.request.coin.rawValue) == Array((9...20).reversed()))
        #expect(cache.charts.allSatisfy { $0.candles == [Candle].walk(900).suffix(500) })
        cache.keep(cache.charts[5])
        #expect(cache.charts.count == 12)
        #expect(cache.charts[0].request.coin == CoinID(15))
    }

    /// The largest market with the longest texts, and as many candles as are kept.
    @Test func theLargestCacheHasRoom() {
        let name = String(repeating: "n", count: 64)
        let coins = (1...MarketTable.rowsMax).map { number in
            TestCoin(
                id: UInt32.max - UInt32(number),
                symbol: "SYMBOL\(number)",
                name: name,
                price: "1.2345678901234",
                day: 9_999,
                hour: 9_999,
                week: 9_999,
                volume: 1 << 50,
                supply: 1 << 50
            )
        }
        var cache = ReplicaCache(
            market: CachedMarket(epoch: MarketEpoch(rawValue: .max), table: .of(coins, sources: [.live]))
        )
        let chart = Self.cache(coins: 1).charts[0]
        cache.charts = [CachedChart](repeating: chart, count: ChartCache.chartsMax)
        #expect(cache.bytes.count < ReplicaCache.bytesMax)
    }
}

struct ReplicaCacheFileTests {
    private func withFile(_ body: (ReplicaCacheFile, String) async throws -> Void) async throws {
        let directory = NSTemporaryDirectory() + "/tickwire-cache-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let log = LogFile(path: directory + "/terminal.log", bytesMax: 1000)
        try await body(ReplicaCacheFile(path: directory + "/replicas/one", log: log), log.path)
    }

    private func text(_ path: String) throws -> String { String(decoding: try SmallFile.read(path), as: UTF8.self) }

    @Test func aCacheIsForItsOwnerAlone() async throws {
        try await withFile { file, log in
            #expect(file.read() == nil)
            await file.write(ReplicaCacheTests.cache(coins: 3))
            let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            #expect(file.read()?.market.table.count == 3)
            #expect(!SmallFile.exists(log), "nothing went wrong")
        }
    }

    @Test func aBrokenCacheIsRemovedWithALineInTheLog() async throws {
        try await withFile { file, log in
            await file.write(ReplicaCacheTests.cache(coins: 3))
            let bytes = try SmallFile.read(file.path)
            try SmallFile.write(Array(bytes.dropLast(100)), to: file.path)
            #expect(file.read() == nil)
            #expect(!SmallFile.exists(file.path))
            #expect(try text(log).contains("\(file.path) was discarded: its checksum is wrong"))
            #expect(file.read() == nil)
            #expect(try text(log).split(separator: "\n").count == 1, "a cache that is gone is not told again")
        }
    }

    @Test func aCacheThatCannotBeWrittenIsReportedInTheLog() async throws {
        try await withFile { file, log in
            try SmallFile.makeFolder(file.path)
            await file.write(ReplicaCacheTests.cache(coins: 3))
            #expect(try text(log).contains("was not written: Is a directory"))
        }
    }

    @Test func theLogBeginsAnewWhenItHasGrownTooLarge() async throws {
        try await withFile { file, path in
            let log = LogFile(path: path, bytesMax: 1000)
            for number in 0..<100 { log.note("line \(number)\u{1B}[2J", at: MarketTime(seconds: 0)) }
            let lines = try text(path).split(separator: "\n")
            #expect(lines.last == "1970-01-01T00:00:00Z line 99\\u{1b}[2J")
            #expect(try SmallFile.read(path).count < 1100)
        }
    }
}

extension MarketSource {
    fileprivate static let live = MarketSource(
        .ticker,
        MarketSource.Name(.tickers, of: "Huobi"),
        state: .live,
        since: MarketTime(seconds: 0),
        lastEvent: MarketTime(seconds: 1_700_000_000)
    )
}
