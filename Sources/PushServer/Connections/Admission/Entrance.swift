internal import Logging
internal import NIOCore
internal import Shared

/// How terminals reach a server: at a port, or at the Unix socket of a private server.
enum Entrance: Sendable {
    case port(ServerCertificate)
    /// - Parameter admin: for the admin port; nil if that speaks plain HTTP.
    case socket(Linger, admin: ServerCertificate?)

    /// Loads or creates the certificate if one is needed. A Unix socket has no TLS, so a private server makes no key
    /// that nobody asks for.
    /// - Parameter loop: the event loop on which a private server waits for terminals.
    /// - Throws: `TLSError`
    init(
        _ configuration: ServerConfiguration,
        on loop: any EventLoop,
        logger: Logger,
        now: @escaping @Sendable () -> MarketTime
    ) throws {
        func certificate() throws -> ServerCertificate {
            try ServerCertificate(
                path: configuration.certificatePath,
                files: configuration.certificateFiles,
                pinFile: DataDirectory.pin(in: configuration.dataDirectory),
                admin: configuration.adminTLS,
                logger: logger,
                now: now
            ) { try Self.identity(configuration) }
        }
        if let terms = configuration.local {
            self = .socket(Linger(terms, on: loop), admin: configuration.adminTLS == nil ? nil : try certificate())
        } else {
            self = .port(try certificate())
        }
    }

    /// Nil for a private server whose admin port, if any, speaks plain HTTP.
    var certificate: ServerCertificate? {
        switch self {
        case .port(let certificate): certificate
        case .socket(_, let admin): admin
        }
    }

    private static func identity(_ configuration: ServerConfiguration) throws -> TLSIdentity {
        if let files = configuration.certificate {
            return try TLSIdentity.load(certificate: files.certificate, key: files.key)
        }
        return try TLSIdentity.loadOrCreate(in: configuration.dataDirectory, names: [configuration.listen.host])
    }
}
