import Shared
import Testing

@testable import PushServer

struct MarketPollerTests {
    private func wait(_ failure: ProviderFailure, own: Duration = .seconds(2)) -> Duration {
        MarketPoller.wait(after: ProviderError(.huobiTickers, failure), own: own, now: MarketTime(seconds: 100))
    }

    @Test func aProviderThatNamesATimeIsNotRequestedBefore() {
        #expect(wait(.rateLimited(until: MarketTime(seconds: 130))) == .seconds(30))
        #expect(wait(.rateLimited(until: MarketTime(seconds: 90))) == .seconds(2), "the time is past")
        #expect(wait(.unavailable("HTTP 503", until: MarketTime(seconds: 107))) == .seconds(7))
        #expect(wait(.unavailable("HTTP 503", until: MarketTime(seconds: 86_500))) == MarketPoller.lastingWait)
    }

    @Test func aPollerWaitsForTheEndOfAHoldAndNoLonger() {
        let (now, end) = (MarketTime(seconds: 100), MarketTime(seconds: 100 + 31 * 86_400))
        let held = ProviderError(.huobiTickers, .rateLimited(until: end), retryAt: now.adding(seconds: 7))
        #expect(MarketPoller.wait(after: held, own: .seconds(2), now: now) == .seconds(7))
    }

    @Test func noProviderCanStopItsRequestsForever() {
        #expect(wait(.rateLimited(until: MarketTime(milliseconds: .max))) == MarketPoller.longestWait)
        #expect(wait(.rateLimited(until: MarketTime(seconds: 0).adding(seconds: .max))) == MarketPoller.longestWait)
    }

    @Test func aLastingFailureIsRetriedRarely() {
        #expect(wait(.needsKey(.wrong)) == MarketPoller.lastingWait)
        #expect(wait(.timedOut) == .seconds(2))
    }
}
