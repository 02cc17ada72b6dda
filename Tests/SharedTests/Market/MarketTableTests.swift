import TestSupport
import Testing

@testable import Shared

struct MarketTableTests {
    private static let seeds: [UInt64] = Array(1...40)

    /// A market's history: the table after each step, and the diffs between.
    private func history(seed: UInt64, steps: Int = 60) -> (tables: [MarketTable], diffs: [MarketDiff]) {
        var market = RandomMarket(seed: seed)
        var table = MarketTable()
        var (tables, diffs) = ([table], [MarketDiff]())
        for step in 0..<steps {
            let time = MarketTime(milliseconds: Int64(step))
            guard let diff = table.commit(market.changes(), time: time, withHash: true) else { continue }
            diffs.append(diff)
            tables.append(table)
        }
        return (tables, diffs)
    }

    private func expectEqual(
        _ one: MarketTable,
        _ other: MarketTable,
        _ seed: UInt64,
        at location: SourceLocation = #_sourceLocation
    ) {
        #expect(one.hash == other.hash, "seed \(seed)", sourceLocation: location)
        #expect(one.count == other.count, "seed \(seed)", sourceLocation: location)
        #expect(
            (0..<one.count).map { one[$0] } == (0..<other.count).map { other[$0] },
            "seed \(seed)",
            sourceLocation: location
        )
        #expect(Set(one.sources) == Set(other.sources), "seed \(seed)", sourceLocation: location)
    }

    @Test(arguments: seeds) func everyDiffInTurnMakesAReplicaEqual(seed: UInt64) throws {
        let (tables, diffs) = history(seed: seed)
        var replica = MarketTable()
        for (diff, table) in zip(diffs, tables.dropFirst()) {
            try replica.apply(diff)
            expectEqual(replica, table, seed)
        }
    }

    @Test(arguments: seeds) func aMergedDiffSinceAnySequenceEqualsTheStepsBetween(seed: UInt64) throws {
        let (tables, _) = history(seed: seed)
        let last = try #require(tables.last)
        for table in tables {
            var replica = table
            try replica.apply(last.diff(since: table.sequence))
            expectEqual(replica, last, seed)
            #expect(replica.sequence == last.sequence)
        }
    }

    @Test(arguments: seeds) func applyingADiffTwiceOrLateChangesNothing(seed: UInt64) throws {
        let (tables, diffs) = history(seed: seed)
        var replica = try #require(tables.last)
        var generator = SeededGenerator(seed: seed)
        for diff in diffs.shuffled(using: &generator) { try replica.apply(diff.withoutHash) }
        expectEqual(replica, try #require(tables.last), seed)
    }

    @Test(arguments: seeds) func snapshotPartsSentWhileTheMarketMovesAddUpWithTheDiffThatFollows(seed: UInt64) throws {
        var market = RandomMarket(seed: seed)
        var table = MarketTable()
        for _ in 0..<20 { _ = table.commit(market.changes(), time: MarketTime(milliseconds: 1)) }
        let start = table.sequence
        var replica = MarketTable()
        var isLast = false
        while !isLast {
            let rows = replica.count..<min(replica.count + 7, table.count)
            isLast = rows.upperBound == table.count
            let part = MarketPart(
                epoch: MarketEpoch(rawValue: 1),
                sequence: start,
                firstRow: rows.lowerBound,
                isLast: isLast,
                time: table.time,
                changes: table.changes(in: rows)
            )
            try replica.append(part)
            _ = table.commit(market.changes(), time: MarketTime(milliseconds: 2))
        }
        try replica.apply(table.diff(since: start))
        expectEqual(replica, table, seed)
    }

    @Test func equalValuesAreNoChange() {
        var market = RandomMarket(seed: 1)
        var table = MarketTable()
        var changes = market.changes()
        while changes.instruments.isEmpty { changes = market.changes() }
        #expect(table.commit(changes, time: MarketTime(milliseconds: 1)) != nil)
        #expect(table.commit(changes, time: MarketTime(milliseconds: 2)) == nil)
        #expect(table.sequence == 1)
    }

    @Test func aDiffFromLaterThanTheTableIsAGap() {
        var table = MarketTable()
        let diff = MarketDiff(
            from: 3,
            to: 4,
            time: MarketTime(milliseconds: 1),
            changes: MarketChanges()
        )
        #expect(throws: MarketTableError.gap(from: 3, held: 0)) { try table.apply(diff) }
    }

    @Test func aRowThatDoesNotExistIsRefusedAndTheTableStays() {
        var table = MarketTable()
        var changes = MarketChanges()
        changes.prices.append(1, row: 4)
        let diff = MarketDiff(from: 0, to: 1, time: MarketTime(milliseconds: 1), changes: changes)
        #expect(throws: MarketTableError.unknownRow(4, count: 0)) { try table.apply(diff) }
        #expect(table.sequence == 0)
    }

    @Test func aHashThatDiffersIsReported() {
        var table = MarketTable()
        let diff = MarketDiff(
            from: 0,
            to: 0,
            time: MarketTime(milliseconds: 1),
            hashes: [7],
            changes: MarketChanges()
        )
        #expect(throws: MarketTableError.hashMismatch(group: 1, expected: 7, held: 0)) { try table.apply(diff) }
    }

    /// In `MarketRows`, the sources lie between the groups.
    @Test func aHashThatDiffersIsReportedByTheNumberOfItsGroup() {
        let error = MarketTableError(expected: [1, 2, 3], held: [1, 2, 4], groups: [7, 8, 10])
        #expect(error == .hashMismatch(group: 10, expected: 3, held: 4))
        #expect(MarketTableError(expected: [1, 2], held: [1, 2, 4], groups: [7, 8, 10]) == nil)
    }

    @Test func hashesTravelInTheOrderOfTheGroupsNumbers() {
        let numbers = MarketGroups.numbers
        #expect(numbers == Set(numbers).sorted() && !numbers.contains(9), "9 is the field of the sources")
    }

    /// A server that has one more column than the client, or one less.
    @Test(arguments: [-1, 1]) func aColumnThatOnlyOneSideKnowsNeedsNoSnapshot(more: Int) throws {
        var (server, client) = (MarketTable(), MarketTable())
        var random = RandomMarket(seed: 7)
        for second in Int64(1)...20 {
            let committed = server.commit(random.changes(), time: MarketTime(seconds: second), withHash: true)
            guard var diff = committed else { continue }
            diff.hashes = more > 0 ? diff.hashes + [7] : diff.hashes.dropLast()
            try client.apply(diff)
        }
        #expect(client.count > 0)
        var wrong = MarketDiff(from: server.sequence, to: server.sequence, time: server.time, changes: MarketChanges())
        wrong.hashes = more > 0 ? server.hashes + [7] : server.hashes.dropLast()
        wrong.hashes[2] &+= 1
        #expect(throws: MarketTableError.self, "what both know is compared") { try client.apply(wrong) }
    }
}

extension MarketDiff {
    fileprivate var withoutHash: MarketDiff {
        MarketDiff(from: from, to: to, time: time, changes: changes)
    }
}
