import Shared
import Testing

@testable import PushServer

/// Which node leads, by the answers of the database and the terms of other nodes.
struct LeaseRulesTests {
    private let own = LeaseHolder.test(1)
    private let other = LeaseHolder.test(2)

    private func lease(_ holder: LeaseHolder, term: UInt32, left: Duration = .seconds(2)) -> Lease {
        Lease(holder: holder, term: term, left: left)
    }

    /// A node that has seen another node's lapsed lease for this long.
    private func waiting(for time: Duration, _ lease: Lease?) -> LeaseRules {
        var rules = LeaseRules(own: own.node)
        for now in [Duration.zero, time] {
            #expect(rules.request(at: now) == .look)
            rules.answered(lease, sent: now)
        }
        return rules
    }

    @Test func aNodeTriesOnlyAfterTheDatabaseWasReachableForOneWholeLease() {
        var rules = waiting(for: .seconds(2), lease(other, term: 4, left: .zero))
        #expect(rules.request(at: .seconds(2.5)) == .look)
        rules.answered(lease(other, term: 4, left: .zero), sent: .seconds(2.5))
        #expect(rules.request(at: .seconds(3)) == .take(above: 4))
    }

    @Test func aRestartOfTheDatabaseRestartsTheWait() {
        var rules = waiting(for: .seconds(2.9), lease(other, term: 4, left: .zero))
        #expect(rules.request(at: .seconds(3)) == .take(above: 4))
        rules.failed()
        #expect(rules.request(at: .seconds(3.5)) == .look)
        rules.answered(lease(other, term: 4, left: .zero), sent: .seconds(3.5))
        #expect(rules.request(at: .seconds(6.4)) == .look)
        rules.answered(lease(other, term: 4, left: .zero), sent: .seconds(6.4))
        #expect(rules.request(at: .seconds(6.5)) == .take(above: 4))
    }

    @Test func aDatabaseThatDoesNotAnswerForLongerThanAFailoverIsReported() {
        var rules = waiting(for: .seconds(5), lease(other, term: 4))
        #expect(rules.request(at: .seconds(6)) == .look)
        rules.failed()
        #expect(rules.silence(at: .seconds(15)).words == nil)
        let words = "this node has not reached the database for 11 s, so nobody can sign in here"
        #expect(rules.silence(at: .seconds(16)).words == words)
        #expect(rules.request(at: .seconds(16)) == .look)
        #expect(rules.silence(at: .seconds(16)).words == words, "it has not been answered yet")
        rules.answered(lease(other, term: 4), sent: .seconds(16))
        #expect(rules.silence(at: .seconds(17)) == DatabaseSilence(time: .seconds(1)))
    }

    @Test func aNodeThatStandsAsideOnlyLooksAtTheLease() {
        var rules = waiting(for: .seconds(2.9), lease(other, term: 4, left: .zero))
        rules.standAside()
        #expect(rules.request(at: .seconds(3)) == nil)
        #expect(rules.request(at: .seconds(3.4)) == .look)
        rules.answered(lease(other, term: 4, left: .zero), sent: .seconds(3.4))
        #expect(rules.request(at: .seconds(3600)) == .look)
    }

    @Test func aLeaseThatHasNotLapsedIsLeftAlone() {
        var rules = waiting(for: .seconds(5), lease(other, term: 4))
        #expect(rules.request(at: .seconds(5.5)) == .look)
    }

    /// As when the row was edited, or the database's clock was set back.
    @Test func aLeaseThatEndsLaterThanAnyNodeWritesCountsAsLapsed() {
        var rules = waiting(for: .seconds(2.9), lease(other, term: 4, left: Lease.leftMax + .milliseconds(1)))
        #expect(rules.request(at: .seconds(3)) == .take(above: 4))
        rules = waiting(for: .seconds(2.9), lease(other, term: 4, left: Lease.leftMax))
        #expect(rules.request(at: .seconds(3)) == nil)
    }

    /// As when the answer took longer than the lease lasts.
    @Test func aLeaseOfItsOwnThatHasLapsedMakesNoLeader() {
        var rules = waiting(for: .seconds(2.9), lease(other, term: 4, left: .zero))
        #expect(rules.request(at: .seconds(3)) == .take(above: 4))
        rules.answered(lease(own, term: 5), sent: .seconds(3))
        #expect(rules.leading == 5)
        #expect(rules.request(at: .seconds(4)) == .renew(term: 5))
        rules.answered(lease(own, term: 5, left: .zero), sent: .seconds(4))
        #expect(rules.leading == nil)
    }

    @Test func aNewTermExceedsTheRowsAndEveryTermHeard() {
        var rules = waiting(for: .seconds(2.9), lease(other, term: 4, left: .zero))
        rules.heard(9)
        #expect(rules.request(at: .seconds(3)) == .take(above: 9))
    }

    @Test func theFirstNodeOfAFleetCreatesTheRow() {
        var rules = waiting(for: .seconds(2.9), nil)
        #expect(rules.request(at: .seconds(3)) == .take(above: 0))
        rules.answered(lease(own, term: 1, left: .seconds(3)), sent: .seconds(3))
        #expect(rules.leading == 1)
    }

