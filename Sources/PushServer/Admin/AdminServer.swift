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
        let connections = AdminConnections()
        let bootstrap = ServerBootstrap.accepting(in: group)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try connections.admit(channel)
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
