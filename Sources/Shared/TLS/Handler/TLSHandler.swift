public import NIOCore

/// TLS 1.3 for both ends, with the system's OpenSSL. It passes ciphertext to the socket and plaintext to the
/// application.
///
/// `channelActive` is forwarded at once, and `TLSEvent.handshakeCompleted` reports when the peer is known. Earlier
/// writes wait, up to a limit. Each failure is fired as a `TLSError`, and then the channel is closed. A stream that
/// ends without close_notify is `TLSError.truncated`. A clean end is `TLSEvent.closedByPeer`, and is answered with
/// close_notify.
///
/// Backpressure is that of the channel: nothing is read without a request, and ciphertext is passed to the channel,
/// whose writability counts it.
public final class TLSHandler: ChannelDuplexHandler {
    public typealias InboundIn = ByteBuffer
    public typealias InboundOut = ByteBuffer
    public typealias OutboundIn = ByteBuffer
    public typealias OutboundOut = ByteBuffer

    /// How much ciphertext may gather before a flush until it is passed to the channel, which counts it in its
    /// writability.
    static let unflushedBytesMax = 64 * 1024

    // The fields that each delivery needs are next to each other.
    let engine: TLSEngine
    /// Looked up at its first use; nil if the channel is not a socket, or has ended.
    lazy var socket = context.flatMap { TLSSocket(of: $0) }
    var phase = TLSPhase.waiting
    /// How many writes the channel has not finished. Later bytes have to wait behind them.
    var writesWaiting = 0

    let isClient: Bool
    /// For the time limit of the handshake, and later for that of closing.
    var alarm: Scheduled<Void>?

    // MARK: Outbound
    var context: ChannelHandlerContext?
    var earlyWrites = TLSEarlyWrites()
    /// For the ciphertext in the engine that was not flushed.
    var writePromise: EventLoopPromise<Void>?
    var closePromise: EventLoopPromise<Void>?
    var isCloseNotifyWritten = false

    // MARK: Inbound
    /// Whether no plaintext has answered a `read()` yet.
    var isReadAwaited = false
    /// Whether plaintext is held back until a `read()`, because only our own reads for the handshake have brought it
    /// in.
    var isHolding = false
    var hasPeerClosed = false

    /// The server's end of a connection.
    public init(server context: TLSContext) throws(TLSError) {
        guard case .server = context.role else { preconditionFailure("a client's context on a server") }
        engine = try TLSEngine(context: context)
        isClient = false
    }

    /// The client's end. The certificate must contain `host`, which is a name or an IP address. Together with `port`,
    /// it also identifies session tickets.
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

/// It belongs to one event loop, like its channel.
@available(*, unavailable)
extension TLSHandler: Sendable {}

/// The state of a connection. Each direction ends separately, by close_notify (RFC 8446, section 6.1).
enum TLSPhase {
    /// Added to a channel that is not connected yet.
    case waiting
    case handshaking
    case open
    /// We have sent close_notify and continue to read.
    case outputClosed
    /// The peer has sent close_notify. We may continue to write.
    case inputClosed
    /// We are closing. Arriving bytes are read only to find the peer's close_notify.
    case closing
    case closed

    var canRead: Bool { self == .open || self == .outputClosed }
    var canWrite: Bool { self == .open || self == .inputClosed }

    /// The error that the end of TCP means now; nil if it was expected.
    var errorAtEndOfStream: TLSError? {
        switch self {
        case .handshaking: .closedDuringHandshake
        case .open, .outputClosed: .truncated
        case .waiting, .inputClosed, .closing, .closed: nil
        }
    }
}

/// Writes that wait for the end of the handshake, in order and bounded.
///
/// This is not TLS 1.3's early data: nothing is sent before the peer is known.
struct TLSEarlyWrites {
    private var writes: [(bytes: ByteBuffer, promise: EventLoopPromise<Void>?)] = []
    private var byteCount = 0

    /// False if this would exceed `limit` bytes. Then nothing is kept.
    mutating func append(_ bytes: ByteBuffer, promise: EventLoopPromise<Void>?, limit: Int) -> Bool {
        guard byteCount + bytes.readableBytes <= limit else { return false }
        byteCount += bytes.readableBytes
        writes.append((bytes, promise))
        return true
    }

    mutating func takeAll() -> [(bytes: ByteBuffer, promise: EventLoopPromise<Void>?)] {
        let taken = writes
        self = TLSEarlyWrites()
        return taken
    }

    mutating func failAll(_ error: any Error) {
        for write in takeAll() { write.promise?.fail(error) }
    }
}
