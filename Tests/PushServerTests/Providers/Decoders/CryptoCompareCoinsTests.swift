import Shared
import Testing

@testable import PushServer

struct CryptoCompareCoinsTests {
    @Test func readsTheFieldsThatIdentifyACoin() throws {
        let list = try CryptoCompareCoins(cryptoCompare: HTTPAnswer(text: Samples.coins))
        #expect(list.coins.map(\.symbol) == ["BTC", "300", "USDT"])
        #expect(list.coins.map(\.name) == ["Bitcoin", "300 token", "Tether"])
        #expect(list.coins.map(\.kind) == [.coin, .token, .token])
        #expect(list.coins.map(\.contract) == [nil, "0xAEC9", nil])
        #expect(list.coins.map(\.supply) == [decimal("21000000"), nil, nil])
        #expect(list.coins.map(\.isTrading) == [true, false, true])
        #expect(list.badRows == 1)
    }

    @Test func addressesAreMadeFromBothEndsOfTheAnswer() throws {
        let bitcoin = try #require(try CryptoCompareCoins(cryptoCompare: HTTPAnswer(text: Samples.coins)).coins.first)
        #expect(bitcoin.logo?.text == "https://www.cryptocompare.com/media/19633/btc.png")
        #expect(bitcoin.page?.text == "https://www.cryptocompare.com/coins/btc/overview")
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
        #expect(list.coins.filter { $0.kind == .token }.count == 1528 + 932)
        #expect(list.coins.filter { !$0.isTrading }.count == 1033)
        let bitcoin = try #require(list.coins.first { $0.symbol == "BTC" })
        #expect(bitcoin.supply == decimal("21000000"))
        #expect(bitcoin.logo?.text == "https://www.cryptocompare.com/media/19633/btc.png")
    }
}
