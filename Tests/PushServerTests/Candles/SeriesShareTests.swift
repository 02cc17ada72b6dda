import Shared
import TestSupport
import Testing

@testable import PushServer

/// The share of one user, which leaves room for others.
@Suite(.timeLimit(.minutes(5)))
struct SeriesShareTests {
    private var rules = CandleHubRules.test(coins: SeriesShare.seriesMax + 5)
    private var now = testTime

    /// A terminal's chart. Its number is the coin's.
    private func chart(of coin: Int, user: Int, terminal: Int? = nil) -> StubChart {
        let request = ChartRequest(coin: CoinID(UInt32(coin)), interval: .hour, count: 1000)
        return StubChart(terminal ?? user * 1000 + coin, request, user: user)
    }

    /// - Returns: the requests to the sources.
    private mutating func tell(_ event: CandleHub.Event) -> [String] {
        rules.received(event, at: now, jitter: 0).map(\.symbol)
    }

    private mutating func openAll(of user: Int) -> [StubChart] {
        let charts = (1...SeriesShare.seriesMax).map { chart(of: $0, user: user) }
        for chart in charts { #expect(tell(.opened(chart.subscription)).count == 1) }
        return charts
    }

    @Test mutating func oneUserWithManyTerminalsGetsASmallShareOfAllCandles() async {
        _ = openAll(of: 1)
        let more = chart(of: SeriesShare.seriesMax + 1, user: 1)
        #expect(tell(.opened(more.subscription)) == [])
        let problem = await more.nextProblem()
        #expect(problem?.kind == .tooMany)
        #expect(
            problem?.message
                == "You have had 40 different charts open within the last minute, which is the limit. This one appears once there is room."
        )
        let others = chart(of: SeriesShare.seriesMax + 1, user: 2)
        #expect(tell(.opened(others.subscription)) == ["c41usdt"])
        #expect(SeriesShare.seriesMax * SessionLimits().candles * 10 <= CandleHubRules.candlesMax)
    }

    @Test mutating func aSeriesInTwoTerminalsOfAUserCountsOnce() {
        _ = openAll(of: 1)
        let again = chart(of: 7, user: 1, terminal: 7)
        _ = tell(.opened(again.subscription))
        #expect(rules.watchers(of: again.subscription.key) == 2)
    }

    @Test mutating func openingChartAfterChartDoesNotEvadeTheLimit() async {
        for coin in 1...SeriesShare.seriesMax {
            let chart = chart(of: coin, user: 1, terminal: 1)
            #expect(tell(.opened(chart.subscription)).count == 1, "in the place of the one before")
        }
        let next = chart(of: SeriesShare.seriesMax + 1, user: 1, terminal: 1)
        #expect(tell(.opened(next.subscription)) == [])
        #expect(await next.nextProblem()?.kind == .tooMany)
        now = now.adding(SeriesShare.memory)
        #expect(tell(.secondPassed).contains("c41usdt"), "it comes by itself")
    }

    /// Otherwise, one growing chart would cost as many requests as hundreds of charts.
    @Test mutating func aChartThatGrowsCandleByCandleCostsTwoRequests() {
        var requests: [CandleHubRules.Request] = []
        let flat = Candle(time: now, open: .zero, high: .zero, low: .zero, close: .zero, volume: nil, isClosed: true)
        let latest = CandleInterval.hour.start(of: now)
        for count in 1...1000 {
            let request = ChartRequest(coin: CoinID(1), interval: .hour, count: count)
            let asked = rules.received(.opened(StubChart(1, request, user: 1).subscription), at: now, jitter: 0)
            requests += asked
            for request in asked {
                let end = request.end ?? latest.adding(seconds: 3600)
                let candles = (1...Int64(request.count)).reversed().map { back in
                    var candle = flat
                    candle.time = end.adding(seconds: -3600 * back)
                    return candle
                }
                let page = CandlePage(candles: candles, isOldest: false)
                _ = rules.received(.fetched(request, .success(page), stretch: 1), at: now, jitter: 0)
            }
        }
        #expect(requests.map(\.count) == [300, 700])
    }

    @Test mutating func aRefusedChartIsServedAMinuteAfterOthersWereClosed() async {
        let charts = openAll(of: 1)
        let more = chart(of: SeriesShare.seriesMax + 1, user: 1)
        _ = tell(.opened(more.subscription))
        _ = await more.nextProblem()
        _ = tell(.left(charts[0].subscription.id.connection))
        now = now.adding(seconds: 59)
        #expect(!tell(.secondPassed).contains("c41usdt"))
        now = now.adding(seconds: 1)
        #expect(tell(.secondPassed).contains("c41usdt"))
        let request = CandleHubRules.Request(key: more.subscription.key, symbol: "c41usdt", count: 1000)
        _ = tell(.fetched(request, .success(CandlePage(candles: [], isOldest: true)), stretch: 1))
        #expect(await more.nextBatch()?.isLast == true)
    }

    @Test mutating func aRefusedChartThatWasClosedIsNotServed() {
        let charts = openAll(of: 1)
        let more = chart(of: SeriesShare.seriesMax + 1, user: 1)
        _ = tell(.opened(more.subscription))
        _ = tell(.left(more.subscription.id.connection))
        _ = tell(.closed(charts[0].subscription.id))
        now = now.adding(SeriesShare.memory)
        #expect(!tell(.secondPassed).contains("c41usdt"))
        #expect(rules.watchers(of: more.subscription.key) == 0)
    }

    @Test mutating func aClockThatIsSetBackBlocksNobody() {
        let charts = openAll(of: 1)
        _ = tell(.closed(charts[0].subscription.id))
        now = now.adding(seconds: -86_400)
        _ = tell(.secondPassed)
        let more = chart(of: SeriesShare.seriesMax + 1, user: 1)
        #expect(tell(.opened(more.subscription)) == ["c41usdt"])
    }

    @Test mutating func aTerminalThatLeavesClosesOnlyItsOwnCharts() {
        let keys = (1...3).map { chart(of: $0, user: 1).subscription.key }
        for terminal in 1...2 {
            for (number, key) in keys.enumerated() {
                let subscription = ChartSubscription(
                    id: .init(
                        connection: ConnectionID(rawValue: UInt64(terminal)),
                        chart: ChartID(rawValue: UInt32(number))
                    ),
                    user: AccountID(rawValue: 1),
                    request: ChartRequest(coin: key.coin, interval: key.interval, count: 10),
                    source: key.source
                ) { _ in }
                _ = tell(.opened(subscription))
            }
        }
        _ = tell(.left(ConnectionID(rawValue: 1)))
        #expect(keys.map { rules.watchers(of: $0) } == [1, 1, 1])
        _ = tell(.left(ConnectionID(rawValue: 2)))
        #expect(keys.map { rules.watchers(of: $0) } == [0, 0, 0])
    }
}
