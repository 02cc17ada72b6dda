import Shared
import Testing

@testable import PushServer

/// How long the server waits after a provider's failure.
struct ProviderWaitTests {
    private func wait(_ failure: ProviderFailure, own: Duration = .seconds(2)) -> Duration {
        ProviderError(.huobiTickers, failure).wait(own: own, at: MarketTime(seconds: 100))
    }

    @Test func aProviderThatNamesATimeIsNotRequestedBefore() {
        #expect(wait(.rateLimited(until: MarketTime(seconds: 130))) == .seconds(30))
        #expect(wait(.rateLimited(until: MarketTime(seconds: 90))) == .seconds(2), "the time is past")
        #expect(wait(.unavailable("HTTP 503", until: MarketTime(seconds: 107))) == .seconds(7))
        #expect(wait(.unavailable("HTTP 503", until: MarketTime(seconds: 86_500))) == ProviderError.lastingWait)
    }

    @Test func theWaitLastsToTheEndOfAHoldAndNoLonger() {
        let (now, end) = (MarketTime(seconds: 100), MarketTime(seconds: 100 + 31 * 86_400))
        let held = ProviderError(.huobiTickers, .rateLimited(until: end), retryAt: now.adding(seconds: 7))
        #expect(held.wait(own: .seconds(2), at: now) == .seconds(7))
    }

    @Test func noProviderCanStopItsRequestsForever() {
        #expect(wait(.rateLimited(until: MarketTime(milliseconds: .max))) == ProviderError.longestWait)
        #expect(wait(.rateLimited(until: MarketTime(seconds: 0).adding(seconds: .max))) == ProviderError.longestWait)
    }

    @Test func aLastingFailureIsRetriedRarely() {
        #expect(wait(.needsKey(.wrong)) == ProviderError.lastingWait)
        #expect(wait(.timedOut) == .seconds(2))
    }
}
