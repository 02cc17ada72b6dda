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

    @Test func readsTheNewerForm() throws {
        let list = try PairList(huobi: HTTPAnswer(text: Samples.settings))
        #expect(list.pairs.map(\.symbol) == ["ethusdt", "eth3lusdt"])
        #expect(list.pairs.map(\.state) == [.online, .suspended])
        #expect(list.pairs.map(\.isLeveraged) == [false, true])
        #expect(list.time == MarketTime(milliseconds: 1_641_870_869_718))
    }

    @Test func newerPathsMayTellSuccessByACode() throws {
        let body = #"{"code":200,"data":[{"sc":"ethusdt","bc":"eth","qc":"usdt"}]}"#
        #expect(try PairList(huobi: HTTPAnswer(text: body)).pairs.count == 1)
        #expect(throws: ProviderFailure.unavailable("busy", until: nil)) {
            try PairList(huobi: HTTPAnswer(text: #"{"code":500,"message":"busy"}"#))
        }
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

    @Test(.ifRecorded) func readsTheDocumentedSample() throws {
        let list = try PairList(huobi: RecordedData.documented("huobi/doc_samples/doc_v2_settings_common_symbols.txt"))
        #expect(list.pairs.map(\.symbol) == ["ethusdt"])
        #expect(list.pairs.map(\.priceDecimals) == [2])
    }
}
