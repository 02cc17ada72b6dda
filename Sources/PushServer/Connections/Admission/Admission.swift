internal import Logging
internal import NIOCore
internal import Shared
internal import Synchronization

/// Sets up a connection on its event loop, or turns it away.
struct Admission: Sendable {
    private let shards: [ObjectIdentifier: ShardPort]
    private let gate: AdmissionGate
    private let dependencies: ConnectionDependencies
    /// The balancers, whose connections begin with a header that names the client.
    private let proxies: [IPNetwork]
    private let numbers = ConnectionNumbers()
    /// How many bytes may wait for a terminal that does not read, before it gets only the market. Small frames take
    /// about three times their size.
    static let waterMark = ChannelOptions.Types.WriteBufferWaterMark(low: 8 * 1024, high: 16 * 1024)
    /// A channel keeps the buffer of its last read. Most frames of terminals fit into the smallest one, and a whole TLS
    /// record into the largest one.
    private static let readBuffer = AdaptiveRecvByteBufferAllocator(minimum: 512, initial: 512, maximum: 16 * 1024)

    init(
        shards: [ShardPort],
        gate: AdmissionGate,
        proxies: [IPNetwork],
        dependencies: ConnectionDependencies
    ) {
        self.shards = Dictionary(uniqueKeysWithValues: shards.map { (ObjectIdentifier($0.eventLoop), $0) })
        self.gate = gate
        self.proxies = proxies
        self.dependencies = dependencies
    }

    /// Admits a connection from the network. One from a balancer is admitted when its header has named the client.
    func admit(_ channel: any Channel, showing certificate: ServerCertificate) throws {
        let address = channel.remoteAddress?.ipAddress ?? "unknown"
        guard isProxy(address) else { return try admit(channel, from: address, showing: certificate) }
        let header = ProxyHeaderHandler(balancer: address, closes: dependencies.closes) { [self] channel, client in
            try admit(channel, from: client, showing: certificate)
        }
        try channel.pipeline.syncOperations.addHandler(header)
    }

    private func admit(
        _ channel: any Channel,
        from address: String,
        showing certificate: ServerCertificate
    ) throws {
        _ = try admit(channel, from: address) { try TLSHandler(server: certificate.context) }
    }

    private func isProxy(_ address: String) -> Bool {
        if proxies.isEmpty { return false }
        guard let address = IPAddress(address)?.withoutMapping else { return false }
        return proxies.contains { $0.contains(address) }
    }

    /// Admits a connection from this machine over a Unix socket. The system reports which user's program connects, and
    /// only programs of the server's own user are admitted.
    func admit(_ channel: any Channel, to linger: Linger) throws {
        let peer = try channel.pipeline.syncOperations
            .withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) { UnixSocket.peer(of: $0) }
            .flatMap { $0 }
        guard peer == linger.terms.user else {
            let user = peer.map { "\($0)" } ?? "unknown"
            dependencies.logger.warning("turned away a program of another user", metadata: ["user": "\(user)"])
            throw ChannelError.ioOnClosedChannel
        }
        linger.came()
        channel.closeFuture.whenComplete { _ in linger.left() }
        let handler = try admit(channel, from: Visitor.localAddress) { LocalSocketHandler() }
        handler.secured()
    }

    private func admit(
        _ channel: any Channel,
        from address: String,
        over makeSocket: () throws -> any FrameSocket
    ) throws -> ConnectionHandler {
        guard let shard = shards[ObjectIdentifier(channel.eventLoop)]?.value else {
            preconditionFailure("each event loop of the group has a shard")
        }
        let id = numbers.next()
        let verdict = gate.came(id, channel, from: address)
        channel.closeFuture.whenComplete { [gate] _ in gate.left(id, from: address) }
        if case .dropped = verdict { throw ChannelError.ioOnClosedChannel }
        let socket = try makeSocket()
        let handler = ConnectionHandler(
            id: id,
            address: address,
            shard: shard,
            socket: socket,
            dependencies: dependencies,
            gate: gate,
            now: .now()
        )
        try channel.syncOptions?.setOption(.writeBufferWaterMark, value: Self.waterMark)
        try channel.syncOptions?.setOption(.recvAllocator, value: Self.readBuffer)
        // A channel keeps as many buffers as it may read at once.
        try channel.syncOptions?.setOption(.maxMessagesPerRead, value: 1)
        try channel.pipeline.syncOperations.addHandlers([socket, handler])
        if verdict == .refused { handler.decide { $0.refuse(.full, into: &$1) } }
        return handler
    }
}

/// Numbers connections from 1.
final class ConnectionNumbers: Sendable {
    private let last = Atomic<UInt64>(0)

    func next() -> ConnectionID { ConnectionID(rawValue: last.add(1, ordering: .relaxed).newValue) }
}
