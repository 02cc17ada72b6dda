internal import NIOCore
internal import NIOHTTP1

/// One operator's connection: answers what is asked, and ends with whoever asks nothing.
final class AdminHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    /// For each request as a whole, from its first byte or the one before: who sends a byte now and then gains nothing.
    static let patience = TimeAmount.seconds(30)

    private let answer: @Sendable (String) async -> AdminServer.Answer
    private var path = ""
    /// Whether the client asks more over the same connection.
    private var isKeptAlive = true
    private var alarm: Scheduled<Void>?

    init(answer: @escaping @Sendable (String) async -> AdminServer.Answer) { self.answer = answer }

    func handlerAdded(context: ChannelHandlerContext) { setAlarm(context) }

    func handlerRemoved(context: ChannelHandlerContext) { alarm?.cancel() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            path = String(head.uri.prefix { $0 != "?" })
            isKeptAlive = head.isKeepAlive
        case .body: break
        case .end:
            setAlarm(context)
            respond(context: context)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func setAlarm(_ context: ChannelHandlerContext) {
        alarm?.cancel()
        alarm = context.eventLoop.assumeIsolated().scheduleTask(in: Self.patience) { context.close(promise: nil) }
    }

    private func respond(context: ChannelHandlerContext) {
        let promise = context.eventLoop.makePromise(of: AdminServer.Answer.self)
        // Unstructured: a handler has no task to be a child of. It ends by itself.
        Task { [answer, path] in promise.succeed(await answer(path)) }
        promise.futureResult.assumeIsolated().whenSuccess { [isKeptAlive] answer in
            Self.write(answer, isLast: !isKeptAlive, context: context)
        }
    }

    private static func write(_ answer: AdminServer.Answer, isLast: Bool, context: ChannelHandlerContext) {
        let body = ByteBuffer(string: answer.body)
        var headers: HTTPHeaders = [
            "content-type": "text/plain; version=0.0.4; charset=utf-8", "content-length": "\(body.readableBytes)",
        ]
        if isLast { headers.add(name: "connection", value: "close") }
        let head = HTTPResponseHead(version: .http1_1, status: answer.status, headers: headers)
        context.write(NIOAny(HTTPServerResponsePart.head(head)), promise: nil)
        context.write(NIOAny(HTTPServerResponsePart.body(.byteBuffer(body))), promise: nil)
        let written = context.eventLoop.makePromise(of: Void.self)
        // Closing drops what the socket has not taken yet.
        if isLast { written.futureResult.assumeIsolated().whenComplete { _ in context.close(promise: nil) } }
        context.writeAndFlush(NIOAny(HTTPServerResponsePart.end(nil)), promise: written)
    }
}
