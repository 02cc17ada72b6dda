internal import Logging
internal import NIOConcurrencyHelpers
internal import Shared

/// The certificate that new connections are shown. Another one takes its place without ending any connection.
final class ServerCertificate: Sendable {
    enum Refusal: Error, Equatable, CustomStringConvertible {
        case expired
        case notValidBefore(MarketTime)

        var description: String {
            switch self {
            case .expired: "it has expired"
            case .notValidBefore(let time): "it is not valid before \(time.shortISO8601)"
            }
        }
    }

    /// The sweep looks after late handshakes, as it does after late hellos.
    private static let limits = TLSLimits(handshake: nil)

    /// What the admin port speaks: HTTPS clients offer it, or nothing at all.
    private static let adminProtocol = "http/1.1"

    private struct Current {
        var identity: TLSIdentity
        var context: TLSContext
        var adminContext: TLSContext?
        /// The files when they were last read.
        var stamps: [FileStamp?]
        /// Why what was last read is not used.
        var refusal: String?
    }

    private let files: [String]
    private let admin: ServerConfiguration.AdminTLS?
    private let load: @Sendable () throws -> TLSIdentity
    private let logger: Logger
    private let now: @Sendable () -> MarketTime
    private let current: NIOLockedValueBox<Current>

    var identity: TLSIdentity { current.withLockedValue { $0.identity } }
    var context: TLSContext { current.withLockedValue { $0.context } }
    /// Of the admin port; nil: plain HTTP.
    var adminContext: TLSContext? { current.withLockedValue { $0.adminContext } }

    /// - Parameter files: what is read again when it changes.
    /// - Throws: `TLSError`
    init(
        files: [String] = [],
        admin: ServerConfiguration.AdminTLS?,
        logger: Logger,
        now: @escaping @Sendable () -> MarketTime,
        load: @escaping @Sendable () throws -> TLSIdentity
    ) throws {
        // Before they are read: what changes meanwhile is found.
        let stamps = files.map(FileStamp.init)
        let identity = try load()
        for warning in identity.warnings { logger.warning("\(warning)") }
        (self.files, self.admin, self.load, self.logger, self.now) = (files, admin, load, logger, now)
        let adminContext = try Self.adminContext(identity, admin)
        current = NIOLockedValueBox(
            Current(
                identity: identity,
                context: try Self.context(identity),
                adminContext: adminContext,
                stamps: stamps
            )
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
        return try .server(
            identity: identity,
            alpn: adminProtocol,
            withoutOffer: .assumed,
            clientRoots: admin.clientRoots
        )
    }

    /// Reads what has changed. So it does with what was not good: that may become so without a change, when its time comes.
    func reloadIfNeeded() {
        let stamps = files.map(FileStamp.init)
        let (seen, refusal) = current.withLockedValue { ($0.stamps, $0.refusal) }
        if stamps != seen { reload() } else if let refusal { reload(known: refusal) }
    }

    /// Everything about the new one is checked before anybody is shown it; one that is not good leaves the old in its place.
    /// - Parameter known: why it was not good before, which is not told again.
    /// - Returns: whether the new one is in place for terminals.
    @discardableResult
    func reload(known: String? = nil) -> Bool {
        let stamps = files.map(FileStamp.init)
        do {
            let identity = try load()
            if now() >= identity.validUntil { throw Refusal.expired }
            if now() < identity.validFrom { throw Refusal.notValidBefore(identity.validFrom) }
            let context = try Self.context(identity)
            current.withLockedValue {
                ($0.identity, $0.context, $0.stamps, $0.refusal) = (identity, context, stamps, nil)
            }
            logger.notice(
                "certificate reloaded",
                metadata: ["pin": "\(identity.pin)", "days-left": "\(identity.daysLeft())"]
            )
            reloadAdmin(identity)
            return true
        } catch {
            let refusal = "\(error)"
            current.withLockedValue { ($0.stamps, $0.refusal) = (stamps, refusal) }
            if refusal == known { return false }
            logger.error("the new certificate is not used", metadata: ["error": "\(refusal)"])
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
