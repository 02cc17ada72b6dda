import Foundation
import Shared
import Testing

@testable import PushServer

struct CoinFiguresTests {
    @Test func readsTheFiguresOfOneCurrency() throws {
        let list = try CoinFiguresList(cryptoCompare: HTTPAnswer(text: Samples.figures), currency: "USD")
        #expect(list.coins.map(\.symbol) == ["ETH", "BTC"])
        #expect(list.badRows == 1)
        let bitcoin = try #require(list.coins.last)
        #expect(bitcoin.price == decimal("4563.88"))
        #expect(bitcoin.volume24h == decimal("110702.84081476295"))
        #expect(bitcoin.turnover24h == decimal("504520318.88032025"))
        #expect([bitcoin.open24h, bitcoin.high24h, bitcoin.low24h] == ["4497.45", "4667.54", "4386.52"].map(decimal))
        #expect(bitcoin.change24h == decimal("1.4770592224482828"))
        #expect(bitcoin.supply == decimal("16549137"))
        #expect(bitcoin.marketCap == decimal("75528275371.56"))
        #expect(bitcoin.lastUpdated == testTime, "a trade ahead of the answer cannot be")
        #expect(list.coins.first?.lastUpdated == testTime.adding(seconds: -1))
    }

    @Test func noCoinIsAnError() {
        let none = HTTPAnswer(text: #"{"BTC":{"USD":1}}"#)
        #expect(throws: none.badAnswer("it has no coins by symbol")) {
            try CoinFiguresList(cryptoCompare: none, currency: "USD")
        }
        let error = HTTPAnswer(text: #"{"Response":"Error","Message":"There is no data for XYZ","Type":2}"#)
        #expect(throws: ProviderFailure.notListed("There is no data for XYZ")) {
            try CoinFiguresList(cryptoCompare: error, currency: "USD")
        }
    }

    @Test func aLongListIsAskedForInParts() {
        let symbols = (0..<100).map { "SYM\($0)" }
        let parts = CryptoCompareClient.parts(symbols)
        #expect(parts.flatMap(\.self) == symbols)
        #expect(parts.count == 2)
        #expect(parts.allSatisfy { $0.joined(separator: ",").utf8.count <= 300 })
        #expect(CryptoCompareClient.parts([]).isEmpty)
    }

    @Test(.ifRecorded) func readsTheRecordedFigures() throws {
        let answer = try RecordedData.answer("cryptocompare/pricemultifull_btc_usd_201709.json")
        let list = try CoinFiguresList(cryptoCompare: answer, currency: "USD")
        #expect(list.coins.map(\.symbol) == ["BTC"])
        #expect(list.coins.first?.price == decimal("4563.88"))
        #expect(list.coins.first?.supply == decimal("16549137"))
        #expect(list.coins.first?.lastUpdated == MarketTime(seconds: 1_504_754_372))
        #expect(list.badRows == 0)
    }

    /// `AggregatedData` of another path has the key set that `RAW` has had since 2021.
    @Test(.ifRecorded) func readsTheLaterKeySet() throws {
        let bytes = try RecordedData.bytes("cryptocompare/top_exchanges_full_btc_usd_20211120.json")
        let text = String(decoding: bytes, as: UTF8.self)
        let start = try #require(text.range(of: #""AggregatedData":"#)).upperBound
        let end = try #require(text.range(of: #","Exchanges""#)).lowerBound
        let answer = HTTPAnswer(text: #"{"RAW":{"BTC":{"USD":\#(text[start..<end])}}}"#)
        let bitcoin = try #require(try CoinFiguresList(cryptoCompare: answer, currency: "USD").coins.first)
        #expect(bitcoin.price == decimal("59551.41"))
        #expect(bitcoin.change24h == decimal("2.7633807954888114"))
        #expect(bitcoin.marketCap == decimal("1123967714507.46"))
    }
}
