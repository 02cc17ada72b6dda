import Shared
import Testing

@testable import PushServer

/// A node that follows another one's market, and becomes the leader.
struct FollowedMarketTests {
    private let time = MarketTime(seconds: 1)
    private let first = MarketEpoch(rawValue: 1 << 32 | 1)
    private let second = MarketEpoch(rawValue: 2 << 32 | 1)

    private func table(rows: Int = 3) -> MarketTable {
        var changes = MarketChanges()
        for row in 0..<rows {
            let instrument = Instrument(coin: CoinID(UInt32(row + 1)), symbol: "C", name: "Coin", kind: .coin)
            changes.instruments.append(instrument, row: row)
            changes.prices.append(100, row: row)
        }
        var table = MarketTable()
        _ = table.commit(changes, time: time)
        return table
    }

    private func move(_ table: inout MarketTable, _ price: UInt64, row: Int = 0) throws -> MarketDiff {
        var changes = MarketChanges()
        changes.prices.append(price, row: row)
        let diff = table.commit(changes, time: time, withHash: true)
        return try #require(diff)
    }

    private func snapshot(_ table: MarketTable, _ epoch: MarketEpoch) -> MarketPart {
        part(0..<table.count, of: table, epoch)
    }

    private func part(_ rows: Range<Int>, of table: MarketTable, _ epoch: MarketEpoch) -> MarketPart {
        let isLast = rows.upperBound == table.count
        return MarketPart(
            epoch: epoch,
            sequence: table.sequence,
            firstRow: rows.lowerBound,
            isLast: isLast,
            time: time,
            changes: table.changes(in: rows),
            diffFollows: isLast && rows.lowerBound > 0
        )
    }

    private func following(_ table: MarketTable) -> FollowedMarket {
        var market = FollowedMarket()
        market.connected()
        _ = market.received(snapshot(table, first))
        return market
    }

    @Test func aNodeBeginsWithASnapshotAndPassesTicksOn() throws {
        var leader = table()
        var market = FollowedMarket()
        #expect(market.position == nil)
        market.connected()
        guard case .replace(let held, let lineage) = market.received(snapshot(leader, first)) else {
            Issue.record("nobody has anything before")
            return
        }
        #expect(held.hash == leader.hash && lineage == .beginning(first, at: 1))
        let diff = try move(&leader, 101)
        guard case .tick(diff) = market.received(diff) else {
            Issue.record("a tick is passed on as it is")
            return
        }
        #expect(market.position == MarketPosition(epoch: first, sequence: 2))
    }

    /// Rows of the later parts may be newer than the snapshot's sequence. The clients of a node never get such a mixture.
    @Test func aNodePassesASnapshotOfSeveralPartsOnOnlyWithItsDiff() throws {
        var leader = table()
        var market = following(leader)
        _ = try move(&leader, 101)
        market.connected()
        guard case .nothing = market.received(part(0..<2, of: leader, second)) else {
            Issue.record("the first part is not a whole snapshot")
            return
        }
        let begun = leader.sequence
        let diff = try move(&leader, 102, row: 2)
        var last = part(2..<3, of: leader, second)
        last.sequence = begun
        guard case .nothing = market.received(last) else {
            Issue.record("row 2 is newer than the others")
            return
        }
        #expect(market.position == MarketPosition(epoch: first, sequence: 1))
        guard case .enter(let lineage, let change) = market.received(leader.diff(since: begun)) else {
            Issue.record("its clients go on in the second epoch")
            return
        }
        #expect(change.changes.prices.rows == [0, 2] && change.to == diff.to)
        #expect(lineage.epoch == second && market.table.hash == leader.hash)
    }

    @Test func aDiffThatDoesNotCompleteASnapshotNeedsAnotherOne() throws {
        var leader = table()
        var market = following(leader)
        _ = try move(&leader, 101)
        market.connected()
        for rows in [0..<2, 2..<3] { _ = market.received(part(rows, of: leader, second)) }
        var diff = leader.diff(since: leader.sequence)
        diff.hashes[0] &+= 1
        guard case .needsSnapshot(sequence: 1) = market.received(diff) else {
            Issue.record("the hash is wrong")
            return
        }
        guard case .enter = market.received(snapshot(leader, second)) else {
            Issue.record("the table of the clients here was never wrong")
            return
        }
    }

