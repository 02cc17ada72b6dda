import MockMarket
import Shared
import Testing

@testable import PushServer

/// A decoder answers or fails for any bytes, and never ends the process.
struct DecoderFuzzTests {
    private static let samples = [
        Samples.listing, Samples.listingWithListOfQuotes, Samples.info, Samples.tickers, Samples.hours,
        Samples.symbols, Samples.minutes, Samples.coins, ExchangeRatesDecoderTests.sample,
        #"{"Response":"Error","Type":99,"RateLimit":{"calls_made":{"month":5},"max_calls":{"month":5}},"Data":[]}"#,
    ]

    private func decodeAll(_ answer: HTTPAnswer) {
        _ = try? CoinListing(coinMarketCap: answer)
        _ = try? CoinDetail(coinMarketCap: answer, coin: CoinID(1027))
        _ = try? CoinIcon(coinMarketCap: answer)
        _ = try? TickerBoard(huobi: answer)
        _ = try? PairList(huobi: answer)
        _ = try? TickerBoard(binance: answer)
        _ = try? PairList(binance: answer)
        _ = try? CandleSeries(binance: answer, .hour, limit: 9)
        _ = try? CandleSeries(huobi: answer, .hour, size: 9)
        _ = try? EuropeanCentralBankFile.rates(answer)
        _ = try? EuropeanCentralBankFile.history(answer)
        _ = try? CryptoCompareCoins(cryptoCompare: answer)
        if let series = try? CandleSeries(cryptoCompare: answer, .minutes, limit: 9) {
            for interval in CandleInterval.allCases { _ = CandleBuilder(interval: interval).build(series) }
        }
    }

    @Test(arguments: [1, 2, 3, 4])
    func changedBytesNeverCrash(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let inserts = [
            "[", "]", "{", "}", "\"", ",", ":", "\\u", "-", "e99", "9223372036854775807", "null", "<b>", "&#27;",
        ]
        for _ in 0..<800 {
            var bytes = Array(Self.samples[Int(random.next() % UInt64(Self.samples.count))].utf8)
            for _ in 0...(random.next() % 5) {
                let place = Int(random.next() % UInt64(bytes.count))
                switch random.next() % 3 {
                case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
                case 1: bytes.removeSubrange(place..<min(bytes.count, place + Int(random.next() % 9)))
                default: bytes.insert(contentsOf: inserts[Int(random.next() % UInt64(inserts.count))].utf8, at: place)
                }
                if bytes.isEmpty { bytes = [0] }
            }
            let status = random.next() % 8 == 0 ? 429 : 200
            decodeAll(HTTPAnswer(status: status, body: bytes, arrived: testTime))
        }
    }

    @Test(arguments: samples)
    func aBodyThatEndsAnywhereNeverCrashes(sample: String) {
        let bytes = Array(sample.utf8)
        for length in 0...bytes.count {
            decodeAll(HTTPAnswer(status: 200, body: Array(bytes.prefix(length)), arrived: testTime))
        }
    }

    @Test(arguments: ["9223372036854775807", "-9223372036854775808", "9223372036854775", "1e18", "1700000060", "0.5"])
    func timesAtTheEdgesNeverCrash(time: String) {
        let row = #"{"id":\#(time),"time":\#(time),"open":1,"high":1,"low":1,"close":1}"#
        let body = #"{"status":"ok","ts":\#(time),"data":[\#(row)],"Response":"Success","Data":[\#(row)]}"#
        for interval in CandleInterval.allCases {
            _ = try? CandleSeries(huobi: HTTPAnswer(text: body), interval, size: 1)
        }
        for history in CryptoCompareHistory.allCases {
            _ = try? CandleSeries(cryptoCompare: HTTPAnswer(text: body), history, limit: 1)
        }
    }
}
