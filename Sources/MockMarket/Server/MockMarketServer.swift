package import Shared
import Synchronization

/// The mock market as a server: the providers' HTTP over loopback, and a market that ticks behind it.
package final class MockMarketServer: Sendable {
    package struct Configuration: Sendable {
        package var host = "127.0.0.1"
        /// 0 takes a free one.
        package var port = 0
        package var ticksPerSecond = 4.0
        package var market = SimulatedMarket.Settings()
        /// A folder of recorded answers, or a plan that points at one; nil: everything is generated.
        package var replay: String?
        package var faults: [Fault] = []

        package init() {}
    }

    private let exchange: MockExchange
    private let server: LoopbackServer
    private let tickInterval: Duration

    private init(_ exchange: MockExchange, _ server: LoopbackServer, tickInterval: Duration) {
        self.exchange = exchange
        self.server = server
        self.tickInterval = tickInterval
    }

    /// Starts to listen. It throws if the port is taken or the replay cannot be read. The market does not move until
    /// `run()` or `advance()`.
    /// - Parameter observe: for tests; called on the server's event loop.
    package static func start(
        _ configuration: Configuration = Configuration(),
        now: @escaping @Sendable () -> MarketTime = { .now },
        observe: @escaping LoopbackServer.Observer = { _ in }
    ) async throws -> MockMarketServer {
        precondition(configuration.ticksPerSecond > 0, "a market must tick")
        let replay = try configuration.replay.map { try MarketReplay($0, at: now()) }
        let exchange = MockExchange(configuration.market, replay: replay, now: now)
        exchange.setFaults(configuration.faults)
        let server = try await LoopbackServer.start(
            host: configuration.host,
            port: configuration.port,
            observe: observe,
            answer: { exchange.reply(to: $0) }
        )
        return MockMarketServer(exchange, server, tickInterval: .seconds(1) / configuration.ticksPerSecond)
    }

    package var port: Int { server.port }

    /// The bound address: `127.0.0.1:7490`.
    package var listenAddress: String { String(server.baseURL.dropFirst("http://".count)) }

    /// The base address of all simulated providers.
    package var baseURL: String { server.baseURL }

    /// The present market.
    package var market: SimulatedMarket { exchange.market }

    /// Ticks until the task is cancelled, then stops: a service's `run()`.
    ///
    /// - Parameter clock: ticks come at fixed times of this clock. After a pause, such as a sleeping laptop, missed
    ///   ticks are skipped.
    package func run(clock: some Clock<Duration> = ContinuousClock()) async {
        var next = clock.now
        while !Task.isCancelled {
            next = max(next.advanced(by: tickInterval), clock.now)
            // It throws only when cancelled, and the loop's condition sees that.
            try? await clock.sleep(until: next, tolerance: nil)
            if !Task.isCancelled { exchange.advance() }
        }
        await stop()
    }

    /// One tick, for a caller that sets the pace itself.
    package func advance() { exchange.advance() }

    /// Replaces the fault rules.
    package func setFaults(_ faults: [Fault]) { exchange.setFaults(faults) }

    /// Stops listening and closes all connections.
    package func stop() async { await server.stop() }
}

/// The mock market's state behind its lock. Requests and ticks each hold it for about a millisecond.
final class MockExchange: Sendable {
    private let state: Mutex<MockMarketState>
    private let now: @Sendable () -> MarketTime

    private let replay: MarketReplay?

    init(_ settings: SimulatedMarket.Settings, replay: MarketReplay? = nil, now: @escaping @Sendable () -> MarketTime) {
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