    @Test func whoeverIsTheHolderAfterwardsHasTheLease() {
        var rules = waiting(for: .seconds(2.9), lease(other, term: 4, left: .zero))
        _ = rules.request(at: .seconds(3))
        rules.answered(lease(.test(3), term: 5), sent: .seconds(3))
        #expect(rules.leading == nil && rules.heard == 5)
    }

    private func leader() -> LeaseRules {
        var rules = waiting(for: .seconds(2.9), lease(other, term: 4, left: .zero))
        _ = rules.request(at: .seconds(3))
        rules.answered(lease(own, term: 5, left: .seconds(3)), sent: .seconds(3))
        return rules
    }

    @Test func aLeaderThatCannotReachTheDatabaseGoesOnUntilItHearsAHigherTerm() {
        var rules = leader()
        _ = rules.request(at: .seconds(4))
        rules.failed()
        #expect(rules.leading == 5)
        rules.heard(5)
        #expect(rules.leading == 5)
        rules.heard(6)
        #expect(rules.leading == nil)
    }

    @Test func aLeaderWhoseLeaseWasTakenFollows() {
        var rules = leader()
        _ = rules.request(at: .seconds(40))
        rules.answered(lease(other, term: 6), sent: .seconds(40))
        #expect(rules.leading == nil)
    }

    @Test func theNextRequestShowsTheEffectOfALostAnswer() {
        var rules = waiting(for: .seconds(2.9), lease(other, term: 4, left: .zero))
        _ = rules.request(at: .seconds(3))
        rules.failed()
        #expect(rules.request(at: .seconds(3.5)) == .look)
        rules.answered(lease(own, term: 5), sent: .seconds(3.5))
        #expect(rules.leading == 5)
    }

    @Test func aNodeThatEndsReleasesItsLeaseAndNeverTriesAgain() {
        var rules = leader()
        #expect(rules.drain() == 5)
        #expect(rules.leading == nil)
        _ = rules.request(at: .seconds(9))
        rules.answered(lease(own, term: 5, left: .zero), sent: .seconds(9))
        #expect(rules.request(at: .seconds(20)) == .look)
    }

    @Test func aLeaseThatANodeWasTakingWhenItEndedIsReleased() {
        var rules = waiting(for: .seconds(2.9), lease(other, term: 4, left: .zero))
        #expect(rules.request(at: .seconds(3)) == .take(above: 4))
        #expect(rules.drain() == nil)
        #expect(rules.isHandingOver)
        rules.answered(lease(own, term: 5, left: .seconds(3)), sent: .seconds(3))
        #expect(rules.leading == nil && rules.isHandingOver)
        #expect(rules.request(at: .seconds(3.1)) == .release(term: 5))
        #expect(rules.isHandingOver)
        rules.answered(lease(own, term: 5, left: .zero), sent: .seconds(3.1))
        #expect(!rules.isHandingOver)
        #expect(rules.request(at: .seconds(20)) == .look)
    }

    /// The renewal takes effect after the release.
    @Test func aLeaseThatANodeWasRenewingWhenItEndedIsReleasedAgain() {
        var rules = leader()
        #expect(rules.request(at: .seconds(4)) == .renew(term: 5))
        #expect(rules.drain() == 5)
        rules.answered(lease(own, term: 5, left: .seconds(3)), sent: .seconds(4))
        #expect(rules.request(at: .seconds(4.1)) == .release(term: 5))
        rules.failed()
        #expect(!rules.isHandingOver, "nobody waits for the database")
        #expect(rules.request(at: .seconds(5)) == .look)
        rules.answered(lease(own, term: 5), sent: .seconds(5))
        #expect(rules.request(at: .seconds(5.1)) == .release(term: 5))
    }

    @Test func aLeaseIsTriedForOnceItsLeaderSaysThatItIsReleased() {
        var rules = waiting(for: .seconds(3), lease(other, term: 4))
        rules.released(3)
        #expect(rules.request(at: .seconds(3.1)) == nil, "it belongs to an earlier leader")
        rules.released(4)
        #expect(rules.request(at: .seconds(3.1)) == .take(above: 4))
    }

    @Test func aDrainedNodeLooksForTheNextLeaderAtOnce() {
        var rules = leader()
        _ = rules.drain()
        _ = rules.request(at: .seconds(4))
        rules.answered(lease(own, term: 5, left: .zero), sent: .seconds(4))
        #expect(rules.request(at: .seconds(4.1)) == .look)
        rules.answered(lease(other, term: 6), sent: .seconds(4.1))
        #expect(rules.request(at: .seconds(4.2)) == nil)
    }

    @Test func oneRequestIsUnderWayAtATime() {
        var rules = LeaseRules(own: own.node)
        #expect(rules.request(at: .zero) == .look)
        #expect(rules.request(at: .seconds(9)) == nil)
    }
}

extension LeaseHolder {
    static func test(_ number: UInt64) -> LeaseHolder {
        LeaseHolder(node: NodeID(high: 0, low: number), address: "192.0.2.\(number):7443", pin: .test)
    }
}

extension PublicKeyPin {
    fileprivate static var test: PublicKeyPin {
        guard let pin = PublicKeyPin("sha256/" + String(repeating: "A", count: 43) + "=") else {
            preconditionFailure("it is a pin")
        }
        return pin
    }
}
