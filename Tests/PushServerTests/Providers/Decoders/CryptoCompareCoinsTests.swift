import Shared
import Testing

@testable import PushServer

struct CryptoCompareCoinsTests {
    @Test func readsTheFieldsThatIdentifyACoin() throws {
        let list = try CryptoCompareCoins(cryptoCompare: HTTPAnswer(text: Samples.coins))
        #expect(list.coins.map(\.symbol) == ["BTC", "300", "USDT"])
        #expect(list.coins.map(\.name) == ["Bitcoin", "300 token", "Tether"])
        #expect(list.coins.map(\.contract) == [nil, "0xAEC9", nil])
        #expect(list.coins.map(\.isTrading) == [true, false, true])
        #expect(list.badRows == 1)
    }

    @Test(arguments: [(#"{}"#, "it lists no coins"), (#"[]"#, "it has no coins by symbol")])
    func aListOfNothingIsNoList(data: String, reason: String) {
        let answer = HTTPAnswer(text: #"{"Response":"Success","Data":\#(data)}"#)
        #expect(throws: answer.badAnswer(reason)) { try CryptoCompareCoins(cryptoCompare: answer) }
    }

    @Test(.ifRecorded) func readsTheRecordedList() throws {
        let answer = try RecordedData.answer("cryptocompare/all_coinlist_201910.json")
        let list = try CryptoCompareCoins(cryptoCompare: answer)
        #expect(list.coins.count == 4227)
        #expect(list.badRows == 0)
        #expect(Set(list.coins.map(\.symbol)).count == 4227)
        #expect(list.coins.filter { $0.contract != nil }.count == 1528)
        #expect(list.coins.filter { !$0.isTrading }.count == 1033)
    }
}
