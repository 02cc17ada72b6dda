import MockMarket
import Shared
import Testing

@testable import PushServer

struct RequestBudgetTests {
    @Test func spareRequestsLeaveAQuarterToOthers() {
        // Two hundred a minute: a hundred at once.
        let budgets = RequestBudgets([.huobiMarketData: RequestBudget(.init(200, per: .seconds(60)))])
        let now = MarketTime(seconds: 0)
        let candles = Endpoint.huobiCandles(pair: "btcusdt", period: "60min", size: 10)
        func granted(_ endpoint: Endpoint) -> Int {
            (0..<200).prefix { _ in budgets.take(endpoint, at: now) == .granted }.count
        }
        #expect(granted(candles) == 75)
        #expect(granted(.huobiTickers) == 25)
    }

    private let start = MarketTime(milliseconds: 1_000_000)

    @Test func aBurstIsGrantedAndThenASteadyRate() {
        var budget = RequestBudget(.init(10, per: .seconds(10)))
        #expect((0..<5).map { _ in budget.take(at: start) } == Array(repeating: .granted, count: 5))
        // 6 come back in 10 s: one in 1.666… s.
        #expect(budget.take(at: start) == .wait(until: start.adding(milliseconds: 1667)))
        #expect(budget.take(at: start.adding(milliseconds: 1666)) == .wait(until: start.adding(milliseconds: 1667)))
        #expect(budget.take(at: start.adding(milliseconds: 1667)) == .granted)
    }

    @Test func everyWindowMustHaveRoom() {
        var budget = RequestBudget(.init(1, per: .seconds(1)), .init(4, per: .seconds(60)))
        #expect(budget.take(at: start) == .granted)
        #expect(budget.take(at: start) == .wait(until: start.adding(seconds: 1)))
        #expect(budget.take(at: start.adding(seconds: 1)) == .granted)
        // The slower window gives 3 back in 60 s, and a second and more of that has passed.
        #expect(budget.take(at: start.adding(seconds: 2)) == .wait(until: start.adding(seconds: 20)))
        #expect(budget.take(at: start.adding(seconds: 20)) == .granted)
    }

    @Test func aCostMayBeMoreThanOne() {
        var budget = RequestBudget(.init(10, per: .seconds(10)))
        #expect(budget.take(4, at: start) == .granted)
        #expect(budget.take(2, at: start) == .wait(until: start.adding(milliseconds: 1667)))
        #expect(budget.take(1, at: start) == .granted)
        #expect(budget.take(1000, at: start.adding(seconds: 100)) == .granted, "as much as a full bucket grants")
        #expect(Provider.coinMarketCap.listing?.credits(1000) == 5)
        #expect(Provider.coinMarketCap.listing?.credits(1001) == 6)
    }

