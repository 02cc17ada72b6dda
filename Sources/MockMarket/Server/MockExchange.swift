import Shared
import Synchronization

/// The mock market's state behind its lock. Requests and ticks each hold it for about a millisecond.
final class MockExchange: Sendable {
    private let state: Mutex<MockMarketState>
    private let now: @Sendable () -> MarketTime

    private let replay: Replay?

    init(_ settings: SimulatedMarket.Settings, replay: Replay? = nil, now: @escaping @Sendable () -> MarketTime) {
        var settings = settings
        if let replay { settings.tapes = replay.tapes }
        (self.now, self.replay) = (now, replay)
        state = Mutex(MockMarketState(SimulatedMarket(settings: settings, at: now())))
    }

    var market: SimulatedMarket { state.withLock(\.market) }

    func advance() { state.withLock { $0.advance(at: now()) } }
    func setFaults(_ faults: [Fault]) { state.withLock { $0.faults = FaultRules(faults, at: now()) } }

    /// The recorded answer, or else the market's answer, with the faults applied.
    func reply(to request: MockRequest) -> MockReply {
        let recorded = replay?.reply(to: request, at: now())
        return state.withLock { $0.reply(to: request, at: now(), recorded: recorded) }
    }
}
