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
        #expect(flow.next(sequence: 9, rowCount: rows + 1) == .diff(since: 8))
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