    @Test func aRefusalHoldsOnlyRequestsOfItsKind() {
        let budgets = RequestBudgets()
        let candles = Endpoint.huobiCandles(pair: "btcusdt", period: "60min", size: 10)
        budgets.hold(candles, until: start.adding(seconds: 30), at: start)
        let other = Endpoint.huobiCandles(pair: "ethusdt", period: "4hour", size: 10)
        #expect(
            budgets.take(other, at: start)
                == .held(until: start.adding(seconds: 30), retryAt: start.adding(seconds: 30))
        )
        #expect(budgets.take(.huobiTickers, at: start) == .granted)
        let (detail, listing) = (
            Endpoint.coinMarketCapInfo(CoinID(1), key: nil), Endpoint.coinMarketCapListing(start: 1, limit: 9, key: nil)
        )
        budgets.hold(detail, until: start.nextMonth, at: start)
        #expect(budgets.take(listing, at: start) == .granted)
    }

    @Test func anAnswerToAnEarlierRequestEndsNoHold() {
        let budgets = RequestBudgets()
        #expect(budgets.take(.huobiTickers, at: start) == .granted)
        #expect(budgets.take(.huobiTickers, at: start) == .granted)
        let end = start.adding(seconds: 600)
        budgets.hold(.huobiTickers, until: end, at: start)
        budgets.answered(.huobiTickers)
        #expect(budgets.take(.huobiTickers, at: start) == .held(until: end, retryAt: end))
        #expect(budgets.take(.huobiTickers, at: end) == .granted, "the probe")
        budgets.answered(.huobiTickers)
        #expect(budgets.take(.huobiTickers, at: end) == .granted)
    }

    @Test func afterAHoldOneRequestGoesAheadAndTheOthersWaitForItsAnswer() {
        let budgets = RequestBudgets()
        budgets.hold(.huobiTickers, until: start.nextMonth, at: start)
        let almost = start.adding(seconds: 3599)
        let later = start.adding(seconds: 3600)
        #expect(
            budgets.take(.huobiTickers, at: almost) == .held(until: start.nextMonth, retryAt: later),
            "who asks in the last second waits a second"
        )
        #expect(budgets.take(.huobiTickers, at: later) == .granted, "no hold is longer than an hour")
        #expect(
            budgets.take(.huobiTickers, at: later)
                == .held(until: later.adding(seconds: 60), retryAt: later.adding(seconds: 60))
        )
        budgets.failed(.huobiTickers)
        #expect(budgets.take(.huobiTickers, at: later) == .granted, "a broken connection says nothing about a limit")
        budgets.answered(.huobiTickers)
        #expect(budgets.take(.huobiTickers, at: later) == .granted)
        #expect(budgets.take(.huobiTickers, at: later) == .granted)
    }

    @Test func aProbeThatIsNeverAnsweredGivesWayToAnother() {
        var hold = RateHold(until: start.adding(seconds: 10), at: start)
        let later = start.adding(seconds: 10)
        #expect(hold.waitBeforeProbe(at: later) == nil)
        #expect(hold.waitBeforeProbe(at: later.adding(seconds: 59))?.until == later.adding(seconds: 60))
        #expect(hold.waitBeforeProbe(at: later.adding(seconds: 60)) == nil)
    }

    @Test func aClockThatIsSetBackDoesNotLengthenAHold() {
        var hold = RateHold(until: start.adding(seconds: 60), at: start)
        #expect(hold.waitBeforeProbe(at: start.adding(seconds: -86_400)) == nil)
    }

    @Test func repeatedRequestsStretchAsTheLongWindowsFill() {
        var budget = RequestBudget(.init(5, per: .seconds(1)), .init(1000, per: .seconds(86_400)))
        #expect(budget.stretch(at: start) == 1)
        var stretches: [Double] = []
        var now = start
        while case .granted = budget.take(at: now, isSpare: true) {
            now = now.adding(seconds: 1)
            stretches.append(budget.stretch(at: now))
        }
        #expect(stretches.count > 370, "a quarter of the burst is left to the others")
        #expect(stretches.prefix(180).allSatisfy { $0 == 1 })
        #expect(stretches == stretches.sorted())
        #expect((stretches.last ?? 0) > 50)
        var short = RequestBudget(.init(5, per: .seconds(1)))
        _ = short.take(at: start)
        #expect(short.stretch(at: start) == 1, "a second is soon over")
    }

    @Test func aClockThatIsSetBackChangesNothing() {
        var budget = RequestBudget(.init(1, per: .seconds(10)))
        #expect(budget.take(at: start) == .granted)
        let back = start.adding(seconds: -86_400)
        #expect(budget.take(at: back) == .wait(until: back.adding(seconds: 10)))
        #expect(budget.take(at: back.adding(seconds: 10)) == .granted)
    }

    @Test(arguments: [1, 2, 3, 4])
    func noStretchOfTimeSeesMoreThanTheWindowAllows(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for count in [1, 2, 3, 5, 30, 100] {
            let length = Int64(1 + random.next() % 5_000)
            var budget = RequestBudget(.init(count, per: .milliseconds(length)))
            var now = start
            var granted: [Int64] = []
            for _ in 0..<2_000 {
                switch budget.take(at: now) {
                case .granted: granted.append(now.milliseconds)
                // Now and then, a caller waits for its own time.
                case .wait(let until), .held(_, let until):
                    now = random.next() % 4 == 0 ? now.adding(milliseconds: 1 + length / 7) : until
                }
                if random.next() % 50 == 0 { now = now.adding(milliseconds: Int64(random.next() % UInt64(3 * length))) }
            }
            for (first, last) in zip(granted, granted.dropFirst(count)) {
                #expect(last - first >= length, "seed \(seed), \(count) per \(length) ms")
            }
            #expect(granted.count > 100)
        }
    }
}
