import Shared
import Testing

@testable import PushServer

/// Which node a node follows, how old its market is, and when it leaves.
struct FollowerRulesTests {
    private let own = NodeID(high: 0, low: 1)

    private func address(_ number: UInt64) -> NodeAddress {
        let holder = LeaseHolder.test(number)
        return NodeAddress(address: holder.address, pin: holder.pin)
    }

    private func rules(preferred: [NodeAddress] = [], leader: UInt64 = 2, term: UInt32 = 3) -> FollowerRules {
        var rules = FollowerRules(own: own, preferred: preferred)
        rules.found(Lease(holder: .test(leader), term: term, left: .seconds(1)))
        return rules
    }

    private func beat(_ term: UInt32, through path: UInt64...) -> Beat {
        Beat(term: term, path: path.map { NodeID(high: 0, low: $0) })
    }

    @Test func aNodeFindsTheLeaderByTheLeaseAndNeverFollowsItself() {
        var rules = rules()
        #expect(rules.nextParent(at: .zero) == address(2))
        rules.found(Lease(holder: .test(1), term: 4, left: .seconds(1)))
        #expect(rules.leader == address(2))
    }

    @Test func aNodeMayFollowAFollower() {
        var rules = rules(preferred: [address(7)])
        #expect(rules.nextParent(at: .zero) == address(7))
    }

    @Test func aHigherTermWins() {
        var rules = rules(term: 3)
        #expect(rules.received(MarketEpoch(rawValue: 3 << 32 | 1)) == nil)
        #expect(rules.received(MarketEpoch(rawValue: 5 << 32 | 1)) == nil)
        #expect(rules.received(MarketEpoch(rawValue: 4 << 32 | 1)) == .oldTerm)
        #expect(rules.received(beat(4, through: 2), at: .zero) == .oldTerm, "a leader that wakes from a pause")
        #expect(rules.heard == 5)
    }

    @Test func aNodeThatSeesItsOwnIdInThePathLeaves() {
        var rules = rules()
        #expect(rules.received(beat(3, through: 2, 9), at: .zero) == nil)
        #expect(rules.received(beat(3, through: 2, 1, 9), at: .zero) == .ring)
        rules.lost(address(2), .ring, at: .zero)
        #expect(rules.nextParent(at: .seconds(9)) == nil)
        #expect(rules.nextParent(at: .seconds(10)) == address(2))
    }

    @Test func aNodeThatWasLeftIsFollowedAtOnceWhenItLeads() {
        for departure in [FollowerRules.Departure.ring, .noBeat, .oldTerm] {
            var rules = rules(preferred: [address(7)])
            rules.lost(address(7), departure, at: .zero)
            rules.found(Lease(holder: .test(2), term: 4, left: .seconds(1)))
            #expect(rules.nextParent(at: .seconds(1)) == address(2))
            rules.found(Lease(holder: .test(7), term: 5, left: .seconds(1)))
            #expect(rules.nextParent(at: .seconds(1)) == address(7))
        }
    }

    @Test func anEndlessPathIsARing() {
        var rules = rules()
        let path = (0..<UInt64(Beat.pathMax) + 1).map { NodeID(high: 9, low: $0) }
        #expect(rules.received(Beat(term: 3, path: path), at: .zero) == .ring)
    }

    @Test func theAgeOfTheLastBeatIsTheLag() {
        var rules = rules()
        #expect(rules.lag(at: .seconds(1)) == nil && !rules.isReady(at: .seconds(1)))
        _ = rules.received(beat(3, through: 2), at: .seconds(1))
        #expect(rules.lag(at: .seconds(3)) == .seconds(2))
        #expect(rules.isReady(at: .seconds(6)))
        #expect(!rules.isReady(at: .seconds(6.1)))
    }

    @Test func aNodeLeavesAParentWithoutBeats() {
        var rules = rules(preferred: [address(7)])
        _ = rules.nextParent(at: .seconds(1))
        #expect(rules.timePassed(to: .seconds(4.9)) == nil)
        #expect(rules.timePassed(to: .seconds(5)) == .noBeat, "a ring has no leader, and so no beats")
        rules.lost(address(7), .noBeat, at: .seconds(5))
        #expect(rules.nextParent(at: .seconds(5)) == address(2))
    }

