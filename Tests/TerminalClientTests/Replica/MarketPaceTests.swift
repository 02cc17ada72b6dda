import Observation
import Shared
import TerminalKit
import Testing

@testable import TerminalClient

/// The update rate slows moved prices down, and nothing else.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct MarketPaceTests {
    private let local = LocalStore(LocalSettings(updateRate: .fiveSeconds))

    /// The first prices came five seconds late with this rate.
    @Test func theFirstPricesAndWhatComesAfterwardsAreShownAtOnce() async {
        let link = TestLink(isComplete: false)
        let time = ManualClock()
        let board = QuoteBoard(session: link.session, clock: time.clock, local: local)
        async let _ = board.appeared()
        var counts = Observations { board.table.count }.makeAsyncIterator()
        #expect(await counts.next() == 0)
        link.show(.of(.few))
        #expect(await counts.next() == [TestCoin].few.count)
        link.show(.of(Array([TestCoin].few.prefix(2))))
        #expect(await counts.next() == 2)
    }

    @Test func movesInQuickSuccessionAreShownTogetherWhenTheTimeIsOver() async {
        let (pace, time) = (MarketPace(), ManualClock())
        let local = local
        async let _ = pace.run(time.clock) { local.settings.updateRate.interval }
        let moves = Moves(pace)
        var seen = Observations { moves.seen() }.makeAsyncIterator()
        var sleeps = time.sleeps.makeAsyncIterator()
        #expect(await seen.next() == 0)
        await until { pace.isPaced }
        moves.add()
        #expect(await seen.next() == 1)
        #expect(await sleeps.next() == .seconds(5))
        moves.add()
        moves.add()
        time.advance(by: .seconds(5))
        #expect(await seen.next() == 3)
        #expect(await sleeps.next() == .seconds(5))
        moves.add()
        pace.came()
        #expect(await seen.next() == 4, "what was waited for brings the moves along")
    }

    @Test func whoeverWantsThemLiveAgainNeedNotWait() async throws {
        let (pace, time) = (MarketPace(), ManualClock())
        let local = local
        async let _ = pace.run(time.clock) { local.settings.updateRate.interval }
        let moves = Moves(pace)
        var seen = Observations { moves.seen() }.makeAsyncIterator()
        #expect(await seen.next() == 0)
        await until { pace.isPaced }
        moves.add()
        moves.add()
        try local.setUpdateRate(.live)
        moves.add()
        #expect(await seen.next() == 3)
    }

    private func until(_ condition: @MainActor () -> Bool) async { while !condition() { await Task.yield() } }
}

/// Counts moves, and whoever looks follows the pace.
@MainActor
private final class Moves {
    private let pace: MarketPace
    private var count = 0

    init(_ pace: MarketPace) { self.pace = pace }

    func add() {
        count += 1
        pace.moved()
    }

    func seen() -> Int {
        pace.followed()
        return count
    }
}
