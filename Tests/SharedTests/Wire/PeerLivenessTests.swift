import NIOCore
import Shared
import Testing

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

    @Test func anyFrameCountsAsLife() {
        var liveness = PeerLiveness(limits: SessionLimits(), now: start)
        #expect(liveness.verdict(at: start + .seconds(20)) == .ping)
        liveness.heard(at: start + .seconds(30))
        #expect(liveness.verdict(at: start + .seconds(40)) == .wait)
        #expect(liveness.verdict(at: start + .seconds(45)) == .ping)
    }
}
