import NIOCore
import Testing

@testable import Shared

struct PeerLivenessTests {
    private let start = NIODeadline.uptimeNanoseconds(0)

    @Test func aQuietPeerIsPingedOnceAndGivenUpAfterTheLimit() {
        var liveness = PeerLiveness(limits: SessionLimits(), now: start)
        #expect(liveness.verdict(at: start + .seconds(14)) == .wait)
        #expect(liveness.verdict(at: start + .seconds(15)) == .ping)
        #expect(liveness.verdict(at: start + .seconds(16)) == .wait)
        #expect(liveness.verdict(at: start + .seconds(34)) == .wait)
        #expect(liveness.verdict(at: start + .seconds(35)) == .hangUp)
    }

    @Test func itSaysWhenItsVerdictMayChange() {
        var liveness = PeerLiveness(limits: SessionLimits(), now: start)
        #expect(liveness.due == start + .seconds(15))
        #expect(liveness.verdict(at: liveness.due) == .ping)
        #expect(liveness.due == start + .seconds(35))
        liveness.heard(at: start + .seconds(30))
        #expect(liveness.due == start + .seconds(45))
        var limits = SessionLimits()
        (limits.heartbeat, limits.silence) = (.seconds(9), .seconds(5))
        let hasty = PeerLiveness(limits: limits, now: start)
        #expect(hasty.due == start + .seconds(5), "a peer is given up after `silence` even without a ping")
    }

    @Test func anyFrameCountsAsLife() {
        var liveness = PeerLiveness(limits: SessionLimits(), now: start)
        #expect(liveness.verdict(at: start + .seconds(20)) == .ping)
        liveness.heard(at: start + .seconds(30))
        #expect(liveness.verdict(at: start + .seconds(40)) == .wait)
        #expect(liveness.verdict(at: start + .seconds(45)) == .ping)
    }
}
