import Shared
import Testing

@testable import PushServer

struct TickerBoardTests {
    @Test func readsPricesExactlyAndLeavesOutRowsWithoutOne() throws {
        let board = try TickerBoard(huobi: HTTPAnswer(text: Samples.tickers))
        #expect(board.time == MarketTime(milliseconds: 1_592_198_219_365))
        #expect(board.tickers.map(\.pair) == ["tnbusdt", "btcusdt"])
        #expect(board.tickers.map(\.close) == [decimal("0.0000002021"), decimal("63250.12")])
        #expect(board.tickers.map(\.turnover24h) == [decimal("3.2917122351"), decimal("33598013479.834164")])
        #expect(board.badRows == 3)
    }

    @Test(.ifRecorded) func readsTheRecordedRows() throws {
        let board = try TickerBoard(huobi: RecordedData.answer("huobi/market_tickers_20200615_two_rows.json"))
        #expect(board.time == MarketTime(milliseconds: 1_592_198_219_365))
        #expect(board.tickers.map(\.pair) == ["tnbbtc", "paybtc"])
        #expect(board.tickers.map(\.close) == [decimal("0.0000002021"), decimal("0.00000487")])
        #expect(board.badRows == 0)
    }
}
