import Shared
import Testing

@testable import PushServer

struct LoginThrottleTests {
    private let ada = LoginThrottle.Attempt(name: "ada", address: "1.1.1.1")
    private let start = MarketTime(seconds: 0)

    @Test func theWaitGrowsWithEachWrongPassword() {
        var throttle = LoginThrottle()
        let waits = (0..<14).map { _ in throttle.began(ada, at: start) }
        #expect(waits.prefix(5) == [.zero, .zero, .seconds(1), .seconds(2), .seconds(4)])
        #expect(waits.last == .seconds(300))
        #expect(throttle.wait(for: ada, at: start) == .seconds(300))
        #expect(throttle.wait(for: ada, at: start.adding(seconds: 300)) == nil)
    }

    @Test func aStrangerElsewhereDoesNotLockTheOwnerOut() {
        var throttle = LoginThrottle()
        for _ in 0..<100 { _ = throttle.began(ada, at: start) }
        #expect(throttle.wait(for: .init(name: "ada", address: "2.2.2.2"), at: start) == nil)
    }

    @Test func oneAddressCannotTryManyNames() {
        var throttle = LoginThrottle()
        for number in 0..<40 { _ = throttle.began(.init(name: "user\(number)", address: "1.1.1.1"), at: start) }
        #expect(throttle.wait(for: .init(name: "new", address: "1.1.1.1"), at: start) != nil)
    }

    @Test func theRightPasswordClearsTheName() {
        var throttle = LoginThrottle()
        for _ in 0..<2 { _ = throttle.began(ada, at: start) }
        throttle.succeeded(ada)
        #expect(throttle.began(ada, at: start) == .zero)
    }
}
