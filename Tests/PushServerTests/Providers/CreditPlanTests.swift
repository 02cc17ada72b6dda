import MockMarket
import Shared
import TestSupport
import Testing

@testable import PushServer

/// How often a listing is asked for: what its key's plan allows, spread over the month.
struct CreditPlanTests {
    private let now = MarketTime(seconds: 1_800_000_000)

    private func plan(_ data: String) throws -> CreditPlan {
        try CreditPlan(coinMarketCap: HTTPAnswer(text: #"{"data":\#(data),"status":{"error_code":0}}"#))
    }

    @Test func limitsAndWhatIsLeftAreRead() throws {
        let read = try plan(
            #"{"plan":{"credit_limit_daily":400,"credit_limit_daily_reset_timestamp":"2027-01-16T00:00:00.000Z","#
                + #""credit_limit_monthly":12000,"credit_limit_monthly_reset":"In 3 days","#
                + #""credit_limit_monthly_reset_timestamp":"2027-02-01T00:00:00.000Z","rate_limit_minute":30},"#
                + #""usage":{"current_minute":{"requests_made":1,"requests_left":29},"#
                + #""current_day":{"credits_used":10,"credits_left":390},"#
                + #""current_month":{"credits_used":15000,"credits_left":-3000}}}"#
        )
        let (day, month) = (MarketTime(iso8601: "2027-01-16T00:00:00Z"), MarketTime(iso8601: "2027-02-01T00:00:00Z"))
        #expect(read.day == CreditPlan.Allowance(limit: 400, left: 390, resets: day))
        #expect(read.month == CreditPlan.Allowance(limit: 12_000, left: 0, resets: month))
    }

    @Test func aPlanWithoutALimitHasNone() throws {
        #expect(try plan(#"{"plan":{"credit_limit_daily":0,"credit_limit_monthly":null}}"#) == CreditPlan())
        #expect(throws: ProviderFailure.self) { try plan(#"{"usage":{}}"#) }
        #expect(throws: ProviderFailure.self) { try plan("[]") }
    }

    @Test func creditsAreSpreadOverTheRestOfTheirPeriod() {
        let days = { now.adding(seconds: 86_400 * $0) }
        let whole = CreditPlan(month: .init(limit: 15_000))
        #expect(whole.interval(costing: 5, at: now) == .seconds(864))
        let half = CreditPlan(month: .init(limit: 15_000, left: 3_005, resets: days(15)))
        #expect(half.interval(costing: 5, at: now) == .seconds(2160), "others spent the rest")
        let strict = CreditPlan(month: .init(limit: 15_000), day: .init(limit: 100))
        #expect(strict.interval(costing: 5, at: now) == .seconds(4320), "the shorter period decides")
        let spent = CreditPlan(month: .init(limit: 15_000, left: 4, resets: days(15)))
        #expect(spent.interval(costing: 5, at: now) == .seconds(3600), "it may be renewed")
        let odd = CreditPlan(month: .init(limit: 15_000, left: 3_000, resets: days(-2)))
        #expect(odd.interval(costing: 5, at: now) == .seconds(864), "one of the clocks is wrong")
        #expect(CreditPlan().interval(costing: 5, at: now) == nil)
    }

    @Test func aMonthOfAskingSpendsThePlanAndNoMore() {
        let credits = 5
        let (limit, reset) = (15_000, now.adding(seconds: 86_400 * 30))
        var pace = ListingPace(interval: .seconds(864), intervalMin: .seconds(60), credits: credits)
        var (left, time, readings) = (limit, now, 0)
        while time < reset {
            if pace.isPlanDue(at: time) {
                readings += 1
                // Somebody else spends half of what is left in the middle of the month.
                if readings == 360 { left /= 2 }
                _ = pace.take(CreditPlan(month: .init(limit: limit, left: left, resets: reset)), at: time)
            }
            #expect(pace.interval >= .seconds(60))
            left -= credits
            guard left >= 0 else {
                Issue.record("the plan is spent at \(time)")
                return
            }
            time = time.adding(pace.interval)
        }
        #expect(left < limit / 50, "\(left) credits are left")
        #expect(readings > 300)
    }

    @Test func aPlanWithPlentyOfCreditsAsksNoMoreOftenThanTheListingChanges() {
        var pace = ListingPace(interval: .seconds(864), intervalMin: .seconds(60), credits: 5)
        let isFaster = pace.take(CreditPlan(month: .init(limit: 10_000_000)), at: now)
        #expect(isFaster)
        #expect(pace.interval == .seconds(60))
        let hasChanged = pace.take(CreditPlan(), at: now)
        #expect(!hasChanged, "no limit")
        let dues = [0, 3599, 3601].map { pace.isPlanDue(at: now.adding(seconds: $0)) }
        #expect(dues == [true, false, true])
    }

    @Test func withCreditsOfTheOperatorsThePlanIsNotRead() {
        var market = ServerConfiguration.Market(environment: .production)
        market.keys[Provider.coinMarketCap.name] = APIKey("any")
        market.pace(creditsPerMonth: 30_000)
        #expect(market.listingInterval == .seconds(432) && !market.readsPlan)
        market.pace(creditsPerMonth: nil)
        #expect(market.listingInterval == .seconds(864) && market.readsPlan)
        market.keys = [:]
        market.pace(creditsPerMonth: nil)
        #expect(market.listingInterval == .seconds(300))
    }
}

/// The real poller against the mock, whose plan has 60,000 credits a month and is spent evenly.
@Suite(.timeLimit(.minutes(5)))
struct ListingPollerTests {
    /// - Returns: when it asks again, in seconds from the start, and what terminals hear of the source.
    private func polled(faults: String..., key: APIKey?) async throws -> (seconds: Int?, source: MarketSource?) {
        var found: (seconds: Int?, source: MarketSource?) = (nil, nil)
        try await MarketStage.run { stage in
            for fault in faults { try stage.spoil(fault) }
            let clock = TestClock()
            let poller = stage.listingPoller(clock: clock, key: key)
            async let _: Void = poller.run()  // Cancelled when the test leaves.
            var sleeps = clock.sleeps.makeAsyncIterator()
            let wait = await sleeps.next()
            let source = await stage.hub.state.sources.first { $0.kind == .listing }
            found = (wait.map { Int($0 / .seconds(1)) }, source)
        }
        return found
    }

    @Test func thePlanOfTheKeyDecidesAndTerminalsLearnIt() async throws {
        let (seconds, source) = try await polled(key: APIKey("any"))
        #expect(seconds == 217)
        #expect(source?.interval == .seconds(217))
        #expect(source?.state == .live)
    }

    @Test func aPlanThatCannotBeReadChangesNothing() async throws {
        let (seconds, source) = try await polled(faults: "/v1/key/info 500", key: APIKey("any"))
        #expect(seconds == 864)
        #expect(source?.interval == .seconds(864))
        #expect(source?.state == .live)
    }
}
