import Shared
import Testing

@testable import PushServer

struct PostPaceTests {
    private let ada = PostRoute(account: AccountID(rawValue: 1), origin: "https://ntfy.sh")
    private let bob = PostRoute(account: AccountID(rawValue: 2), origin: "https://ntfy.sh")
    private let start = MarketTime(seconds: 1_733_918_400)

    /// A user who has just sent as much as may go at once.
    private var tired: PostPace {
        var pace = PostPace()
        for _ in 0..<PostPace.burst { pace.went(ada, at: start) }
        return pace
    }

    @Test func someGoAtOnceAndThenOneInEachInterval() {
        var pace = tired
        for step in 1...50 as ClosedRange<Int> {
            let time = start.adding(PostPace.interval * step)
            #expect(pace.room(for: ada, at: time.adding(milliseconds: -1)) == 0)
            #expect(pace.pauseEnd(for: ada, at: time.adding(milliseconds: -1)) == time)
            #expect(pace.room(for: ada, at: time) == 1)
            #expect(pace.pauseEnd(for: ada, at: time) == nil)
            pace.went(ada, at: time)
        }
    }

    @Test func whoeverRestsHasTheWholeBurstAgain() {
        let rested = start.adding(PostPace.interval * PostPace.burst)
        #expect(tired.room(for: ada, at: rested) == PostPace.burst)
        #expect(tired.room(for: ada, at: rested.adding(seconds: 3600)) == PostPace.burst)
    }

    @Test func eachUserAndEachHostHasAPaceOfItsOwn() {
        let elsewhere = PostRoute(account: ada.account, origin: "https://hooks.example.com")
        #expect(tired.room(for: ada, at: start) == 0)
        #expect(tired.room(for: bob, at: start) == PostPace.burst)
        #expect(tired.room(for: elsewhere, at: start) == PostPace.burst)
    }

    @Test func aClockThatIsSetBackHoldsNobodyUp() {
        var pace = tired
        let earlier = start.adding(seconds: -3600)
        #expect(pace.room(for: ada, at: earlier) == PostPace.burst)
        #expect(pace.pauseEnd(for: ada, at: earlier) == nil)
        pace.went(ada, at: earlier)
        #expect(pace.room(for: ada, at: earlier) == PostPace.burst - 1)
    }
}
