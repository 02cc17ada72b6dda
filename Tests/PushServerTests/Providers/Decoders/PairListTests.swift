import Shared
import Testing

@testable import PushServer

struct PairListTests {
    @Test func readsTheRecordedForm() throws {
        let list = try PairList(huobi: HTTPAnswer(text: Samples.symbols))
        #expect(list.pairs.map(\.symbol) == ["btcusdt", "yeebtc", "btc3lusdt", "newusdt"])
        #expect(list.pairs.map(\.base) == ["btc", "yee", "btc3l", "new"])
        #expect(list.pairs.map(\.state) == [.online, .offline, .online, .other])
        #expect(list.pairs.map(\.isLeveraged) == [false, false, true, false])
        #expect(list.pairs.map(\.priceDecimals) == [2, 10, nil, nil])
        #expect(list.badRows == 2)
        #expect(list.time == testTime)
    }

    @Test(.ifRecorded) func readsTheRecordedList() throws {
        let list = try PairList(huobi: RecordedData.answer("huobi/common_symbols_20210417.json"))
        #expect(list.pairs.count == 938)
        #expect(list.badRows == 0)
        #expect(list.pairs.filter { $0.state == .online }.count == 883)
        #expect(list.pairs.filter { $0.state == .offline }.count == 55)
        #expect(list.pairs.filter(\.isLeveraged).count == 26)
        #expect(list.pairs.filter { $0.quote == "usdt" && $0.state == .online }.count == 252)
        #expect(list.pairs.allSatisfy { $0.priceDecimals != nil })
    }
}
