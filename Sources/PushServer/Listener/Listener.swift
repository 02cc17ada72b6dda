internal import Logging
internal import NIOCore
internal import NIOPosix
internal import ServiceLifecycle
internal import Shared

/// Accepts connections and gives each to the shard of its event loop.
struct Listener: Service {
    /// How long connections may take to say goodbye.
    private static let drainTime = TimeAmount.seconds(3)

    let address: SocketAddress
    private let channel: any Channel
    private let shards: [ShardPort]
    /// Terminals are asked to come back within this time, each at a random moment of it.
    private let returnSpread: Duration

    /// - Throws: what binding throws: the port is taken, the address is not this machine's.
    init(
        host: String,
        port: Int,
        group: any EventLoopGroup,
        shards: [ShardPort],
        connectionsMax: Int,
        returnSpread: Duration,
        tls: TLSContext,
        surroundings: SessionHandler.Surroundings
    ) async throws {
        let admission = Admission(shards: shards, connectionsMax: connectionsMax, tls: tls, surroundings: surroundings)
        channel = try await ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 4096)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelOption(.unsentLowWater, value: 16 * 1024)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try admission.admit(channel) }
            }
            .bind(host: host, port: port).get()
        guard let address = channel.localAddress else { preconditionFailure("a bound channel has an address") }
        self.address = address
        self.shards = shards
        self.returnSpread = returnSpread
    }

    func run() async throws {
        let sweeps = shards.map { shard in
            shard.eventLoop.scheduleRepeatedTask(initialDelay: .seconds(1), delay: .seconds(1)) { _ in
                shard.value.sweep(at: .now())
            }
        }
        try? await gracefulShutdown()
        for sweep in sweeps { sweep.cancel() }
        try await channel.close()
        let close = Close(.goingAway, "The server is being stopped or restarted.", retryAfter: returnSpread)
        for shard in shards { try await shard.sayGoodbye(close, within: Self.drainTime) }
    }
}

/// Sets up a connection on its event loop.
private struct Admission: Sendable {
    let shards: [ObjectIdentifier: ShardPort]
    let connectionsMax: Int
    let tls: TLSContext
    let surroundings: SessionHandler.Surroundings
    private let numbers = TerminalNumbers()

    init(shards: [ShardPort], connectionsMax: Int, tls: TLSContext, surroundings: SessionHandler.Surroundings) {
        self.shards = Dictionary(uniqueKeysWithValues: shards.map { (ObjectIdentifier($0.eventLoop), $0) })
        self.connectionsMax = connectionsMax / shards.count
        self.tls = tls
        self.surroundings = surroundings
    }

    func admit(_ channel: any Channel) throws {
        guard let shard = shards[ObjectIdentifier(channel.eventLoop)]?.value else {
            preconditionFailure("each event loop of the group has a shard")
        }
        let session = SessionHandler(id: numbers.next(), shard: shard, surroundings: surroundings, now: .now())
        try channel.pipeline.syncOperations.addHandlers([try TLSHandler(server: tls), session])
        if shard.counters.connections > connectionsMax { session.close(.full) }
    }
}

extension Close {
    fileprivate static let full = Close(
        .tooManyConnections,
        "The server has all the connections that it takes.",
        retryAfter: .seconds(10)
    )
}

extension ChannelOption where Self == ChannelOptions.Types.SocketOption {
    /// TCP_NOTSENT_LOWAT: the kernel takes no more for a connection while this much lies unsent, so that what a slow
    /// terminal gets next is chosen late, and is new.
    fileprivate static var unsentLowWater: Self {
        #if canImport(Darwin)
            let name: CInt = 0x201
        #else
            let name: CInt = 25
        #endif
        return .tcpOption(NIOBSDSocket.Option(rawValue: name))
    }
}
