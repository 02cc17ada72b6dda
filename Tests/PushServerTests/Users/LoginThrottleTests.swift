import Shared
import Testing

@testable import PushServer

struct LoginThrottleTests {
    private let ada = LoginThrottle.Attempt(name: "ada", address: "1.1.1.1")
    private let start = MarketTime(seconds: 0)

    @Test func theWaitGrowsWithEachWrongPassword() {
        var throttle = LoginThrottle()
        let waits = (0..<14).map { _ in throttle.began(ada, at: start).wait }
        #expect(waits.prefix(5) == [.zero, .zero, .seconds(1), .seconds(2), .seconds(4)])
        #expect(waits.last == .seconds(300))
        #expect(throttle.wait(for: ada, at: start) == .seconds(300))
        #expect(throttle.wait(for: ada, at: start.adding(seconds: 300)) == nil)
    }

    @Test func aStrangerElsewhereDoesNotLockTheOwnerOut() {
        var throttle = LoginThrottle()
        for second in 0..<Int64(86_400) {
            let now = start.adding(seconds: second)
            if throttle.wait(for: ada, at: now) == nil { _ = throttle.began(ada, at: now) }
            #expect(throttle.wait(for: .init(name: "ada", address: "2.2.2.2"), at: now) == nil)
        }
    }

    @Test func oneAddressCannotTryManyNames() {
        var throttle = LoginThrottle()
        for number in 0..<40 { _ = throttle.began(.init(name: "user\(number)", address: "1.1.1.1"), at: start) }
        #expect(throttle.wait(for: .init(name: "new", address: "1.1.1.1"), at: start) != nil)
    }

    @Test func theRightPasswordClearsTheName() {
        var throttle = LoginThrottle()
        for _ in 0..<2 { throttle.succeeded(throttle.began(ada, at: start)) }
        for _ in 0..<2 { _ = throttle.began(ada, at: start) }
        throttle.succeeded(throttle.began(ada, at: start))
        #expect(throttle.began(ada, at: start).wait == .zero)
    }

    @Test func theRightPasswordBlocksNobodyAtABusyAddress() {
        var throttle = LoginThrottle()
        for number in 0..<20 { _ = throttle.began(.init(name: "user\(number)", address: ada.address), at: start) }
        for _ in 0..<5 {
            #expect(throttle.wait(for: ada, at: start) == nil)
            throttle.succeeded(throttle.began(ada, at: start))
        }
        #expect(throttle.wait(for: .init(name: "bob", address: ada.address), at: start) == nil)
    }

    private func attempt(_ number: Int, _ name: String = "ada") -> LoginThrottle.Attempt {
        .init(name: name, address: "198.51.\(number / 250).\(number % 250)")
    }

    /// Each address has tries of its own, and all together not many more than one has.
    @Test(arguments: ["ada", "nobody"]) func manyAddressesCannotTryOneName(name: String) {
        var throttle = LoginThrottle()
        var (now, tries) = (start, 0)
        for second in 0..<3600 {
            now = start.adding(seconds: Int64(second))
            for number in 0..<10 where throttle.wait(for: attempt(second * 10 + number, name), at: now) == nil {
                _ = throttle.began(attempt(second * 10 + number, name), at: now)
                tries += 1
            }
        }
        #expect(tries == 20 + 29, "so many at once, and one in two minutes")
        #expect(throttle.wait(for: attempt(0, "bob"), at: now) == nil)
    }

    @Test func theOwnerIsNotLockedOutWhereTheAccountHasSignedInLately() {
        var throttle = LoginThrottle()
        let (home, work) = (attempt(30_000), attempt(30_001))
        throttle.succeeded(throttle.began(home, at: start))
        throttle.signedIn(work)
        for number in 0..<20 { _ = throttle.began(attempt(number), at: start) }
        #expect(throttle.wait(for: attempt(1000), at: start) != nil, "a new address waits")
        for familiar in [home, work] {
            #expect(throttle.wait(for: familiar, at: start) == nil)
            #expect(throttle.began(familiar, at: start).wait == .zero)
            // There, it is what it was: each address counts for itself.
            for _ in 0..<4 { _ = throttle.began(familiar, at: start) }
            #expect(throttle.wait(for: familiar, at: start) != nil)
        }
        #expect(throttle.wait(for: .init(name: "bob", address: home.address), at: start) == nil)
    }

    @Test func anAccountIsFamiliarWithSoManyAddressesAndNoMore() {
        var throttle = LoginThrottle()
        for number in 0..<100 { throttle.signedIn(attempt(30_000 + number)) }
        for number in 0..<20 { _ = throttle.began(attempt(number), at: start) }
        let familiar = (0..<100).filter { throttle.wait(for: attempt(30_000 + $0), at: start) == nil }
        #expect(familiar == Array(68..<100))
    }

    @Test func theRightPasswordDoesNotForgiveStrangersElsewhere() {
        var throttle = LoginThrottle()
        for number in 0..<20 { _ = throttle.began(attempt(number), at: start) }
        throttle.succeeded(throttle.began(attempt(30_000), at: start))
        #expect(throttle.wait(for: attempt(21), at: start) == .seconds(120))
    }

    @Test func whatWasNeverFoundOutDoesNotCount() {
        var throttle = LoginThrottle()
        for _ in 0..<2 { _ = throttle.began(ada, at: start) }
        for _ in 0..<100 {
            #expect(throttle.wait(for: ada, at: start) == nil)
            throttle.withdrew(throttle.began(ada, at: start))
        }
        #expect(throttle.began(ada, at: start).wait == .seconds(1), "what was wrong before still does")
    }

    @Test func anAddressIsForgivenInTime() {
        var throttle = LoginThrottle()
        for number in 0..<30 { _ = throttle.began(.init(name: "user\(number)", address: ada.address), at: start) }
        #expect(throttle.wait(for: ada, at: start) == .seconds(300))
        let later = start.adding(seconds: 3600)
        let again = throttle.began(ada, at: later)
        #expect(again.wait == .zero)
        #expect(throttle.wait(for: .init(name: "bob", address: ada.address), at: later) == nil)
    }

    /// A stranger chooses what is sent as a name, and not what is remembered.
    @Test func namesThatNobodyCanHaveCountAsOne() {
        var throttle = LoginThrottle()
        let long = String(repeating: "x", count: 3000)
        for number in 0..<10 { _ = throttle.began(.init(name: "\(long)\(number)", address: "1.1.1.1"), at: start) }
        #expect(LoginThrottle.Attempt(name: long, address: "1.1.1.1").name.utf8.count <= 64)
        #expect(throttle.wait(for: .init(name: "ada\u{0}", address: "1.1.1.1"), at: start) != nil)
        #expect(throttle.wait(for: ada, at: start) == nil)
        #expect(LoginThrottle.Attempt(name: "ADA", address: "1.1.1.1") == ada)
    }

    @Test(arguments: [
        ("2001:db8::1", "2001:db8:0:0:ffff::2", true), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::", true),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:3:3:4:5:6", false), ("::1", "::2", true), ("10.0.0.1", "10.0.0.2", false),
    ]) func hostsOfOneIPv6NetworkAreOne(one: String, other: String, areOne: Bool) {
        #expect((LoginThrottle.Attempt(name: "a", address: one) == .init(name: "a", address: other)) == areOne)
    }
}
