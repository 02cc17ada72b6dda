import NIOCore
import Shared
import Testing

struct RateLimitTests {
    private let start = NIODeadline.uptimeNanoseconds(1_000_000_000)

    private func count(_ limit: inout RateLimit, at now: NIODeadline) -> Int {
        (0..<10_000).prefix { _ in limit.allows(at: now) }.count
    }

    @Test func aBurstOfTenSecondsIsAccepted() {
        var limit = RateLimit(perSecond: 20, now: start)
        #expect(count(&limit, at: start) == 200)
    }

    @Test func timeRefillsTheAllowanceUpToTheBurst() {
        var limit = RateLimit(perSecond: 20, now: start)
        for _ in 0..<200 { _ = limit.allows(at: start) }
        let isPaid = limit.allows(at: start + .milliseconds(50))
        #expect(isPaid)
        #expect(count(&limit, at: start + .hours(1)) == 200)
    }

    @Test func aSteadyPaceWithinTheLimitNeverEnds() {
        var limit = RateLimit(perSecond: 20, now: start)
        let isAllowed = (0..<100_000).allSatisfy { limit.allows(at: start + .milliseconds(50 * $0)) }
        #expect(isAllowed)
    }

    @Test func zeroMeansNoLimit() {
        var limit = RateLimit(perSecond: 0, now: start)
        #expect(count(&limit, at: start) == 10_000)
    }
}
