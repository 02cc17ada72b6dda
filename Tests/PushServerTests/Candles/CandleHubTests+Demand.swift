import Shared
import Synchronization
import TestSupport
import Testing

@testable import PushServer

/// Which candles are requested again.
extension CandleHubTests {
    @Test func aChartThatNeedsMoreThanIsBeingRequestedGetsItAfterwards() async throws {
        try await CandleStage.running { stage in
            let (few, many) = (
                StubChart(1, bitcoin), StubChart(2, ChartRequest(coin: CoinID(1), interval: .minute, count: 1000))
            )
            stage.hub.mailbox.post(.opened(few.subscription))
            var requests = stage.huobi.requests.makeAsyncIterator()
            _ = await requests.next()
            stage.hub.mailbox.post(.opened(many.subscription))
            let candles = try CandleStage.minutes(1000)
            stage.huobi.answer(.success(Array(candles.suffix(300))))
            let first = await few.nextBatch()
            #expect(first?.candles.count == 100)
            var part: [Candle] = []
            while part.count < 300, let batch = await many.nextBatch() { part += batch.candles }
            let more = await requests.next()
            #expect(more?.count == 700, "the others are there")
            #expect(more?.end == candles[700].time)
            stage.huobi.answer(.success(Array(candles[..<700])))
            var all: [Candle] = []
            while all.count < 1000, let batch = await many.nextBatch() { all += batch.candles }
            #expect(all == candles)
        }
    }

    @Test func anUnwatchedSeriesIsNotRequestedAgain() async throws {
        try await CandleStage.running { stage in
            let chart = await stage.served(bitcoin, try CandleStage.minutes(300))
            var requests = stage.huobi.requests.makeAsyncIterator()
            stage.hub.mailbox.post(.left(chart.subscription.id.connection))
            await stage.pass(.seconds(600))
            // Two sleeps have begun since, so the hub has handled everything that was due.
            await stage.pass(.seconds(1))
            let other = StubChart(2, ChartRequest(coin: CoinID(2), interval: .minute, count: 10))
            stage.hub.mailbox.post(.opened(other.subscription))
            let request = await requests.next()
            #expect(request?.symbol == "ethusdt")
            #expect(stage.counters.requests.load(ordering: .relaxed) == 2)
        }
    }
}
