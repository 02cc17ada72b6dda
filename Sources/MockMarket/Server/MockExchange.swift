import Shared
import Synchronization

/// The mock market's state behind its lock, which requests and ticks take in turn; both hold it for about a millisecond.
final class MockExchange: Sendable {
    private let state: Mutex<MockMarketState>
    private let now: @Sendable () -> MarketTime

    init(_ settings: SimulatedMarket.Settings, now: @escaping @Sendable () -> MarketTime) {
        self.now = now
        state = Mutex(MockMarketState(SimulatedMarket(settings: settings, at: now())))
    }

    var market: SimulatedMarket { state.withLock(\.market) }

    func advance() { state.withLock { $0.advance(at: now()) } }
    func setFaults(_ faults: [Fault]) { state.withLock { $0.faults = FaultRules(faults, at: now()) } }
    func reply(to request: MockRequest) -> MockReply { state.withLock { $0.reply(to: request, at: now()) } }
}
