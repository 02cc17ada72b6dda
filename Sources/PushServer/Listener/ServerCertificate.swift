internal import Logging
internal import NIOConcurrencyHelpers
internal import Shared

/// The certificate that new connections are shown. Another one takes its place without ending any connection.
final class ServerCertificate: Sendable {
    enum Refusal: Error, Equatable, CustomStringConvertible {
        case expired

        var description: String { "it has expired" }
    }

    /// The sweep looks after late handshakes, as it does after late hellos.
    private static let limits = TLSLimits(handshake: nil)

    /// What the admin port speaks: every HTTPS client offers it.
    private static let adminProtocol = "http/1.1"

    private struct Current {
        var identity: TLSIdentity
        var context: TLSContext
        var adminContext: TLSContext?
    }

    private let admin: ServerConfiguration.AdminTLS?
    private let load: @Sendable () throws -> TLSIdentity
    private let logger: Logger
    private let current: NIOLockedValueBox<Current>

    var identity: TLSIdentity { current.withLockedValue { $0.identity } }
    var context: TLSContext { current.withLockedValue { $0.context } }
    /// Of the admin port; nil: plain HTTP.
    var adminContext: TLSContext? { current.withLockedValue { $0.adminContext } }

    /// - Throws: `TLSError`
    init(
        admin: ServerConfiguration.AdminTLS?,
        logger: Logger,
        load: @escaping @Sendable () throws -> TLSIdentity
    ) throws {
        let identity = try load()
        for warning in identity.warnings { logger.warning("\(warning)") }
        (self.admin, self.load, self.logger) = (admin, load, logger)
        let adminContext = try Self.adminContext(identity, admin)
        current = NIOLockedValueBox(
            Current(identity: identity, context: try Self.context(identity), adminContext: adminContext)
        )
    }

    private static func context(_ identity: TLSIdentity) throws(TLSError) -> TLSContext {
        try .server(identity: identity, alpn: ProtocolVersion.alpn, limits: limits)
    }

    private static func adminContext(
        _ identity: TLSIdentity,
        _ admin: ServerConfiguration.AdminTLS?
    ) throws(TLSError) -> TLSContext? {
        guard let admin else { return nil }
        return try .server(identity: identity, alpn: adminProtocol, clientRoots: admin.clientRoots)
    }

    /// Everything about the new one is checked before anybody is shown it; one that is not good leaves the old in its place.
    /// - Returns: whether the new one is in place for terminals.
    @discardableResult
    func reload() -> Bool {
        do {
            let identity = try load()
            if identity.daysLeft() < 0 { throw Refusal.expired }
            let context = try Self.context(identity)
            current.withLockedValue { ($0.identity, $0.context) = (identity, context) }
            logger.notice(
                "certificate reloaded",
                metadata: ["pin": "\(identity.pin)", "days-left": "\(identity.daysLeft())"]
            )
            reloadAdmin(identity)
            return true
        } catch {
            logger.error("the new certificate is not used", metadata: ["error": "\(error)"])
            reloadAdmin(identity)
            return false
        }
    }

    /// Its authorities lie in a file of their own: what is wrong there must not keep terminals from the new certificate, nor
    /// a certificate that is not good keep those in who were taken out there.
    private func reloadAdmin(_ identity: TLSIdentity) {
        do {
            let context = try Self.adminContext(identity, admin)
            current.withLockedValue { $0.adminContext = context }
        } catch {
            logger.error(
                "the admin port keeps its certificate and authorities",
                metadata: ["error": "\(error)"]
            )
        }
    }
}
