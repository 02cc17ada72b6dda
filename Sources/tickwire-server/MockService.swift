import MockMarket
import ServiceLifecycle

/// The mock market as a service: it ticks until it is told to stop.
struct MockService: Service {
    let mock: MockMarketServer

    func run() async throws { await cancelWhenGracefulShutdown { await mock.run() } }
}
