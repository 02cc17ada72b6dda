import Shared
import Testing

@testable import PushServer

/// The positions from which a market continues with a diff.
struct MarketLineageTests {
    private let first = MarketEpoch(rawValue: 1 << 32 | 7)
    private let second = MarketEpoch(rawValue: 2 << 32 | 8)
    private let third = MarketEpoch(rawValue: 3 << 32 | 9)

    private func at(_ epoch: MarketEpoch, _ sequence: UInt64) -> MarketPosition {
        MarketPosition(epoch: epoch, sequence: sequence)
    }

    @Test func aServerThatStandsAloneGivesADiffWithinItsEpochAndASnapshotOtherwise() {
        let lineage = MarketLineage.alone(first)
        #expect(lineage.continuation(of: at(first, 5), at: 9) == .diff(since: 5))
        #expect(lineage.continuation(of: at(first, 9 + 64), at: 9) == .diff(since: 73), "another loop may be further")
        #expect(lineage.continuation(of: at(first, 9 + 65), at: 9) == .snapshot, "it never was there")
        #expect(lineage.continuation(of: at(second, 5), at: 9) == .snapshot)
        #expect(lineage.continuation(of: nil, at: 9) == .snapshot)
    }

    @Test func aNodeWithoutAMarketMakesEverybodyWait() {
        #expect(MarketLineage.none.continuation(of: nil, at: 0) == .wait)
        #expect(MarketLineage.none.continuation(of: at(first, 5), at: 0) == .wait)
    }

    @Test func aClientInTheParentAtOrBelowItsSequenceResumesWithADiff() {
        let lineage = MarketLineage.beginning(first, at: 0).followed(
            by: second,
            parent: at(first, 10),
            from: 10,
            at: 100
        )
        #expect(lineage.continuation(of: at(first, 10), at: 105) == .diff(since: 10))
        #expect(lineage.continuation(of: at(first, 3), at: 105) == .diff(since: 3))
        #expect(lineage.continuation(of: at(first, 11), at: 105) == .snapshot)
    }

    @Test func aNodeThatWasAheadOfTheParentContinuesFromItsOwnPosition() {
        let lineage = MarketLineage.beginning(first, at: 0).followed(
            by: second,
            parent: at(first, 10),
            from: 14,
            at: 100
        )
        #expect(lineage.continuation(of: at(first, 14), at: 105) == .diff(since: 14))
        #expect(lineage.continuation(of: at(first, 15), at: 105) == .snapshot)
    }

    @Test func aNodeThatWasBehindTheParentContinuesFromTheParent() {
        let lineage = MarketLineage.beginning(first, at: 0).followed(
            by: second,
            parent: at(first, 10),
            from: 4,
            at: 100
        )
        #expect(lineage.continuation(of: at(first, 10), at: 105) == .diff(since: 10))
    }

    @Test func aPositionThatANodeHasNotSeenNeedsASnapshot() {
        let lineage = MarketLineage.beginning(first, at: 0).followed(
            by: second,
            parent: at(first, 10),
            from: 10,
            at: 100
        )
        #expect(lineage.continuation(of: at(second, 99), at: 105) == .snapshot)
        #expect(lineage.continuation(of: at(second, 100), at: 105) == .diff(since: 100))
    }

    @Test func aClientThatIsAheadInTheEpochOrInAHigherTermWaits() {
        let lineage = MarketLineage.beginning(second, at: 0)
        #expect(lineage.continuation(of: at(second, 5000), at: 9) == .diff(since: 5000), "nothing is due until 5001")
        #expect(lineage.continuation(of: at(third, 5), at: 9) == .wait)
        #expect(lineage.continuation(of: at(first, 5), at: 9) == .snapshot, "a lower term has nothing to wait for")
        let foreign = MarketEpoch(rawValue: UInt64.max - 5)
        #expect(lineage.continuation(of: at(foreign, 5), at: 9) == .snapshot, "no fleet has had so many leaders")
    }

    @Test func earlierEpochsCountToo() {
        let lineage = MarketLineage.beginning(first, at: 0)
            .followed(by: second, parent: at(first, 10), from: 10, at: 100)
            .followed(by: third, parent: at(second, 120), from: 120, at: 200)
        #expect(lineage.continuation(of: at(first, 10), at: 205) == .diff(since: 10))
        #expect(lineage.continuation(of: at(second, 120), at: 205) == .diff(since: 120))
        #expect(lineage.news == NewEpoch(epoch: third, parent: at(second, 120)))
    }

    @Test func aPositionFromBeforeTheNodeEnteredAnEarlierEpochNeedsASnapshot() {
        let lineage = MarketLineage.beginning(first, at: 0)
            .followed(by: second, parent: nil, from: 10, at: 105)
            .followed(by: third, parent: nil, from: 120, at: 200)
        #expect(
            lineage.continuation(of: at(second, 104), at: 205) == .snapshot,
            "it may have seen what this node has not"
        )
        #expect(lineage.continuation(of: at(second, 105), at: 205) == .diff(since: 105))
    }

    @Test func aSlowClientOfTheNodeThatHasHadNothingForTwoEpochsContinuesWithADiff() {
        let lineage = MarketLineage.beginning(first, at: 0)
            .followed(by: second, parent: nil, from: 10, at: 105)
            .followed(by: third, parent: nil, from: 120, at: 200)
        #expect(lineage.continuation(ofOwn: 7, from: second, at: 200) == .diff(since: 7))
        #expect(lineage.continuation(ofOwn: 104, from: second, at: 200) == .snapshot, "the node has not been there")
    }

    @Test func theUpperHalfOfAnEpochIsTheTerm() {
        var generator = SystemRandomNumberGenerator()
        #expect(MarketEpoch(term: 7, using: &generator).term == 7)
        #expect(MarketEpoch(term: 7, using: &generator) != MarketEpoch(term: 7, using: &generator))
    }
}
