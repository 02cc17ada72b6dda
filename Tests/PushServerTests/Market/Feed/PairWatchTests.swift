import Shared
import Testing

@testable import PushServer

struct PairWatchTests {
    private static let start = MarketTime(seconds: 1000)

    @Test func theListIsRequestedEachMinuteWhilePairsAreMissing() {
        var watch = PairWatch(usual: .seconds(3600))
        #expect(watch.interval(after: PairList.sample(["btc", "eth"]), at: Self.start) == .seconds(3600))
        #expect(watch.interval(after: PairList.sample(["btc"]), at: Self.start) == .seconds(60))
        #expect(watch.interval(after: nil, at: Self.start.adding(seconds: 60)) == .seconds(60), "nothing has changed")
        #expect(watch.interval(after: PairList.sample(["btc", "eth"]), at: Self.start) == .seconds(3600))
    }

    /// Nobody knows what was trading before the start.
    @Test func aFirstListWithSuspendedPairsIsRequestedOnceMore() {
        var watch = PairWatch(usual: .seconds(3600))
        let list = PairList.sample(["btc", "eth"])
        let suspended = ExchangePair(
            symbol: "ltcusdt",
            base: "ltc",
            quote: "usdt",
            state: .suspended,
            isLeveraged: false,
            priceDecimals: nil
        )
        let first = PairList(time: list.time, quote: list.quote, pairs: list.pairs + [suspended], badRows: 0)
        #expect(watch.interval(after: first, at: Self.start) == .seconds(60))
        #expect(watch.interval(after: nil, at: Self.start.adding(seconds: 60)) == .seconds(3600))
    }

    @Test func theListIsRequestedEachMinuteWhileAllPairsAreMissing() {
        var watch = PairWatch(usual: .seconds(3600))
        for minute in Int64(0)..<90 {
            let now = Self.start.adding(seconds: minute * 60)
            #expect(watch.interval(after: PairList.sample([]), at: now) == .seconds(60))
        }
    }

    @Test func aPairThatIsMissingForAnHourCountsAsRemoved() {
        var watch = PairWatch(usual: .seconds(3600))
        _ = watch.interval(after: PairList.sample(["btc", "eth"]), at: Self.start)
        _ = watch.interval(after: PairList.sample(["btc"]), at: Self.start)
        #expect(watch.interval(after: nil, at: Self.start.adding(seconds: 3599)) == .seconds(60))
        #expect(watch.interval(after: nil, at: Self.start.adding(seconds: 3600)) == .seconds(3600))
    }

    @Test func theListIsRequestedEachMinuteWhileMostPairsAreSuspended() {
        var watch = PairWatch(usual: .seconds(3600))
        let list = PairList.sample(["btc"])
        let suspended = ["eth", "ltc"].map { base in
            ExchangePair(
                symbol: base + "usdt",
                base: base,
                quote: "usdt",
                state: .suspended,
                isLeveraged: false,
                priceDecimals: nil
            )
        }
        let most = PairList(time: list.time, quote: list.quote, pairs: list.pairs + suspended, badRows: 0)
        #expect(watch.interval(after: most, at: Self.start) == .seconds(60))
        #expect(watch.interval(after: nil, at: Self.start.adding(seconds: 60)) == .seconds(60))
        #expect(watch.interval(after: PairList.sample(["btc", "eth", "ltc"]), at: Self.start) == .seconds(3600))
    }
}