    @Test func aNodeAtOrBelowTheParentEntersTheEpochWithADiff() throws {
        let old = table()
        var market = following(old)
        var leader = old.leapt
        _ = try move(&leader, 101)
        market.connected()
        market.received(NewEpoch(epoch: second, parent: MarketPosition(epoch: first, sequence: 1)))
        #expect(market.lineage.epoch == first, "the diff that leads there may never come")
        guard case .enter(let lineage, _) = market.received(leader.diff(since: 1)) else {
            Issue.record("it enters the epoch")
            return
        }
        #expect(lineage.epoch == second && lineage.begin == leader.sequence)
        #expect(
            lineage.continuation(of: MarketPosition(epoch: first, sequence: 1), at: leader.sequence) == .diff(since: 1)
        )
        #expect(market.table.hash == leader.hash)
    }

    @Test func aNodeThatWasAheadOfTheParentGivesItsClientsTheDifference() throws {
        let parent = table()
        var old = parent
        var market = following(parent)
        let lost = try move(&old, 150, row: 1)
        _ = market.received(lost)
        var leader = parent.leapt
        _ = try move(&leader, 101)
        market.connected()
        guard case .enter(let lineage, let diff) = market.received(snapshot(leader, second)) else {
            Issue.record("nobody gets a snapshot because a leader died")
            return
        }
        #expect(diff.changes.prices.rows == [0, 1])
        #expect(lineage.continuation(of: MarketPosition(epoch: first, sequence: 2), at: 9) == .diff(since: 2))
        for var terminal in [parent, old] {
            try terminal.apply(market.table.diff(since: terminal.sequence))
            #expect(terminal.hash == leader.hash)
        }
    }

    /// The row changes at sequence 2 and changes back in the second epoch. The node never has the value in between.
    @Test func aLeaderThatEnteredTheEpochLateGivesNoDiffToAClientFromBefore() throws {
        var leader = table()
        var market = following(leader)
        _ = try move(&leader, 150)
        leader = leader.leapt
        let early = leader
        _ = try move(&leader, 100)
        market.connected()
        guard case .enter(_, let diff) = market.received(snapshot(leader, second)) else {
            Issue.record("its clients go on in the second epoch")
            return
        }
        #expect(diff.changes.prices.rows.isEmpty)
        let third = MarketEpoch(rawValue: 3 << 32 | 1)
        let succession = Succession(of: market, in: third, MarketHubRules.Plan(), now: time)
        var terminal = early
        #expect(throws: MarketTableError.self) {
            try terminal.apply(succession.rules.table.diff(since: early.sequence))
        }
        let held = MarketPosition(epoch: second, sequence: early.sequence)
        #expect(succession.lineage.continuation(of: held, at: succession.rules.table.sequence) == .snapshot)
    }

    @Test func rowsThatTheNewEpochDoesNotHaveNeedASnapshot() {
        var market = following(table(rows: 4))
        market.connected()
        guard case .replace(_, let lineage) = market.received(snapshot(table(rows: 3).leapt, second)) else {
            Issue.record("a row cannot be taken back by a diff")
            return
        }
        #expect(lineage.ancestors.isEmpty)
    }

    @Test func aDiffThatDoesNotFitNeedsASnapshot() throws {
        var market = following(table())
        let gap = MarketDiff(from: 7, to: 8, time: time, changes: MarketChanges())
        guard case .needsSnapshot(sequence: 1) = market.received(gap) else {
            Issue.record("it lacks something")
            return
        }
        #expect(market.position == nil)
    }

    /// The wrong values are in the table of this node, and in none of its clients'.
    @Test func afterAWrongHashTheClientsHereStartOver() throws {
        var leader = table()
        var market = following(leader)
        var diff = try move(&leader, 101)
        diff.hashes[0] &+= 1
        guard case .needsSnapshot(sequence: 1) = market.received(diff) else {
            Issue.record("the hash is wrong")
            return
        }
        _ = try move(&leader, 102, row: 1)
        guard case .replace(let table, _) = market.received(snapshot(leader, first)) else {
            Issue.record("a diff from the wrong table would fit none of the clients")
            return
        }
        #expect(table.hash == leader.hash)
    }

    @Test func aNodeThatLeadsRightAfterAWrongHashStartsItsClientsOver() throws {
        var leader = table()
        var market = following(leader)
        var diff = try move(&leader, 101)
        diff.hashes[0] &+= 1
        _ = market.received(diff)
        #expect(Succession(of: market, in: second, MarketHubRules.Plan(), now: time).first == nil)
    }

    @Test func aDiffThatEndsWhereTheTableIsChangesNothing() throws {
        let leader = table()
        var market = following(leader)
        var changes = MarketChanges()
        changes.prices.append(7, row: 0)
        guard case .nothing = market.received(MarketDiff(from: 1, to: 1, time: time, changes: changes)) else {
            Issue.record("one sequence has one table")
            return
        }
        #expect(market.table.hash == leader.hash)
    }

    @Test func aNewLeaderContinuesCountAndRowsInAnEpochOfItsOwn() throws {
        let held = table()
        let market = following(held)
        let succession = Succession(of: market, in: second, MarketHubRules.Plan(), now: time)
        let diff = try #require(succession.first)
        #expect(diff.from == held.sequence && diff.to >= held.sequence + MarketTable.epochStride)
        #expect(succession.lineage.ancestors == [MarketLineage.Ancestor(epoch: first, begin: 1, end: held.sequence)])
        var terminal = held
        try terminal.apply(diff)
        #expect(terminal.hash == succession.rules.table.hash)
        #expect((0..<3).map { terminal.instrument(ofRow: $0).coin } == (1...3).map { CoinID($0) })
    }

    /// The other leader had other `--exchanges`. Readers would wait for its exchange for as long as the fleet runs.
    @Test func aLeaderThatLacksASourceOfTheMarketBeginsAnew() {
        let (ours, theirs) = (MarketSource.Name(.tickers, of: "Huobi"), MarketSource.Name(.tickers, of: "Binance"))
        let held = MarketHubRules(continuing: table(), MarketHubRules.Plan([ours, theirs]), now: time).table
        func succession(_ names: [MarketSource.Name]) -> Succession {
            Succession(of: following(held), in: second, MarketHubRules.Plan(names), now: time)
        }
        let anew = succession([ours])
        #expect(anew.first == nil && anew.lineage == .beginning(second, at: 0))
        #expect(anew.rules.table.sources.map(\.name) == [ours] && anew.rules.table.count == 0)
        for names in [[ours, theirs], [theirs, MarketSource.Name(.tickers, of: "Kraken"), ours]] {
            let further = succession(names)
            #expect(further.first != nil && further.lineage.ancestors.map(\.epoch) == [first])
            #expect(further.rules.table.sources.map(\.name).prefix(2) == [ours, theirs])
        }
    }

    @Test func theFirstLeaderOfAFleetHasNoParent() {
        let succession = Succession(of: FollowedMarket(), in: first, MarketHubRules.Plan(), now: time)
        #expect(succession.first == nil && succession.lineage == .beginning(first, at: 0))
    }

    @Test func aLeaderThatWasReplacedFollowsFromWhereItWas() throws {
        var market = FollowedMarket(table(), .beginning(first, at: 0), nil)
        #expect(market.position == MarketPosition(epoch: first, sequence: 1))
        var leader = table().leapt
        _ = try move(&leader, 105)
        market.connected()
        guard case .enter(let lineage, _) = market.received(snapshot(leader, second)) else {
            Issue.record("its own clients change epoch then")
            return
        }
        #expect(lineage.epoch == second)
    }

    /// A node that has just become the leader may have older rates than the nodes that follow it.
    @Test func ratesOfAnEarlierDayThanTheClientsHaveAreNotHandedOn() {
        let (old, new) = (rates(ofDay: 1), rates(ofDay: 2))
        var market = FollowedMarket()
        #expect(market.received(new) == true)
        #expect(market.received(old) == false)
        #expect(market.rates == new)
        var replaced = FollowedMarket(table(), .beginning(first, at: 0), new)
        #expect(replaced.received(old) == false, "its clients have those that it told them when it led")
    }

    private func rates(ofDay day: Int64) -> ExchangeRates {
        ExchangeRates(source: "bank", day: CivilDate(daysSince1970: day), heard: time, base: "EUR", rates: [:])
    }
}
