public import NIOCore

/// TLS 1.3 on the system's OpenSSL, for either end: ciphertext towards the socket, plaintext towards the application.
///
/// `channelActive` is forwarded at once; `TLSEvent.handshakeCompleted` says when the peer is known. What is written
/// before that waits, up to a limit. Each failure is fired as a `TLSError`, and then the channel is closed. A stream
/// that ends without close_notify is `TLSError.truncated`; a clean end is `TLSEvent.closedByPeer`, answered in kind.
///
/// Backpressure is the channel's: nothing is read that was not asked for, and ciphertext goes on to the channel, whose
/// writability counts it.
public final class TLSHandler: ChannelDuplexHandler {
    public typealias InboundIn = ByteBuffer
    public typealias InboundOut = ByteBuffer
    public typealias OutboundIn = ByteBuffer
    public typealias OutboundOut = ByteBuffer

    /// How much ciphertext may gather before a flush until the channel, and so its writability, is told.
    static let unflushedBytesMax = 64 * 1024

    // What each delivery needs stands together.
    let engine: TLSEngine
    /// Looked up when it is used for the first time; nil where the channel is no socket, or has ended.
    lazy var socket = context.flatMap { TLSSocket(of: $0) }
    var phase = TLSPhase.waiting
    /// Writes that the channel was given and has not finished. What follows has to wait behind them.
    var writesWaiting = 0

    let isClient: Bool
    /// For the handshake's limit, later for that of closing.
    var alarm: Scheduled<Void>?

    // MARK: Outbound
    var context: ChannelHandlerContext?
    var earlyWrites = TLSEarlyWrites()
    /// Of the ciphertext in the engine that was not flushed.
    var writePromise: EventLoopPromise<Void>?
    var closePromise: EventLoopPromise<Void>?
    var isCloseNotifyWritten = false

    // MARK: Inbound
    /// A `read()` that no plaintext has answered yet.
    var isReadAwaited = false
    /// Plaintext is held back until a `read()`: only our own reads, for the handshake, have brought it in.
    var isHolding = false
    var hasPeerClosed = false

    /// The server's end of a connection.
    public init(server context: TLSContext) throws(TLSError) {
        guard case .server = context.role else { preconditionFailure("a client's context on a server") }
        engine = try TLSEngine(context: context)
        isClient = false
    }

    /// The client's end. `host`, a name or an IP address, is what the certificate must carry; with `port` it is also
    /// what session tickets are kept under.
    public init(client context: TLSContext, host: String, port: Int) throws(TLSError) {
        guard case .client = context.role else { preconditionFailure("a server's context on a client") }
        guard let name = TLSPeerName(host) else { throw .invalidName(host) }
        engine = try TLSEngine(context: context, host: name, port: port)
        isClient = true
    }

    /// Gives a peer that has signed in a larger allowance of records without data.
    public func allowEmptyRecords(perSecond: Int) {
        engine.emptyRecords = RateLimit(perSecond: perSecond, now: .uptimeNanoseconds(0))
    }

    public func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        engine.attach(engine.context.outbox(for: context.eventLoop))
        if context.channel.isActive { start(context) }
    }

    public func handlerRemoved(context: ChannelHandlerContext) {
        end(ChannelError.ioOnClosedChannel)
        self.context = nil
    }

    public func channelActive(context: ChannelHandlerContext) {
        start(context)
        context.fireChannelActive()
    }

    public func channelInactive(context: ChannelHandlerContext) {
        socket = nil  // Closed already, and its number may be another's.
        if isHolding {
            isHolding = false
            decrypt(context)
        }
        let error = phase.errorAtEndOfStream
        let promise = end(error ?? ChannelError.ioOnClosedChannel)
        if let error { context.fireErrorCaught(error) }
        context.fireChannelInactive()
        promise?.succeed()
    }
}

/// It belongs to one event loop, as its channel does.
@available(*, unavailable)
extension TLSHandler: Sendable {}