    @Test func anotherLeaderIsFollowedAtOnce() {
        var rules = rules()
        _ = rules.nextParent(at: .zero)
        rules.found(Lease(holder: .test(4), term: 4, left: .seconds(1)))
        #expect(rules.timePassed(to: .zero) == .otherLeader)
        rules.lost(address(2), .otherLeader, at: .zero)
        #expect(rules.nextParent(at: .zero) == address(4))
    }

    // MARK: Addresses

    private func lease(of process: UInt64, at address: String, left: Duration) -> Lease {
        let holder = LeaseHolder(node: NodeID(high: 0, low: process), address: address, pin: LeaseHolder.test(1).pin)
        return Lease(holder: holder, term: 4, left: left)
    }

    @Test func aNodeDoesNotConnectToItsOwnAddressWhoeverLeadsThere() {
        var rules = rules(preferred: [address(1)])
        rules.ownAddress = address(1).address
        _ = rules.nextParent(at: .zero)
        rules.found(lease(of: 8, at: address(1).address, left: .seconds(2)))
        #expect(rules.timePassed(to: .zero) == .otherLeader)
        rules.lost(address(2), .otherLeader, at: .zero)
        #expect(rules.nextParent(at: .seconds(60)) == nil)
        #expect(rules.sharing == nil, "it may be the lease of this node's earlier process")
        rules.found(lease(of: 8, at: address(1).address, left: .seconds(1)))
        #expect(rules.sharing == nil)
        rules.found(lease(of: 8, at: address(1).address, left: .seconds(3)))
        #expect(rules.sharing == .leaders(address(1).address), "somebody renews it")
        rules.found(Lease(holder: .test(2), term: 5, left: .seconds(1)))
        #expect(rules.sharing == nil && rules.nextParent(at: .seconds(60)) == address(2))
    }

    @Test func theLeaseOfAnEarlierProcessAtTheSameAddressIsNoFault() {
        var rules = FollowerRules(own: own)
        rules.ownAddress = address(1).address
        for left in [2.9, 1.4, 0, -0.5] {
            rules.found(lease(of: 8, at: address(1).address, left: .seconds(left)))
            #expect(rules.sharing == nil)
        }
    }

    @Test func aNodeThatHasReachedItselfUnderAnotherNameStaysAwayForAWhile() {
        var rules = rules()
        _ = rules.nextParent(at: .zero)
        rules.reachedItself()
        #expect(rules.sharing == .leaders(address(2).address))
        rules.lost(address(2), .itself, at: .zero)
        #expect(rules.nextParent(at: .seconds(9)) == nil)
    }

    @Test func aNodeWhoseKeyIsRenewedIsNotLeftAndItsNewKeyIsExpectedNextTime() throws {
        let pin = try #require(PublicKeyPin("sha256/" + String(repeating: "B", count: 42) + "A="))
        for parents in [[], [address(2)]] {
            var rules = rules(preferred: parents)
            _ = rules.nextParent(at: .zero)
            let renewed = NodeAddress(address: address(2).address, pin: pin)
            let holder = LeaseHolder(node: NodeID(high: 0, low: 2), address: renewed.address, pin: pin)
            rules.found(Lease(holder: holder, term: 3, left: .seconds(1)))
            if !parents.isEmpty { rules.preferred = [renewed] }
            #expect(rules.timePassed(to: .zero) == nil)
            rules.lost(address(2), nil, at: .zero)
            #expect(rules.nextParent(at: .zero) == renewed)
        }
    }

    @Test func aNodeThatCannotBeReachedIsTriedAgainSoon() {
        var rules = rules()
        rules.lost(address(2), nil, at: .zero)
        #expect(rules.nextParent(at: .seconds(0.2)) == nil)
        #expect(rules.nextParent(at: .seconds(0.3)) == address(2))
    }
}
