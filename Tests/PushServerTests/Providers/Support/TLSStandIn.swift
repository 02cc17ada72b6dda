import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Shared
import Synchronization

/// A server on a free port that speaks TLS like a provider, with its own certificate for 127.0.0.1.
struct TLSStandIn {
    enum Kind: Sendable {
        /// Answers every request with this, over HTTP/1.1.
        case http1(HTTPResponseHead)
        /// Answers only once this many requests are under way on one connection.
        case http2(together: Int)
        /// Accepts the connection and sends nothing.
        case silent
    }

    let port: Int
    /// A PEM file with the authority that a client must trust.
    let authorities: String
    private let received: Received

    /// The requests over HTTP/1.1, each as "POST /path body".
    var requests: [String] { received.requests.withLock { $0 } }

    static func serving<Result>(_ kind: Kind, _ body: (Self) async throws -> Result) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tickwire-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let identity = try TLSIdentity.loadOrCreate(in: folder)
        let context = try TLSContext.server(identity: identity, alpn: kind.applicationProtocol)
        let connections = Atomic(0)
        let received = Received()
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                let number = connections.add(1, ordering: .relaxed).newValue
                return channel.eventLoop.makeCompletedFuture { try kind.configure(channel, context, number, received) }
            }
            .bind(host: "0.0.0.0", port: 0).get()
        let standIn = Self(
            port: listener.localAddress?.port ?? 0,
            authorities: "\(folder)/\(TLSIdentity.certificateFileName)",
            received: received
        )
        do {
            let result = try await body(standIn)
            try await listener.close()
            return result
        } catch {
            try await listener.close()
            throw error
        }
    }
}

extension TLSStandIn.Kind {
    fileprivate var applicationProtocol: String {
        if case .http2 = self { "h2" } else { "http/1.1" }
    }

    fileprivate func configure(
        _ channel: any Channel,
        _ context: TLSContext,
        _ number: Int,
        _ received: Received
    ) throws {
        let pipeline = channel.pipeline.syncOperations
        switch self {
        case .http1(let head):
            try pipeline.addHandler(TLSHandler(server: context))
            try pipeline.configureHTTPServerPipeline()
            try pipeline.addHandler(FixedAnswer(head, received))
        case .http2(let together):
            try pipeline.addHandler(TLSHandler(server: context))
            try pipeline.addHandler(SmallHTTP2(connection: number, together: together))
        case .silent: break
        }
    }
}

private final class Received: Sendable {
    let requests = Mutex<[String]>([])
}

/// The same head for everybody, and no body.
private final class FixedAnswer: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let head: HTTPResponseHead
    private let received: Received
    private var request = ""

    init(_ head: HTTPResponseHead, _ received: Received) { (self.head, self.received) = (head, received) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch Self.unwrapInboundIn(data) {
        case .head(let head): request = "\(head.method) \(head.uri) "
        case .body(let body): request += String(buffer: body)
        case .end: answer(context)
        }
    }

    private func answer(_ context: ChannelHandlerContext) {
        received.requests.withLock { $0.append(request) }
        context.write(Self.wrapOutboundOut(.head(head)), promise: nil)
        context.writeAndFlush(Self.wrapOutboundOut(.end(nil)), promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
