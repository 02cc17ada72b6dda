import Shared
import TestSupport
import Testing

@testable import PushServer

/// Charts whose candles have no room on the server, until there is some.
@Suite(.timeLimit(.minutes(5)))
struct CandleRoomTests {
    /// Room for one long series and a short one.
    private var rules = CandleHubRules.test(coins: 4, candlesMax: 1000 + KeptSeries.countMin)
    private let now = testTime

    private func chart(of coin: Int, count: Int) -> StubChart {
        StubChart(coin, ChartRequest(coin: CoinID(UInt32(coin)), interval: .hour, count: count))
    }

    /// - Returns: the requests to the sources.
    private mutating func tell(_ event: CandleHub.Event) -> [String] {
        rules.received(event, at: now, jitter: 0).map(\.symbol)
    }

    private mutating func answer(_ chart: StubChart) {
        let (key, count) = (chart.subscription.key, chart.subscription.request.count)
        let request = CandleHubRules.Request(key: key, symbol: "c\(key.coin.rawValue)usdt", count: count)
        _ = tell(.fetched(request, .success(CandlePage(candles: [], isOldest: true)), stretch: 1))
    }

    /// The user need not open the chart again, and it does not wait for the next listing.
    @Test mutating func aChartWithoutRoomIsServedOnceThereIsRoom() async {
        let (long, short, late) = (chart(of: 1, count: 1000), chart(of: 2, count: 100), chart(of: 3, count: 100))
        for chart in [long, short] {
            #expect(tell(.opened(chart.subscription)).count == 1)
            answer(chart)
        }
        #expect(tell(.opened(late.subscription)) == [])
        let problem = await late.nextProblem()
        #expect(problem?.kind == .tooMany)
        #expect(
            problem?.message == "The server keeps as many candles as it can. This chart appears once there is room."
        )
        #expect(tell(.secondPassed) == [], "there is none yet")
        _ = tell(.closed(short.subscription.id))
        #expect(tell(.secondPassed) == ["c3usdt"])
        answer(late)
        #expect(await late.nextBatch()?.isLast == true, "and it was told of its problem once")
        #expect(tell(.secondPassed) == [], "it waits no longer")
    }

    @Test mutating func aChartThatNeedsMuchRoomDoesNotDelayASmallOne() async {
        let (long, short) = (chart(of: 1, count: 1000), chart(of: 2, count: 100))
        for chart in [long, short] {
            _ = tell(.opened(chart.subscription))
            answer(chart)
        }
        let (much, little) = (chart(of: 3, count: 1000), chart(of: 4, count: 100))
        for chart in [much, little] {
            #expect(tell(.opened(chart.subscription)) == [])
            #expect(await chart.nextProblem()?.kind == .tooMany)
        }
        _ = tell(.closed(short.subscription.id))
        #expect(tell(.secondPassed) == ["c4usdt"])
        answer(little)
        _ = tell(.left(long.subscription.id.connection))
        #expect(tell(.secondPassed) == ["c3usdt"])
    }
}
