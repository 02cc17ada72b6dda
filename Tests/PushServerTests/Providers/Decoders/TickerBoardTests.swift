import Shared
import Testing

@testable import PushServer

struct TickerBoardTests {
    @Test func readsPricesExactlyAndLeavesOutRowsWithoutOne() throws {
        let board = try TickerBoard(huobi: HTTPAnswer(text: Samples.tickers))
        #expect(board.time == MarketTime(milliseconds: 1_592_198_219_365))
        #expect(board.tickers.map(\.pair) == ["tnbusdt", "btcusdt", "ethusdt", "htusdt"])
        #expect(board.tickers.map(\.close) == ["0.0000002021", "63250.12", "3500", "12.5"].map(decimal))
        #expect(board.badRows == 3)
    }

    @Test(arguments: [
        (#"[]"#, "it lists no tickers"), (#"[{},{},{"symbol":"a","close":1}]"#, "2 of its 3 tickers cannot be read"),
    ])
    func aBoardOfNothingIsNoBoard(data: String, reason: String) {
        let answer = HTTPAnswer(text: #"{"status":"ok","data":\#(data)}"#)
        #expect(throws: answer.badAnswer(reason)) { try TickerBoard(huobi: answer) }
    }

    /// The exchange's clock may be minutes off, and does not determine ages.
    @Test func theTimeIsTheExchangesOwn() throws {
        let late = HTTPAnswer(text: #"{"status":"ok","ts":1700000300000,"data":[{"symbol":"a","close":1}]}"#)
        #expect(try TickerBoard(huobi: late).time == testTime.adding(seconds: 300))
    }

    @Test(arguments: ["9223372036854775807", "92233720368547758070", "-1", "0", "null"])
    func aTimeThatCannotBeIsNone(time: String) throws {
        let answer = HTTPAnswer(text: #"{"status":"ok","ts":\#(time),"data":[{"symbol":"a","close":1}]}"#)
        #expect(try TickerBoard(huobi: answer).time == nil)
    }

    @Test(.ifRecorded) func readsTheRecordedRows() throws {
        let board = try TickerBoard(huobi: RecordedData.answer("huobi/market_tickers_20200615_two_rows.json"))
        #expect(board.time == MarketTime(milliseconds: 1_592_198_219_365))
        #expect(board.tickers.map(\.pair) == ["tnbbtc", "paybtc"])
        #expect(board.tickers.map(\.close) == [decimal("0.0000002021"), decimal("0.00000487")])
        #expect(board.badRows == 0)
    }
}
