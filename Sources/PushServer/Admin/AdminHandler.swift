internal import NIOCore
internal import NIOHTTP1

/// One operator's connection. It answers one request at a time and reads nothing more until the client has taken the
/// answer. So at most one answer waits here, and the requests of one read of 4 KiB.
///
/// The channel must not read by itself (`autoRead`).
final class AdminHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    /// The time for a whole request: for the first one from the connection on, for others from their first byte. Single
    /// bytes do not extend it.
    static let requestTime = TimeAmount.seconds(5)
    /// The time between an answer and the next request. Prometheus asks each 15 s over one connection.
    static let idleTime = TimeAmount.seconds(60)
    /// The time for the client to take an answer.
    static let answerTime = TimeAmount.seconds(30)
    /// The size of one read, which also limits the bytes that wait behind an unwritten answer.
    static let readBytes = 4096
    /// More requests than one read can bring, because a request has at least 16 bytes. When the client stops sending,
    /// the socket delivers everything that it has, whatever was asked for.
    private static let requestsMax = readBytes / 16

    private let hosts: AdminHosts
    private let connections: AdminConnections
    private let answer: @Sendable (String) async -> AdminServer.Answer
    /// Whole requests. The first one is being answered.
    private var requests: CircularBuffer<HTTPRequestHead> = []
    private var head: HTTPRequestHead?
    private var alarm: Scheduled<Void>?
    /// Whether a request must be whole before the alarm.
    private var isAsking = true
    /// Whether the present read has brought the end of a request.
    private var hasEnded = false

    init(
        hosts: AdminHosts,
        connections: AdminConnections,
        answer: @escaping @Sendable (String) async -> AdminServer.Answer
    ) {
        (self.hosts, self.connections, self.answer) = (hosts, connections, answer)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        setAlarm(Self.requestTime, context)
        if context.channel.isActive { context.read() }
    }

    func handlerRemoved(context: ChannelHandlerContext) { alarm?.cancel() }

    func channelActive(context: ChannelHandlerContext) {
        context.fireChannelActive()
        context.read()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): self.head = head
        case .body: break
        case .end:
            guard let head else { return }
            (self.head, hasEnded) = (nil, true)
            if requests.count == Self.requestsMax { return context.close(promise: nil) }
            requests.append(head)
            if requests.count == 1 { respond(to: head, context: context) }
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        context.fireChannelReadComplete()
        let isFirstPart = !isAsking && (head != nil || !hasEnded)
        hasEnded = false
        guard requests.isEmpty else { return }
        if isFirstPart { expectRequest(context) }
        context.read()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func expectRequest(_ context: ChannelHandlerContext) {
        isAsking = true
        setAlarm(Self.requestTime, context)
    }

    private func setAlarm(_ time: TimeAmount, _ context: ChannelHandlerContext) {
        alarm?.cancel()
        alarm = context.eventLoop.assumeIsolated().scheduleTask(in: time) { context.close(promise: nil) }
    }

    // MARK: Answers

    private func respond(to head: HTTPRequestHead, context: ChannelHandlerContext) {
        isAsking = false
        setAlarm(Self.answerTime, context)
        connections.asked(context.channel)
        let promise = context.eventLoop.makePromise(of: AdminServer.Answer.self)
        switch AdminRequest(head, hosts: hosts, at: context.channel.localAddress) {
        case .refused(let status, let words): promise.succeed(AdminServer.Answer(status: status, body: words))
        case .path(let path):
            // Unstructured, because a handler has no parent task. Nothing cancels the task. It
            // ends with the answer, and the alarm ends only the connection's wait for it.
            Task { [answer] in promise.succeed(await answer(path)) }
        }
        promise.futureResult.assumeIsolated().whenSuccess { self.write($0, to: head, context: context) }
    }

    private func write(_ answer: AdminServer.Answer, to head: HTTPRequestHead, context: ChannelHandlerContext) {
        let body = ByteBuffer(string: answer.body)
        var headers: HTTPHeaders = [
            "content-type": answer.form.rawValue, "content-length": "\(body.readableBytes)",
        ]
        if !head.isKeepAlive { headers.add(name: "connection", value: "close") }
        if answer.status == .methodNotAllowed { headers.add(name: "allow", value: "GET, HEAD") }
        let responseHead = HTTPResponseHead(version: .http1_1, status: answer.status, headers: headers)
        context.write(NIOAny(HTTPServerResponsePart.head(responseHead)), promise: nil)
        // RFC 9110, section 9.3.2: the fields are those of a GET, without content.
        if head.method != .HEAD {
            context.write(NIOAny(HTTPServerResponsePart.body(.byteBuffer(body))), promise: nil)
        }
        let written = context.eventLoop.makePromise(of: Void.self)
        written.futureResult.assumeIsolated().whenComplete { result in
            // Close last, because closing drops what the socket has not taken.
            guard case .success = result, head.isKeepAlive else { return context.close(promise: nil) }
            self.goOn(context)
        }
        context.writeAndFlush(NIOAny(HTTPServerResponsePart.end(nil)), promise: written)
    }

    /// The client has taken an answer.
    private func goOn(_ context: ChannelHandlerContext) {
        requests.removeFirst()
        if let next = requests.first { return respond(to: next, context: context) }
        connections.answered(context.channel)
        if head == nil { setAlarm(Self.idleTime, context) } else { expectRequest(context) }
        context.read()
    }
}

/// An operator's request, read from its head, because the port accepts no bodies.
enum AdminRequest: Equatable {
    case path(String)
    case refused(HTTPResponseStatus, String)

    /// - Parameter local: the address that the client connected to.
    init(_ head: HTTPRequestHead, hosts: AdminHosts, at local: SocketAddress?) {
        let named = head.headers["host"]
        // RFC 9112, section 3.2: an HTTP/1.1 request has exactly one Host. Earlier versions may have none.
        if named.count > 1 || (named.isEmpty && head.version != .http1_0) {
            self = .refused(.badRequest, "A request must have one Host.\n")
        } else if let host = named.first, !hosts.contains(host, at: local) {
            self = .refused(
                .misdirectedRequest,
                "This port does not answer for that host. The operator can name it: 'run --admin-host NAME'.\n"
            )
        } else if head.method != .GET && head.method != .HEAD {
            self = .refused(.methodNotAllowed, "Only GET and HEAD are allowed.\n")
        } else {
            self = .path(String(head.uri.prefix { $0 != "?" }))
        }
    }
}
