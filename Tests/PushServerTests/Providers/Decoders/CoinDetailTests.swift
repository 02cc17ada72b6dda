import Shared
import Testing

@testable import PushServer

struct CoinDetailTests {
    @Test func readsTheCoinAskedForAsCleanText() throws {
        let detail = try CoinDetail(coinMarketCap: HTTPAnswer(text: Samples.info), coin: CoinID(1027))
        #expect(
            [detail.name, detail.symbol, detail.page?.text] == [
                "Ethereum", "ETH", "https://coinmarketcap.com/currencies/ethereum/",
            ]
        )
        #expect(detail.kind == .coin)
        #expect(detail.supply == decimal("120000000"))
        #expect(detail.dateAdded?.iso8601 == "2015-08-07T00:00:00.000Z")
        #expect(detail.description == "Ethereum (ETH) is a platform.\n\nIt's R&D <open>.")
        #expect(detail.logo?.text == "https://s2.coinmarketcap.com/static/img/coins/64x64/1027.png")
        #expect(detail.tags == ["pos", "smart-contracts", "a[31mb"])
        #expect(detail.links.map(\.kind) == [.website, .reddit])
        #expect(detail.links.map(\.address.text) == ["https://www.ethereum.org/", "https://reddit.com/r/ethereum"])
    }

    @Test func missingFieldsAreAbsent() throws {
        let detail = try CoinDetail(coinMarketCap: HTTPAnswer(text: Samples.info), coin: CoinID(7))
        #expect(detail.name == "Other")
        #expect(detail.description == nil)
        #expect(detail.links.isEmpty && detail.tags.isEmpty)
    }

    @Test func anotherCoinThanAskedForIsNotListed() {
        #expect(throws: ProviderFailure.notListed("id:5")) {
            try CoinDetail(coinMarketCap: HTTPAnswer(text: Samples.info), coin: CoinID(5))
        }
        let list = HTTPAnswer(text: #"{"status":{"error_code":0},"data":[]}"#)
        #expect(throws: list.badAnswer("it has no coins by id")) {
            try CoinDetail(coinMarketCap: list, coin: CoinID(5))
        }
    }

    @Test(.ifRecorded) func readsTheRecordedElement() throws {
        let element = String(decoding: try RecordedData.bytes("coinmarketcap/info_btc_object.json"), as: UTF8.self)
        let answer = HTTPAnswer(text: #"{"status":{"error_code":0},"data":{"1":\#(element)}}"#)
        let detail = try CoinDetail(coinMarketCap: answer, coin: CoinID(1))
        #expect(
            [detail.name, detail.symbol, detail.page?.text] == [
                "Bitcoin", "BTC", "https://coinmarketcap.com/currencies/bitcoin/",
            ]
        )
        #expect(detail.kind == .coin)
        #expect(detail.tags == ["mineable"])
        #expect(detail.dateAdded?.iso8601 == "2013-04-28T00:00:00.000Z")
        #expect(
            detail.links.map(\.kind) == [.website, .sourceCode] + Array(repeating: .explorer, count: 3) + [
                .messageBoard, .reddit,
            ]
        )
        #expect(detail.links.first?.address.text == "https://bitcoin.org/")
        #expect(detail.logo?.text == "https://s2.coinmarketcap.com/static/img/coins/64x64/1.png")
    }
}
