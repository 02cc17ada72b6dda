import Shared
import Testing

@testable import PushServer

struct LoginThrottleTests {
    private typealias Attempt = LoginThrottle.Attempt

    private let ada = Attempt(name: "ada", origin: .stranger(HostAddress("192.0.2.1")))
    private let start = MarketTime(seconds: 0)

    private func stranger(_ number: Int, _ name: UserName = "ada") -> Attempt {
        Attempt(name: name, origin: .stranger(HostAddress("198.51.\(number / 250).\(number % 250)")))
    }

    /// All evidence that a user may have shown.
    private static let proofs: [LoginOrigin] = [
        .familiar(HostAddress("192.0.2.7")), .device(DeviceID(rawValue: 7)), .formerDevice(TokenHash(bytes: [7])),
    ]

    // MARK: A name from one origin

    @Test(arguments: proofs + [.stranger(HostAddress("192.0.2.1"))])
    func theWaitGrowsWithEachWrongPassword(origin: LoginOrigin) {
        var throttle = LoginThrottle()
        let attempt = Attempt(name: "ada", origin: origin)
        let waits = (0..<14).map { _ in throttle.began(attempt, at: start).wait }
        #expect(waits.prefix(5) == [.zero, .zero, .seconds(1), .seconds(2), .seconds(4)])
        #expect(waits.last == .seconds(300))
        #expect(throttle.wait(for: attempt, at: start) == .seconds(300))
        #expect(throttle.wait(for: attempt, at: start.adding(seconds: 300)) == nil)
    }

    @Test func failuresAreForgottenFifteenMinutesAfterTheirLastWait() {
        var throttle = LoginThrottle()
        for _ in 0..<14 { _ = throttle.began(ada, at: start) }
        let ended = start.adding(seconds: 300)
        var early = throttle
        #expect(early.began(ada, at: ended.adding(seconds: 900)).wait == .seconds(300))
        #expect(throttle.began(ada, at: ended.adding(seconds: 901)).wait == .zero)
    }

    @Test func theRightPasswordClearsTheName() {
        var throttle = LoginThrottle()
        for _ in 0..<2 { throttle.succeeded(throttle.began(ada, at: start)) }
        for _ in 0..<2 { _ = throttle.began(ada, at: start) }
        throttle.succeeded(throttle.began(ada, at: start))
        #expect(throttle.began(ada, at: start).wait == .zero)
    }

    @Test func anUncheckedAttemptDoesNotCount() {
        var throttle = LoginThrottle()
        for _ in 0..<2 { _ = throttle.began(ada, at: start) }
        for _ in 0..<100 {
            #expect(throttle.wait(for: ada, at: start) == nil)
            throttle.withdrew(throttle.began(ada, at: start))
        }
        #expect(throttle.began(ada, at: start).wait == .seconds(1), "what was wrong before still does")
    }

    // MARK: A name from everywhere

    /// Each address has its own tries, but all together have hardly more than one.
    @Test(arguments: ["ada", "nobody"] as [UserName]) func manyAddressesCannotTryOneName(name: UserName) {
        var throttle = LoginThrottle()
        var (now, tries) = (start, 0)
        for second in 0..<3600 {
            now = start.adding(seconds: Int64(second))
            for number in 0..<10 where throttle.wait(for: stranger(second * 10 + number, name), at: now) == nil {
                _ = throttle.began(stranger(second * 10 + number, name), at: now)
                tries += 1
            }
        }
        #expect(tries == 20 + 29, "so many at once, and one in two minutes")
        #expect(throttle.wait(for: stranger(0, "bob"), at: now) == nil)
    }

    @Test(arguments: proofs) func aHundredGuessingAddressesDoNotDelayTheOwner(proof: LoginOrigin) {
        var throttle = LoginThrottle()
        for number in 0..<100 { _ = throttle.began(stranger(number), at: start) }
        let owner = Attempt(name: "ada", origin: proof)
        #expect(throttle.wait(for: stranger(1000), at: start) != nil, "a new address waits")
        #expect(throttle.wait(for: owner, at: start) == nil)
        #expect(throttle.began(owner, at: start).wait == .zero)
    }

    @Test func aStrangerElsewhereDoesNotLockTheOwnerOut() {
        var throttle = LoginThrottle()
        for second in 0..<Int64(86_400) {
            let now = start.adding(seconds: second)
            if throttle.wait(for: ada, at: now) == nil { _ = throttle.began(ada, at: now) }
            #expect(throttle.wait(for: stranger(1), at: now) == nil)
        }
    }

    @Test func theRightPasswordDoesNotForgiveStrangersElsewhere() {
        var throttle = LoginThrottle()
        for number in 0..<20 { _ = throttle.began(stranger(number), at: start) }
        throttle.succeeded(throttle.began(Attempt(name: "ada", origin: Self.proofs[0]), at: start))
        #expect(throttle.wait(for: stranger(21), at: start) == .seconds(120))
    }

    /// A user who shares an address with a guesser is recognized by the device.
    @Test func aDeviceDoesNotShareTheThrottleOfItsAddress() {
        var throttle = LoginThrottle()
        for _ in 0..<20 { _ = throttle.began(Attempt(name: "ada", origin: Self.proofs[0]), at: start) }
        #expect(throttle.wait(for: Attempt(name: "ada", origin: Self.proofs[0]), at: start) != nil)
        for proof in Self.proofs.dropFirst() {
            #expect(throttle.wait(for: Attempt(name: "ada", origin: proof), at: start) == nil)
        }
    }

    // MARK: An address

    @Test func onePersonsTyposLockOutNobodyElseAtTheAddress() {
        var throttle = LoginThrottle()
        for _ in 0..<100 { _ = throttle.began(ada, at: start) }
        #expect(throttle.wait(for: ada, at: start) != nil)
        for name in ["bob", "eve"] as [UserName] {
            let other = Attempt(name: name, origin: ada.origin)
            #expect(throttle.wait(for: other, at: start) == nil)
            #expect(throttle.began(other, at: start).wait == .zero)
        }
    }

    @Test func oneAddressCannotTryManyNames() throws {
        var throttle = LoginThrottle()
        var (now, names) = (start, 0)
        for second in 0..<3600 {
            now = start.adding(seconds: Int64(second))
            let name = try #require(UserName("user\(second)"))
            let attempt = Attempt(name: name, origin: ada.origin)
            if throttle.wait(for: attempt, at: now) == nil {
                _ = throttle.began(attempt, at: now)
                names += 1
            }
        }
        #expect(names == 20 + 59, "so many at once, and one each minute")
        #expect(throttle.wait(for: stranger(1, "bob"), at: now) == nil, "elsewhere")
        #expect(throttle.wait(for: Attempt(name: "bob", origin: Self.proofs[0]), at: now) == nil, "who is known there")
    }

    @Test func rightPasswordsBlockNobodyAtABusyAddress() throws {
        var throttle = LoginThrottle()
        for number in 0..<100 {
            let attempt = Attempt(name: try #require(UserName("user\(number)")), origin: ada.origin)
            #expect(throttle.wait(for: attempt, at: start) == nil)
            throttle.succeeded(throttle.began(attempt, at: start))
        }
    }

    @Test(arguments: [
        ("2001:db8::1", "2001:db8:0:0:ffff::2", true), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::", true),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:3:3:4:5:6", false), ("::1", "::2", true), ("10.0.0.1", "10.0.0.2", false),
    ]) func hostsOfOneIPv6NetworkAreOne(one: String, other: String, areOne: Bool) {
        #expect((LoginOrigin.stranger(HostAddress(one)) == .stranger(HostAddress(other))) == areOne)
    }
}
