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

    private let load: @Sendable () throws -> TLSIdentity
    private let logger: Logger
    private let current: NIOLockedValueBox<(identity: TLSIdentity, context: TLSContext)>

    var identity: TLSIdentity { current.withLockedValue { $0.identity } }
    var context: TLSContext { current.withLockedValue { $0.context } }

    /// - Throws: `TLSError`
    init(logger: Logger, load: @escaping @Sendable () throws -> TLSIdentity) throws {
        let identity = try load()
        for warning in identity.warnings { logger.warning("\(warning)") }
        let context = try TLSContext.server(identity: identity, alpn: ProtocolVersion.alpn, limits: Self.limits)
        (self.load, self.logger) = (load, logger)
        current = NIOLockedValueBox((identity, context))
    }

    /// Everything about the new one is checked before anybody is shown it; one that is not good leaves the old in its place.
    /// - Returns: whether the new one is in place.
    @discardableResult
    func reload() -> Bool {
        do {
            let identity = try load()
            if identity.daysLeft() < 0 { throw Refusal.expired }
            let context = try TLSContext.server(identity: identity, alpn: ProtocolVersion.alpn, limits: Self.limits)
            current.withLockedValue { $0 = (identity, context) }
            logger.notice(
                "certificate reloaded",
                metadata: ["pin": "\(identity.pin)", "days-left": "\(identity.daysLeft())"]
            )
            return true
        } catch {
            logger.error("the new certificate is not used", metadata: ["error": "\(error)"])
            return false
        }
    }
}
