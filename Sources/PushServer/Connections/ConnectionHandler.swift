internal import Logging
internal import NIOCore
internal import Shared

/// A connection on its event loop: turns bytes into frames, and performs what `ServerConnection` decides.
final class ConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    // Keep the fields that each delivery reads together.
    let shard: Shard
    /// The handler between this one and the socket.
    let socket: any FrameSocket
    private(set) var connection: ServerConnection
    /// Its index in the shard's round. The shard maintains it.
    var place = 0

    let address: String
    let dependencies: ConnectionDependencies
    private let gate: AdmissionGate
    private var reader: FrameReader
    private var context: ChannelHandlerContext?
    /// TLS records without data that a client may send after it has signed in. `TLSLimits` allows a stranger fewer.
    static let emptyRecordsPerSecond = 10

    /// The connection as the user hub sees it.
    var userConnection: UserConnection?

    init(
        id: ConnectionID,
        address: String,
        shard: Shard,
        socket: any FrameSocket,
        dependencies: ConnectionDependencies,
        gate: AdmissionGate,
        now: NIODeadline
    ) {
        (self.address, self.shard, self.socket) = (address, shard, socket)
        (self.dependencies, self.gate) = (dependencies, gate)
        connection = ServerConnection(id: id, terms: dependencies.terms, now: now)
        reader = FrameReader(limit: connection.frameLimit)
    }

    var id: ConnectionID { connection.id }
    var visitor: Visitor { Visitor(connection: id, address: address) }
    private var metadata: Logger.Metadata { userConnection?.metadata ?? ["connection": "\(id.rawValue)"] }

    // MARK: Inputs

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        shard.add(self)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        decide { $0.ended(into: &$1) }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case TLSEvent.handshakeCompleted = event { secured() }
        context.fireUserInboundEventTriggered(event)
    }

    /// From now on, nobody else can read or change the bytes on the socket.
    func secured() {
        gate.proved(.handshake, by: id)
        decide { $0.secured(into: &$1) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // Bytes that nobody reads must not pile up.
        guard connection.isListening else { return }
        let now = NIODeadline.now()
        reader.append(unwrapInboundIn(data))
        do throws(FrameError) {
            while connection.isListening, let body = try nextFrame() {
                let frame = try ClientFrame(frameBody: body)
                decide { connection, actions in
                    connection.received(frame, at: now, into: &actions) { shard.market.row(of: $0) != nil }
                }
            }
        } catch {
            decide { $0.received(error, into: &$1) }
        }
    }

    private func nextFrame() throws(FrameError) -> ByteBuffer? {
        reader.limit = connection.frameLimit
        return try reader.next()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        decide { $0.writabilityChanged(to: context.channel.isWritable, at: .now(), into: &$1) }
        context.fireChannelWritabilityChanged()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if connection.isHandshaking, error is TLSError { shard.count(.handshake(failed: true)) }
        if error as? TLSError == .tooManyEmptyRecords {
            gate.dropped(for: .emptyRecords)
            report(code: "tls", "\(error)")
        }
        dependencies.logger.debug("connection failed", metadata: metadata.merging(["error": "\(error)"]) { $1 })
        context.close(promise: nil)
    }

    /// Lets the connection decide about an event, and performs its actions.
    func decide(_ input: (inout ServerConnection, inout Actions) -> Void) {
        input(&connection, &shard.actions)
        shard.performActions()
    }

    // MARK: Actions

    func perform(_ action: ServerAction) {
        switch action {
        case .send(let frame): write(frame.framed)
        case .sendUser(let news, let version): sendUser(news.frame(since: version))
        case .sendPong(let nonce): sendPong(nonce)
        case .welcome(let welcome): send(welcome)
        case .beginMarket(let held):
            decide { [shard] in
                $0.beginMarket(from: held, in: shard.lineage, at: shard.market.sequence, into: &$1)
            }
        case .serveMarket: serveMarket()
        case .sendRates: if let frame = shard.rates { write(frame) }
        case .setReading(let isReading): try? context?.channel.syncOptions?.setOption(.autoRead, value: isReading)
        case .ask(let request):
            switch request {
            case .signIn, .signInNode: gate.proved(.hello, by: id)
            default: break
            }
            ask(request)
        case .close(let close): end(with: close)
        case .drop: context?.channel.close(mode: .all, promise: nil)
        case .count(let event): shard.count(event)
        case .forget: shard.remove(self)
        }
    }

    private func write(_ frame: ByteBuffer) { context?.writeAndFlush(wrapOutboundOut(frame), promise: nil) }

    private func send(_ welcome: DecidedWelcome) {
        gate.welcomed(id)
        socket.allowEmptyRecords(perSecond: Self.emptyRecordsPerSecond)
        dependencies.logger.debug("welcomed", metadata: metadata)
        write(welcome.frame(at: dependencies.now(), in: shard.lineage.epoch))
    }

    private func end(with close: Close) {
        guard let context else { return }
        shard.count(close)
        if close.code.isForWhatWasSent { report(code: "\(close.code.rawValue)", close.message) }
        dependencies.logger.debug("closing", metadata: metadata.merging(["code": "\(close.code.rawValue)"]) { $1 })
        gate.closing(id)
        write(ServerFrame.close(close).framed)
        context.close(promise: nil)
    }

    private func report(code: String, _ reason: String) {
        dependencies.closes.closed(
            CloseLog.Event(
                code: code,
                reason: reason,
                address: address,
                account: userConnection?.account.id,
                device: userConnection?.device
            )
        )
    }

    // MARK: Past the pipeline

    /// Sends market frames until the client is up to date, or one is still being written.
    func serveMarket() {
        while let wanted = connection.market.next(sequence: shard.market.sequence, rowCount: shard.market.count) {
            guard let frame = shard.frame(wanted) else {
                connection.market.replaceBySnapshot()
                continue
            }
            guard socket.send(frame, orLater: { marketPromise() }) else { return }
            connection.market.written()
        }
    }

    private func marketPromise() -> EventLoopPromise<Void> {
        let promise = shard.eventLoop.makePromise(of: Void.self)
        promise.futureResult.assumeIsolated().whenComplete { result in
            self.connection.market.written()
            if case .success = result { self.serveMarket() }
        }
        return promise
    }

    private func sendUser(_ frame: ByteBuffer) {
        let isWritten = socket.send(frame) {
            let promise = shard.eventLoop.makePromise(of: Void.self)
            promise.futureResult.assumeIsolated().whenSuccess { self.decide { $0.userWritten(into: &$1) } }
            return promise
        }
        if isWritten { decide { $0.userWritten(into: &$1) } }
    }

    private func sendPong(_ nonce: UInt64) {
        let isWritten = socket.send(ServerFrame.pong(nonce: nonce).framed) {
            let promise = shard.eventLoop.makePromise(of: Void.self)
            promise.futureResult.assumeIsolated().whenSuccess { self.decide { $0.pongWritten(into: &$1) } }
            return promise
        }
        if isWritten { decide { $0.pongWritten(into: &$1) } }
    }
}
