import Testing

@testable import Shared

/// Replicas move from one epoch to the next, and from one merged diff to the next.
struct MarketEpochTests {
    private let time = MarketTime(seconds: 1)

    private func table(_ prices: [UInt64]) -> MarketTable {
        var changes = MarketChanges()
        for (row, price) in prices.enumerated() {
            let instrument = Instrument(coin: CoinID(UInt32(row + 1)), symbol: "C", name: "Coin", kind: .coin)
            changes.instruments.append(instrument, row: row)
            changes.prices.append(price, row: row)
        }
        var table = MarketTable()
        _ = table.commit(changes, time: time)
        return table
    }

    private func moved(_ table: inout MarketTable, _ price: UInt64, row: Int) -> MarketDiff? {
        var changes = MarketChanges()
        changes.prices.append(price, row: row)
        return table.commit(changes, time: time, withHash: true)
    }

    @Test func aReplicaPassesOnAChangeThatAMergedDiffHides() throws {
        var leader = table([100, 200])
        var (node, terminal) = (leader, leader)
        try terminal.apply(try #require(moved(&leader, 101, row: 0)))
        _ = moved(&leader, 100, row: 0)
        try node.apply(leader.diff(since: node.sequence))
        #expect(node.hash == leader.hash)
        try terminal.apply(node.diff(since: terminal.sequence))
        #expect(terminal.hash == leader.hash, "the terminal saw 101, which the node never had")
    }

    @Test func theNextEpochBeginsFarAboveTheOldOne() {
        let old = table([100])
        #expect(old.leapt.sequence == old.sequence + MarketTable.epochStride)
        #expect(old.leapt.hash == old.hash)
        #expect(old.leapt.diff(since: old.sequence).changes.isEmpty)
    }

    @Test func theDifferenceLeadsEveryReplicaOfTheOldEpochIntoTheNew() throws {
        var old = table([100, 200, 300])
        let first = old
        var new = old.leapt
        _ = moved(&new, 150, row: 0)
        _ = moved(&old, 222, row: 1)
        let second = old
        let diff = try #require(old.difference(to: new))
        #expect(diff.changes.prices.rows == [0, 1], "one is the new epoch's, one was lost with the old leader")
        try old.apply(diff)
        #expect(old.hash == new.hash && old.sequence == new.sequence)
        for var terminal in [first, second] {
            try terminal.apply(old.diff(since: terminal.sequence))
            #expect(terminal.hash == new.hash)
        }
    }

    @Test func aRowThatTheNewEpochLacksCannotBeRemovedByADiff() {
        let shorter = table([100]).leapt
        #expect(table([100, 200]).difference(to: shorter) == nil)
        #expect(shorter.difference(to: table([100])) == nil, "sequences do not go back")
    }

    @Test func aFollowerKeepsItsTableAndTakesTheNewEpoch() {
        var follower = MarketFollower()
        let table = table([100, 200])
        let part = MarketPart(
            epoch: MarketEpoch(rawValue: 1),
            sequence: table.sequence,
            firstRow: 0,
            isLast: true,
            time: time,
            changes: table.changes(in: 0..<2)
        )
        let parent = MarketPosition(epoch: MarketEpoch(rawValue: 1), sequence: 1)
        follower.receive(NewEpoch(epoch: MarketEpoch(rawValue: 2), parent: parent))
        #expect(follower.position == nil, "it holds nothing yet")
        _ = follower.receive(part)
        let held = follower.position
        follower.receive(NewEpoch(epoch: MarketEpoch(rawValue: 2), parent: parent))
        #expect(follower.position == held, "the diff that leads there may never come")
        var next = table.leapt
        let diff = moved(&next, 150, row: 0)
        #expect(
            diff.flatMap { follower.receive(MarketDiff(from: 1, to: $0.to, time: time, changes: $0.changes)) } == nil
        )
        #expect(follower.position == MarketPosition(epoch: MarketEpoch(rawValue: 2), sequence: next.sequence))
        #expect(follower.table.hash == next.hash)
    }
}
