internal import NIOCore
internal import Shared

/// Sets up a connection on its event loop, or turns it away.
struct Admission: Sendable {
    private let shards: [ObjectIdentifier: ShardPort]
    private let gate: AdmissionGate
    private let certificate: ServerCertificate
    private let dependencies: ConnectionDependencies
    private let numbers = TerminalNumbers()
    /// What may wait for a terminal that does not read, before it is told nothing more than the market: small frames take
    /// some three times their size.
    static let waterMark = ChannelOptions.Types.WriteBufferWaterMark(low: 8 * 1024, high: 16 * 1024)

    init(
        shards: [ShardPort],
        gate: AdmissionGate,
        certificate: ServerCertificate,
        dependencies: ConnectionDependencies
    ) {
        self.shards = Dictionary(uniqueKeysWithValues: shards.map { (ObjectIdentifier($0.eventLoop), $0) })
        self.gate = gate
        self.certificate = certificate
        self.dependencies = dependencies
    }

    func admit(_ channel: any Channel) throws {
        guard let shard = shards[ObjectIdentifier(channel.eventLoop)]?.value else {
            preconditionFailure("each event loop of the group has a shard")
        }
        let (id, address) = (numbers.next(), channel.remoteAddress?.ipAddress ?? "unknown")
        let verdict = gate.came(id, channel, from: address)
        channel.closeFuture.whenComplete { [gate] _ in gate.left(id, from: address) }
        if case .dropped = verdict { throw ChannelError.ioOnClosedChannel }
        let tls = try TLSHandler(server: certificate.context)
        let handler = ConnectionHandler(
            id: id,
            address: address,
            shard: shard,
            tls: tls,
            dependencies: dependencies,
            gate: gate,
            now: .now()
        )
        try channel.syncOptions?.setOption(.writeBufferWaterMark, value: Self.waterMark)
        try channel.pipeline.syncOperations.addHandlers([tls, handler])
        if verdict == .refused { handler.decide { $0.refuse(.full, into: &$1) } }
    }
}
