internal import NIOCore
internal import Shared

/// Sets up a connection on its event loop, or turns it away.
struct Admission: Sendable {
    private let shards: [ObjectIdentifier: ShardPort]
    private let book: ConnectionBook
    private let certificate: ServerCertificate
    private let surroundings: SessionHandler.Surroundings
    private let numbers = TerminalNumbers()
    /// What may wait for a terminal that does not read, before it is told nothing more than the market: small frames take
    /// some three times their size.
    private static let waterMark = ChannelOptions.Types.WriteBufferWaterMark(low: 8 * 1024, high: 16 * 1024)

    init(
        shards: [ShardPort],
        book: ConnectionBook,
        certificate: ServerCertificate,
        surroundings: SessionHandler.Surroundings
    ) {
        self.shards = Dictionary(uniqueKeysWithValues: shards.map { (ObjectIdentifier($0.eventLoop), $0) })
        self.book = book
        self.certificate = certificate
        self.surroundings = surroundings
    }

    func admit(_ channel: any Channel) throws {
        guard let shard = shards[ObjectIdentifier(channel.eventLoop)]?.value else {
            preconditionFailure("each event loop of the group has a shard")
        }
        let address = channel.remoteAddress?.ipAddress ?? "unknown"
        let verdict = book.came(from: address)
        if case .dropped = verdict { throw turnedAway(channel, from: address) }
        guard let tls = try? TLSHandler(server: certificate.context) else { throw turnedAway(channel, from: address) }
        let session = SessionHandler(
            id: numbers.next(),
            address: address,
            shard: shard,
            tls: tls,
            surroundings: surroundings,
            book: book,
            now: .now()
        )
        let port = NIOLoopBound(session, eventLoop: channel.eventLoop)
        channel.closeFuture.whenComplete { [book] _ in book.left(address, wasWelcomed: port.value.isWelcomed) }
        try channel.syncOptions?.setOption(.writeBufferWaterMark, value: Self.waterMark)
        try channel.pipeline.syncOperations.addHandlers([tls, session])
        if verdict == .refused { session.refuse(.full) }
    }

    /// - Returns: what ends a connection before it has begun.
    private func turnedAway(_ channel: any Channel, from address: String) -> ChannelError {
        channel.closeFuture.whenComplete { [book] _ in book.left(address, wasWelcomed: false) }
        return .ioOnClosedChannel
    }
}

extension Close {
    fileprivate static let full = Close(
        .tooManyConnections,
        "The server has all the connections that it takes.",
        retryAfter: .seconds(10)
    )
}
