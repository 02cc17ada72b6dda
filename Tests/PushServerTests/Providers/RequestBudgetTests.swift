import MockMarket
import Shared
import Testing

@testable import PushServer

struct RequestBudgetTests {
    @Test func whatIsForOneCoinLeavesAQuarterToWhatIsForEverybody() {
        // Two hundred a minute: a hundred at once.
        let budgets = RequestBudgets([.huobiMarketData: RequestBudget(.init(200, per: .seconds(60)))])
        let now = MarketTime(seconds: 0)
        let candles = Endpoint.huobiCandles(pair: "btcusdt", period: .hour, size: 10)
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
        // The slower window gives 3 back in 60 s; a second and more of that has passed.
        #expect(budget.take(at: start.adding(seconds: 2)) == .wait(until: start.adding(seconds: 20)))
        #expect(budget.take(at: start.adding(seconds: 20)) == .granted)
    }

    @Test func aCostMayBeMoreThanOne() {
        var budget = RequestBudget(.init(10, per: .seconds(10)))
        #expect(budget.take(4, at: start) == .granted)
        #expect(budget.take(2, at: start) == .wait(until: start.adding(milliseconds: 1667)))
        #expect(budget.take(1, at: start) == .granted)
        #expect(budget.take(1000, at: start.adding(seconds: 100)) == .granted, "as much as a full bucket grants")
        #expect(RequestBudget.coinMarketCapCredits(coins: 1000) == 5)
        #expect(RequestBudget.coinMarketCapCredits(coins: 1001) == 6)
    }

    @Test func whatTheProviderSaysHolds() {
        var budget = RequestBudget.huobiMarketData
        budget.hold(until: start.adding(seconds: 30))
        budget.hold(until: start.adding(seconds: 10))
        #expect(budget.take(at: start) == .wait(until: start.adding(seconds: 30)))
        #expect(budget.take(at: start.adding(seconds: 30)) == .granted)
    }

    @Test func aClockThatIsSetBackNeitherGivesNorTakes() {
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
                // Now and then a caller that waits for a moment of its own.
                case .wait(let until): now = random.next() % 4 == 0 ? now.adding(milliseconds: 1 + length / 7) : until
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
