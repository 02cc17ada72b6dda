import Shared
import Testing

@testable import PushServer

struct CoinMapTests {
    @Test func readsIdentitiesAndLeavesOutRowsWithoutOne() throws {
        let map = try CoinMap(coinMarketCap: HTTPAnswer(text: Samples.map))
        #expect(map.coins.map(\.id) == [CoinID(1), CoinID(5994)])
        #expect(map.coins.map(\.symbol) == ["BTC", "SHIB"])
        #expect(map.coins.map(\.rank) == [1, nil])
        #expect(map.coins.map(\.kind) == [.coin, .token])
        #expect(map.coins.map(\.contract) == [nil, "0x95aD"])
        #expect(map.coins.map(\.isActive) == [true, false])
        #expect(map.coins.map(\.firstPrice?.iso8601) == ["2013-04-28T18:47:21.000Z", nil])
        #expect(map.badRows == 1)
    }

    @Test(.ifRecorded) func readsTheRecordedTwo() throws {
        let map = try CoinMap(
            coinMarketCap: RecordedData.answer("coinmarketcap/dataapi_v1_map_partial_20210716.json")
        )
        #expect(map.time.iso8601 == "2021-07-16T10:08:28.938Z")
        #expect(map.coins.map(\.id) == [CoinID(1), CoinID(1027)])
        #expect(map.coins.map(\.slug) == ["bitcoin", "ethereum"])
        #expect(map.coins.map(\.rank) == [1, 2])
        #expect(map.coins.map(\.isActive) == [true, true])
        #expect(map.coins.last?.lastPrice?.iso8601 == "2021-07-16T09:59:04.000Z")
    }
}
