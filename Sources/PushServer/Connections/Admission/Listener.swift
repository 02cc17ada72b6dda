internal import Logging
internal import NIOCore
internal import NIOPosix
internal import PlatformKit
internal import ServiceLifecycle
internal import Shared

/// Accepts connections and assigns each to the shard of its event loop.
struct Listener: Service {
    /// How long a stopping server waits for the goodbyes of its connections.
    private static let goodbyeTime = TimeAmount.seconds(3)
    /// How many connections a second a drained server sends elsewhere, where each of them costs a handshake.
    private static let sentAwayPerSecond = 200

    /// The endpoint that is really bound.
    let endpoint: ServerConfiguration.Endpoint
    private let channel: any Channel
    private let shards: [ShardPort]
    private let phase: ServerPhase
    /// Terminals reconnect at random moments within this time.
    private let returnSpread: Duration
    private let sweeps: [RepeatedTask]
    private let closes: CloseReporter
    private let entrance: Entrance

    /// - Throws: `ServerError.cannotListen`
    init(
        _ configuration: ServerConfiguration,
        group: any EventLoopGroup,
        shards: [ShardPort],
        gate: AdmissionGate,
        entrance: Entrance,
        phase: ServerPhase,
        shortage: DescriptorShortage,
        places: DescriptorPlaces,
        dependencies: ConnectionDependencies
    ) async throws {
        let admission = Admission(
            shards: shards,
            gate: gate,
            proxies: configuration.proxies,
            dependencies: dependencies
        )
        let bootstrap = ServerBootstrap.accepting(in: group, shortage, places: places)
            .serverChannelOption(.backlog, value: 4096)
        switch entrance {
        case .socket(let linger, _):
            endpoint = ServerConfiguration.Endpoint(host: linger.terms.socket, port: 0)
            channel =
                try await bootstrap
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture { try admission.admit(channel, to: linger) }
                }
                .bind(locallyTo: endpoint, logger: dependencies.logger)
        case .port(let certificate):
            let wanted = configuration.listen
            let network =
                bootstrap
                // Accepted sockets inherit these options, which saves each of them two system calls.
                .serverChannelOption(.tcpOption(.tcp_nodelay), value: 1)
                .serverChannelOption(.unsentLowWater, value: 16 * 1024)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture { try admission.admit(channel, showing: certificate) }
                }
            channel = try await ServerError.wrappingBind(of: wanted) {
                try await network.bind(host: wanted.host, port: wanted.port).get()
            }
            endpoint = wanted.bound(to: channel)
        }
        self.entrance = entrance
        (self.shards, self.phase, closes) = (shards, phase, dependencies.closes)
        returnSpread = configuration.returnSpread
        // Connections can arrive from now on, even before `run` is called.
        sweeps = shards.map { shard in
            shard.eventLoop.scheduleRepeatedTask(initialDelay: .seconds(1), delay: .seconds(1)) { _ in
                shard.value.sweep(at: .now())
                dependencies.closes.tellDue(at: .now())
            }
        }
    }

    /// From now on, the admin port sends balancers elsewhere. Terminals may still come.
    func beginDrain() { phase.beginStop() }

    /// Lets nobody in any more, and sends everybody elsewhere, spread over time. Each goes to the next node at once.
    func drain(by clock: any Clock<Duration>) async throws {
        try? await channel.close()
        var count = 0
        for shard in shards { count += try await shard.read { $0.connections.count } }
        let time = max(returnSpread, .seconds(1) * count / Self.sentAwayPerSecond)
        try await withThrowingDiscardingTaskGroup { sending in
            for shard in shards { sending.addTask { try await shard.sendAway(.drained, over: time, by: clock) } }
        }
    }

    func run() async throws {
        try? await gracefulShutdown()
        phase.beginStop()
        for sweep in sweeps { sweep.cancel() }
        // From now on, a terminal starts the next server, which waits for the data directory.
        if case .socket(let linger, _) = entrance { SmallFile.remove(linger.terms.socket) }
        // A drained server has closed it already.
        try? await channel.close()
        let close = Close.stopping(returnSpread: returnSpread)
        try await withThrowingDiscardingTaskGroup { goodbyes in
            for shard in shards { goodbyes.addTask { try await shard.sayGoodbye(close, within: Self.goodbyeTime) } }
        }
        closes.tellRest()
    }
}

extension ChannelOption where Self == ChannelOptions.Types.SocketOption {
    /// TCP_NOTSENT_LOWAT: the kernel accepts no more bytes for a connection while this many are unsent. So the server
    /// chooses late what a slow terminal gets next, and sends current data.
    fileprivate static var unsentLowWater: Self {
        .tcpOption(NIOBSDSocket.Option(rawValue: Sockets.unsentLowWater))
    }
}
