import Observation
import Shared
import Synchronization
import TerminalKit
import Testing

@testable import TerminalClient

/// The update rate slows moved prices down, and nothing else.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct MarketPaceTests {
    private let local = LocalStore(LocalSettings(updateRate: .fiveSeconds))

    /// Once, the first prices came five seconds late at this rate.
    @Test func theFirstPricesAndLaterNewsAreShownAtOnce() async {
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

    @Test func quickMovesAreShownTogetherWhenTheTimeIsOver() async {
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

    @Test func switchingBackToLiveTakesEffectAtOnce() async throws {
        let (pace, time) = (MarketPace(), ManualClock())
        let local = local
        async let _ = pace.run(time.clock) { local.settings.updateRate.interval }
        let moves = Moves(pace)
        var seen = Observations { moves.seen() }.makeAsyncIterator()
        #expect(await seen.next() == 0)
        await until { pace.isPaced }
        moves.add()
        moves.add()
        try local.set(.updateRate, to: "live")
        moves.add()
        #expect(await seen.next() == 3)
    }

    /// Once, the first listing after an empty snapshot, outages and new coins waited as long as moved prices.
    @Test func onlyFiguresOfKnownCoinsWait() async throws {
        let (market, time) = (MarketReplica(), ManualClock())
        let local = local
        async let _ = market.pace.run(time.clock) { local.settings.updateRate.interval }
        await until { market.pace.isPaced }
        var table = MarketTable()
        func isReported(_ change: (inout MarketChanges) -> Void) throws -> Bool {
            var changes = MarketChanges()
            change(&changes)
            let committed = table.commit(changes, time: MarketTime(seconds: 1))
            let diff = try #require(committed)
            return tells(market, of: { _ = market.receive(diff) })
        }
        let source = MarketSource(
            .ticker,
            MarketSource.Name(.tickers, of: "one"),
            state: .live,
            since: MarketTime(seconds: 1),
            lastEvent: MarketTime(seconds: 1),
            cause: ""
        )
        _ = market.receive(part(of: table))
        market.pace.moved()
        let told = [
            "the first listing": try isReported { $0 = MarketChanges(.few, sources: []) },
            "a source that was not known": try isReported { $0.sources = [source] },
            "an outage": try isReported { $0.sources = [source.failed] },
            "a delisting": try isReported { $0.delistings.append(true, row: 1) },
            "a new coin": try isReported { $0 = MarketChanges([TestCoin].few + [.new], sources: []) },
        ]
        for (news, isReported) in told { #expect(isReported, "\(news)") }
        let waiting = [
            "a price": try isReported { $0.prices.append(1, row: 0) },
            "newer data of a source": try isReported { $0.sources = [source.failed.aged] },
        ]
        for (news, isReported) in waiting { #expect(!isReported, "\(news)") }
    }

    /// Whether `change` makes observers of the market look again.
    private func tells(_ market: MarketReplica, of change: () -> Void) -> Bool {
        let told = Flag()
        withObservationTracking {
            _ = market.table
        } onChange: {
            told.set()
        }
        change()
        return told.isSet
    }

    private func part(of table: MarketTable) -> MarketPart {
        MarketPart(
            epoch: MarketEpoch(rawValue: 1),
            sequence: table.sequence,
            firstRow: 0,
            isLast: true,
            time: table.time,
            changes: table.changes(in: 0..<table.count)
        )
    }

    private func until(_ condition: @MainActor () -> Bool) async { while !condition() { await Task.yield() } }
}

extension MarketSource {
    fileprivate var failed: MarketSource {
        var source = self
        source.state = .down
        return source
    }

    fileprivate var aged: MarketSource {
        var source = self
        source.lastEvent = lastEvent?.adding(milliseconds: 1_000)
        return source
    }
}

extension TestCoin {
    fileprivate static let new = TestCoin(id: 9, symbol: "NEW", name: "New")
}

private final class Flag: Sendable {
    private let state = Mutex(false)

    var isSet: Bool { state.withLock { $0 } }

    func set() { state.withLock { $0 = true } }
}

/// Counts moves that an observer sees at the pace.
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
