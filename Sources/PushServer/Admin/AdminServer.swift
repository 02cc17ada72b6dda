internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import ServiceLifecycle
internal import Shared

/// A small HTTP server for operators: `/healthz`, `/readyz`, `/metrics`, `/status`, `/fleet`.
struct AdminServer: Service {
    /// The answer to a path.
    struct Answer: Sendable {
        var status: HTTPResponseStatus
        var body: String
        var form = Form.text
    }

    /// What a body is, as `Content-Type` says.
    enum Form: String, Sendable {
        case text = "text/plain; charset=utf-8"
        case json = "application/json"
        /// Prometheus' format of text.
        case metrics = "text/plain; version=0.0.4; charset=utf-8"
    }

    /// The bound address.
    let endpoint: ServerConfiguration.Endpoint
    private let channel: any Channel

    /// - Returns: nil if the operator wants no admin port.
    /// - Throws: `ServerError.cannotListen`
    static func start(
        _ configuration: ServerConfiguration,
        group: any EventLoopGroup,
        certificate: ServerCertificate?,
        shortage: DescriptorShortage,
        metrics: Metrics
    ) async throws -> AdminServer? {
        guard let endpoint = configuration.admin else { return nil }
        return try await AdminServer(
            on: endpoint,
            hosts: AdminHosts(configuration.adminHosts + [endpoint.host]),
            group: group,
            certificate: certificate,
            shortage: shortage,
            answer: metrics.answer
        )
    }

    private init(
        on wanted: ServerConfiguration.Endpoint,
        hosts: AdminHosts,
        group: any EventLoopGroup,
        certificate: ServerCertificate?,
        shortage: DescriptorShortage,
        answer: @escaping @Sendable (_ path: String) async -> Answer
    ) async throws {
        let connections = AdminConnections()
        let bootstrap = ServerBootstrap.accepting(in: group, shortage)
            .readingOnDemand()
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    connections.admit(channel)
                    let pipeline = channel.pipeline.syncOperations
                    if let context = certificate?.adminContext {
                        try pipeline.addHandler(TLSHandler(server: context))
                    }
                    // The handler itself deals with requests that come before answers.
                    try pipeline.configureHTTPServerPipeline(withPipeliningAssistance: false)
                    try pipeline.addHandler(AdminHandler(hosts: hosts, connections: connections, answer: answer))
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

extension ServerBootstrap {
    /// Connections read when their `AdminHandler` asks, and as much as it can take.
    func readingOnDemand() -> Self {
        childChannelOption(.autoRead, value: false)
            .childChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelOption(
                .recvAllocator,
                value: FixedSizeRecvByteBufferAllocator(capacity: AdminHandler.readBytes)
            )
    }
}
