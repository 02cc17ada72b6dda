import Shared
import TestSupport
import Testing

@testable import PushServer

/// A day of charts against the windows of a provider that counts its calls by the day and by the month.
struct ChartPaceTests {
    private static let charts = 20

    /// Failing costs a call as well.
    @Test(arguments: [false, true])
    func twentyChartsLastThroughTheDayOnTheDaysCalls(isFailing: Bool) throws {
        var (now, budget) = (testTime, RequestQuota.cryptoCompare.budget)
        var rules = CandleHubRules.test(coins: Self.charts)
        let charts = (1...Self.charts).map { coin in
            let request = ChartRequest(coin: CoinID(UInt32(coin)), interval: .minute, count: 300)
            return StubChart(coin, request, source: .cryptoCompare)
        }
        var due = charts.flatMap { rules.received(.opened($0.subscription), at: now, jitter: 0) }
        var requests = 0
        var refusals = 0
        var answered: [CoinID: MarketTime] = [:]
        var longest = Duration.zero
        func answer(_ request: CandleHubRules.Request, _ result: Result<CandlePage, ProviderError>) {
            let stretch = budget.stretch(at: now)
            _ = rules.received(.fetched(request, result, stretch: stretch), at: now, jitter: 0)
        }
        let end = now.adding(seconds: 86_400)
        while now < end {
            for request in due {
                switch budget.take(at: now, isSpare: true) {
                case .granted:
                    requests += 1
                    let coin = request.key.coin
                    longest = max(longest, answered[coin].map { now.elapsed(since: $0) } ?? .zero)
                    answered[coin] = now
                    let page = CandlePage(candles: try Self.minutes(request.count, until: now), isOldest: false)
                    let error = ProviderError(.huobiTickers, .unavailable("503"))
                    answer(request, isFailing ? .failure(error) : .success(page))
                case .wait(let until), .held(_, let until):
                    // A refusal for seconds does not count. A refusal for longer does.
                    if until.elapsed(since: now) > .seconds(10) { refusals += 1 }
                    answer(request, .failure(ProviderError(.huobiTickers, .paced(until: until))))
                }
            }
            now = now.adding(seconds: 10)
            due = rules.received(.secondPassed, at: now, jitter: 0)
        }
        #expect(requests <= 7500)
        #expect(requests > 5000, "what there is, is used")
        #expect(refusals == 0)
        #expect(longest < .seconds(20 * 60), "no chart stands still")
    }

    private static func minutes(_ count: Int, until now: MarketTime) throws -> [Candle] {
        let price = try ExactDecimal(mantissa: 1, exponent: 0)
        let last = CandleInterval.minute.start(of: now)
        return (0..<Int64(count)).reversed().map { back in
            Candle(
                time: last.adding(seconds: -60 * back),
                open: price,
                high: price,
                low: price,
                close: price,
                volume: nil,
                isClosed: back > 0
            )
        }
    }
}
