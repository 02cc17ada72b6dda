import NIOCore
import NIOHTTP1
import PlatformKit

/// Answers the requests of one connection, one after another (NIO's HTTP pipeline holds back the next).
final class ReplyHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    /// How much of a request's body is kept. Only the control path uses a body.
    static let bodyMax = 64 << 10

    private let connection: Int
    private let answer: LoopbackServer.Answer
    private let observe: LoopbackServer.Observer
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []
    private var steps: ArraySlice<MockReply.Step> = []
    private var pause: Scheduled<Void>?
    private var lastWrite: EventLoopFuture<Void>?

    init(connection: Int, answer: @escaping LoopbackServer.Answer, observe: @escaping LoopbackServer.Observer) {
        self.connection = connection
        self.answer = answer
        self.observe = observe
    }

    func channelActive(context: ChannelHandlerContext) {
        observe(.connected(connection))
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        pause?.cancel()
        steps = []
        observe(.disconnected(connection))
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch Self.unwrapInboundIn(data) {
        case .head(let head): (self.head, body) = (head, [])
        case .body(let bytes): body.append(contentsOf: bytes.readableBytesView.prefix(Self.bodyMax - body.count))
        case .end: takeRequest(context)
        }
    }

    /// A peer that breaks the protocol ends only its own connection.
    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func takeRequest(_ context: ChannelHandlerContext) {
        guard let head else { return }
        let request = MockRequest(head, connection: connection, body: body)
        observe(.requested(connection: connection, path: request.path))
        steps = answer(request).steps[...]
        if head.method == .HEAD { steps.removeAll { $0.isBody } }
        perform(context)
    }

    private func perform(_ context: ChannelHandlerContext) {
        while let step = steps.popFirst() {
            switch step {
            case .head(let head): write(.head(head), context)
            case .body(let bytes): write(.body(.byteBuffer(bytes)), context)
            case .repeated(let bytes, let count) where count > 0:
                return writeRepeated(bytes, left: count - 1, context)
            case .repeated: break
            case .end: finish(context)
            case .wait(let time):
                context.flush()
                return resume(after: time, context)
            case .hang: return
            case .close: return close(context)
            case .reset: return reset(context)
            }
        }
        context.flush()
    }

    private func write(_ part: HTTPServerResponsePart, _ context: ChannelHandlerContext) {
        lastWrite = context.write(Self.wrapOutboundOut(part))
    }

    /// Continues when the bytes have been sent, so that only one chunk is waiting.
    private func writeRepeated(_ bytes: ByteBuffer, left: Int, _ context: ChannelHandlerContext) {
        if left > 0 { steps.insert(.repeated(bytes, left), at: steps.startIndex) }
        let part = HTTPServerResponsePart.body(.byteBuffer(bytes))
        let written = context.writeAndFlush(Self.wrapOutboundOut(part)).assumeIsolated()
        // A failed write means that the peer is gone, and `channelInactive` cleans up.
        written.whenSuccess { self.perform(context) }
    }

    private func finish(_ context: ChannelHandlerContext) {
        write(.end(nil), context)
        context.flush()
        if head?.isKeepAlive == false { steps.append(.close) }
    }

    private func resume(after time: TimeAmount, _ context: ChannelHandlerContext) {
        pause = context.eventLoop.assumeIsolated().scheduleTask(in: time) { self.perform(context) }
    }

    /// Closes after everything written has been sent.
    private func close(_ context: ChannelHandlerContext) {
        context.flush()
        guard let written = lastWrite?.assumeIsolated() else { return context.close(promise: nil) }
        written.whenComplete { _ in context.close(promise: nil) }
    }

    /// Closing with a linger time of zero sends RST instead of FIN (socket(7), SO_LINGER).
    private func reset(_ context: ChannelHandlerContext) {
        guard let socket = context.channel as? any SocketOptionProvider else { return context.close(promise: nil) }
        let ready = socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).assumeIsolated()
        ready.whenComplete { _ in context.close(promise: nil) }
    }
}

extension MockReply.Step {
    fileprivate var isBody: Bool {
        switch self {
        case .body, .repeated: true
        default: false
        }
    }
}
