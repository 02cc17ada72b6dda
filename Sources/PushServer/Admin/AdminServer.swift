internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import ServiceLifecycle
internal import Shared

/// A small HTTP server for operators: `/healthz`, `/readyz`, `/metrics`.
struct AdminServer: Service {
    /// What a path answers.
    struct Answer: Sendable {
        var status: HTTPResponseStatus
        var body: String
    }

    /// As bound.
    let endpoint: ServerConfiguration.Endpoint
    private let channel: any Channel

    /// - Returns: nil if it is not wanted.
    /// - Throws: `ServerError.cannotListen`
    static func start(
        _ configuration: ServerConfiguration,
        group: any EventLoopGroup,
        certificate: ServerCertificate,
        metrics: Metrics
    ) async throws -> AdminServer? {
        guard let endpoint = configuration.admin else { return nil }
        return try await AdminServer(on: endpoint, group: group, certificate: certificate, answer: metrics.answer)
    }

    private init(
        on wanted: ServerConfiguration.Endpoint,
        group: any EventLoopGroup,
        certificate: ServerCertificate,
        answer: @escaping @Sendable (_ path: String) async -> Answer
    ) async throws {
        let bootstrap = ServerBootstrap(group: group)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if let context = certificate.adminContext {
                        try pipeline.addHandler(TLSHandler(server: context))
                    }
                    try pipeline.configureHTTPServerPipeline()
                    try pipeline.addHandler(AdminHandler(answer: answer))
                }
            }
        channel = try await ServerError.wrappingBind(of: wanted) {
            try await bootstrap.bind(host: wanted.host, port: wanted.port).get()
        }
        endpoint = wanted.bound(to: channel)
    }

    func run() async throws {
        try? await gracefulShutdown()
        try await channel.close()
    }
}

private final class AdminHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let answer: @Sendable (String) async -> AdminServer.Answer
    private var path = ""
    /// Whether the client asks more over the same connection.
    private var isKeptAlive = true

    init(answer: @escaping @Sendable (String) async -> AdminServer.Answer) { self.answer = answer }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            path = String(head.uri.prefix { $0 != "?" })
            isKeptAlive = head.isKeepAlive
        case .body: break
        case .end: respond(context: context)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func respond(context: ChannelHandlerContext) {
        let promise = context.eventLoop.makePromise(of: AdminServer.Answer.self)
        // Unstructured: a handler has no task to be a child of. It ends by itself.
        Task { [answer, path] in promise.succeed(await answer(path)) }
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        promise.futureResult.whenSuccess { [isKeptAlive] answer in
            Self.write(answer, isLast: !isKeptAlive, context: bound.value)
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
        context.writeAndFlush(NIOAny(HTTPServerResponsePart.end(nil)), promise: nil)
        if isLast { context.close(promise: nil) }
    }
}
