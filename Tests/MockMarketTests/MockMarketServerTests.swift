import Shared
import Synchronization
import Testing

@testable import MockMarket

@Suite(.timeLimit(.minutes(5)))
struct MockMarketServerTests {
    @Test func takesAFreePortAndGivesItBack() async throws {
        let first = try await MockMarketServer.start(configuration())
        #expect(first.port > 0)
        #expect(first.baseURL == "http://127.0.0.1:\(first.port)")
        await first.stop()
        var again = configuration()
        again.port = first.port
        let second = try await MockMarketServer.start(again)
        #expect(second.port == first.port)
        await second.stop()
    }

    @Test func aTakenPortIsAnError() async throws {
        let first = try await MockMarketServer.start(configuration())
        var same = configuration()
        same.port = first.port
        await #expect(throws: (any Error).self) { try await MockMarketServer.start(same) }
        await first.stop()
    }

    @Test func standsStillUntilItIsTicked() async throws {
        let server = try await MockMarketServer.start(configuration())
        #expect(server.market.ticks == 0)
        server.advance()
        #expect(server.market.ticks == 1)
        await server.stop()
    }

    @Test func runTicksAtTheClocksPaceUntilCancelled() async throws {
        let server = try await MockMarketServer.start(configuration())
        let clock = SteppingClock(steps: 5)
        // Unstructured, because it is cancelled from outside while it runs.
        let service = Task { await server.run(clock: clock) }
        await clock.isUsedUp()
        #expect(server.market.ticks == 5)
        #expect(clock.now.offset == .milliseconds(5 * 250))
        service.cancel()
        await service.value
    }

    private func configuration() -> MockMarketServer.Configuration {
        var configuration = MockMarketServer.Configuration()
        configuration.market.coins = 20
        return configuration
    }
}

/// A clock whose first sleeps end at once. The next one lasts until it is cancelled.
private final class SteppingClock: Clock {
    struct Instant: InstantProtocol {
        var offset: Duration
        func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
        func duration(to other: Self) -> Duration { other.offset - offset }
        static func < (one: Self, other: Self) -> Bool { one.offset < other.offset }
    }

    private let state: Mutex<(now: Instant, left: Int)>
    private let usedUp: AsyncStream<Void>
    private let end: AsyncStream<Void>.Continuation

    init(steps: Int) {
        state = Mutex((Instant(offset: .zero), steps))
        (usedUp, end) = AsyncStream.makeStream()
    }

    var now: Instant { state.withLock(\.now) }
    var minimumResolution: Duration { .zero }

    func isUsedUp() async { for await _ in usedUp {} }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let sleeps = state.withLock { state in
            guard state.left > 0 else { return false }
            state = (max(state.now, deadline), state.left - 1)
            return true
        }
        if sleeps { return }
        end.finish()
        for await _ in AsyncStream<Never>.makeStream().stream {}
        throw CancellationError()
    }
}
