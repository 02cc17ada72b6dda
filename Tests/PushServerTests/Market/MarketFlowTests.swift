import Shared
import Testing

@testable import PushServer

struct MarketFlowTests {
    @Test func aConnectionThatIsUpToDateGetsEachTick() {
        var flow = MarketFlow(.at(sequence: 5))
        #expect(flow.next(sequence: 5, rowCount: 10) == nil)
        #expect(flow.next(sequence: 6, rowCount: 10) == .diff(since: 5))
    }

    @Test func aReturningTerminalIsToldOnceThatNothingHasChanged() {
        var flow = MarketFlow.starting(resume: 5)
        #expect(flow.next(sequence: 5, rowCount: 10) == .diff(since: 5))
        flow.written()
        #expect(flow.next(sequence: 5, rowCount: 10) == nil)
        #expect(flow.next(sequence: 6, rowCount: 10) == .diff(since: 5))
    }

    @Test func theNextFrameIsChosenOnceTheLastOneIsWritten() {
        var flow = MarketFlow.starting(resume: 5)
        #expect(flow.next(sequence: 6, rowCount: 10) == .diff(since: 5))
        for sequence in 7...5000 as ClosedRange<UInt64> { #expect(flow.next(sequence: sequence, rowCount: 10) == nil) }
        flow.written()
        #expect(flow.next(sequence: 5000, rowCount: 10) == .diff(since: 6))
    }

    @Test func withoutAUsablePositionASnapshotComesInParts() {
        var flow = MarketFlow.starting(resume: nil)
        let rows = MarketFlow.rowsPerPart
        #expect(flow.next(sequence: 8, rowCount: rows + 1) == .part(rows: 0..<rows, sequence: 8, isLast: false))
        flow.written()
        #expect(flow.next(sequence: 9, rowCount: rows + 1) == .part(rows: rows..<rows + 1, sequence: 8, isLast: true))
        flow.written()
        #expect(flow.next(sequence: 9, rowCount: rows + 1) == .completion(since: 8))
    }

    @Test func aSnapshotOfSeveralPartsEndsWithADiffEvenIfNothingHasChanged() {
        var flow = MarketFlow.starting(resume: nil)
        for _ in 0..<2 {
            _ = flow.next(sequence: 8, rowCount: 6, rowsPerPart: 3)
            flow.written()
        }
        #expect(flow.next(sequence: 8, rowCount: 6) == .completion(since: 8))
        flow.written()
        #expect(flow.next(sequence: 8, rowCount: 6) == nil)
    }

    @Test func aSnapshotOfOnePartEndsWithoutADiff() {
        var flow = MarketFlow.starting(resume: nil)
        _ = flow.next(sequence: 8, rowCount: 6)
        flow.written()
        #expect(flow.next(sequence: 8, rowCount: 6) == nil)
    }

    @Test func aConnectionWhoseSnapshotLacksOnlyItsDiffCanAskForAnotherOne() {
        var flow = MarketFlow.starting(resume: nil)
        for _ in 0..<2 {
            _ = flow.next(sequence: 8, rowCount: 6, rowsPerPart: 3)
            flow.written()
        }
        #expect(flow.restartWithSnapshot() == true)
        #expect(flow.next(sequence: 8, rowCount: 6) == .part(rows: 0..<6, sequence: 8, isLast: true))
    }

    /// Rows of the later parts may be newer than the sequence at which the new epoch takes over.
    @Test func aSnapshotThatLacksItsDiffStartsAgainInAnotherEpoch() {
        let (old, new) = (MarketEpoch(rawValue: 1), MarketEpoch(rawValue: 2))
        var flow = MarketFlow.starting(resume: nil)
        for _ in 0..<2 {
            _ = flow.next(sequence: 8, rowCount: 6, rowsPerPart: 3)
            flow.written()
        }
        let lineage = MarketLineage.beginning(old, at: 1)
            .followed(by: new, parent: MarketPosition(epoch: old, sequence: 8), from: 8, at: 20)
        flow.enter(lineage, from: old, at: 20)
        #expect(flow.position == .snapshotDue)
    }

    /// A terminal may come back to an event loop or a node that is behind.
    @Test func aTerminalThatIsCutOffBeforeASnapshotsDiffNeverHoldsAMixtureOfTwoSequences() throws {
        let epoch = MarketEpoch(rawValue: 1)
        var market = MarketTable()
        let time = MarketTime(seconds: 1)
        var changes = MarketChanges()
        for row in 0..<6 {
            let instrument = Instrument(coin: CoinID(UInt32(row)), symbol: "C", name: "Coin", kind: .coin)
            changes.instruments.append(instrument, row: row)
            changes.prices.append(100, row: row)
        }
        _ = market.commit(changes, time: time)
        func move(_ row: Int) {
            var changes = MarketChanges()
            changes.prices.append(101, row: row)
            _ = market.commit(changes, time: time)
        }
        var (terminal, flow) = (MarketFollower(market, at: epoch), MarketFlow(.snapshotDue))
        func take(_ table: MarketTable) throws {
            let frame = flow.next(sequence: table.sequence, rowCount: table.count, rowsPerPart: 3)
            guard let frame else { return }
            switch frame.made(from: table, epoch: epoch) {
            case .snapshotPart(let part): #expect(terminal.receive(part) == nil)
            case .marketDiff(let diff): #expect(terminal.receive(diff) == nil)
            default: Issue.record("this is no frame of the market")
            }
            flow.written()
        }
        try take(market)
        move(5)
        let behind = market
        move(4)
        try take(market)

        terminal.connected()
        flow = .starting(resume: terminal.position?.sequence)
        #expect(flow.isFollowing, "it resumes from its old table")
        try take(behind)
        #expect(terminal.replica.hash == behind.hash)
    }

    @Test func aTerminalThatIsAheadOfThisEventLoopWaitsForItAndNeverGoesBack() {
        var flow = MarketFlow.starting(resume: 9)
        #expect(flow.isAhead(of: 8))
        #expect(flow.next(sequence: 8, rowCount: 10) == nil)
        #expect(flow.next(sequence: 9, rowCount: 10) == .diff(since: 9))
        flow.written()
        #expect(flow.next(sequence: 9, rowCount: 10) == nil)
        #expect(flow.next(sequence: 10, rowCount: 10) == .diff(since: 9))
    }

    @Test func anEmptyMarketIsASnapshotOfNoRows() {
        var flow = MarketFlow.starting(resume: nil)
        #expect(flow.next(sequence: 0, rowCount: 0) == .part(rows: 0..<0, sequence: 0, isLast: true))
    }

    @Test func aTerminalThatWantsNoMarketGetsNone() {
        var flow = MarketFlow(.none)
        #expect(flow.next(sequence: 5, rowCount: 10) == nil)
        #expect(flow.restartWithSnapshot() == false)
        #expect(flow.next(sequence: 6, rowCount: 10) == nil)
    }

    @Test func aSnapshotThatIsOnItsWayIsNotStartedAgain() {
        var flow = MarketFlow.starting(resume: 5)
        #expect(flow.restartWithSnapshot() == true)
        #expect(flow.next(sequence: 5, rowCount: 1000) == .part(rows: 0..<400, sequence: 5, isLast: false))
        #expect(flow.restartWithSnapshot() == false)
        flow.written()
        #expect(flow.next(sequence: 6, rowCount: 1000) == .part(rows: 400..<800, sequence: 5, isLast: false))
    }

    @Test func aSnapshotReplacesADiffThatIsTooLarge() {
        var flow = MarketFlow.starting(resume: 5)
        #expect(flow.next(sequence: 9, rowCount: 10) == .diff(since: 5))
        flow.replaceBySnapshot()
        #expect(flow.next(sequence: 9, rowCount: 10) == .part(rows: 0..<10, sequence: 9, isLast: true))
    }
}
