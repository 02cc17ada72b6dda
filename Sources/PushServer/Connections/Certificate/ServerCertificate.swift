internal import Logging
internal import NIOConcurrencyHelpers
internal import Shared

/// The certificate for new connections. It can be replaced without ending any connection.
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

    /// No timeout here: the sweep ends late handshakes, as it ends late Hellos.
    private static let limits = TLSLimits(handshake: nil)

    /// The protocol of the admin port. HTTPS clients offer it, or offer nothing.
    private static let adminProtocol = "http/1.1"

    private struct Current {
        var identity: TLSIdentity
        var context: TLSContext
        var adminContext: TLSContext?
        /// The stamps of the files when they were last read.
        var stamps: [FileStamp?]
        /// Why the files that were last read are not in use.
        var refusal: String?
        /// Whether the log says that the certificate in use has expired.
        var isExpiryTold: Bool
    }

    private let path: String
    private let files: [String]
    private let pinFile: PinFile
    private let admin: ServerConfiguration.AdminTLS?
    private let load: @Sendable () throws -> TLSIdentity
    private let logger: Logger
    private let now: @Sendable () -> MarketTime
    private let current: NIOLockedValueBox<Current>

    var identity: TLSIdentity { current.withLockedValue { $0.identity } }
    /// What an operator should mend; nil: nothing.
    var warning: String? { isExpired(identity) ? "its certificate has expired; renew it" : nil }
    var context: TLSContext { current.withLockedValue { $0.context } }
    /// The context of the admin port; nil for plain HTTP.
    var adminContext: TLSContext? { current.withLockedValue { $0.adminContext } }

    /// - Parameters:
    ///   - path: the file with the chain, for the log.
    ///   - files: the files to watch.
    ///   - pinFile: where commands of the operator read which key is shown.
    /// - Throws: `TLSError`
    init(
        path: String,
        files: [String] = [],
        pinFile: PinFile,
        admin: ServerConfiguration.AdminTLS?,
        logger: Logger,
        now: @escaping @Sendable () -> MarketTime,
        load: @escaping @Sendable () throws -> TLSIdentity
    ) throws {
        // Take the stamps before reading, so that a later change is noticed.
        let stamps = files.map(FileStamp.init)
        let identity = try load()
        for warning in identity.warnings { logger.warning("\(warning)") }
        (self.path, self.files, self.pinFile, self.admin) = (path, files, pinFile, admin)
        (self.load, self.logger, self.now) = (load, logger, now)
        let adminContext = try Self.adminContext(identity, admin)
        current = NIOLockedValueBox(
            Current(
                identity: identity,
                context: try Self.context(identity),
                adminContext: adminContext,
                stamps: stamps,
                // The warnings have told it.
                isExpiryTold: now() >= identity.validUntil
            )
        )
        notePin(identity.pin)
    }

    /// A full disk must not keep terminals from their prices, so it is no error.
    private func notePin(_ pin: PublicKeyPin) {
        do throws(SystemError) {
            try pinFile.write(pin)
        } catch {
            logger.error(
                "'user invite' may name an old key, because the file with the server's pin cannot be written",
                metadata: ["file": "\(pinFile.path)", "error": "\(error)"]
            )
        }
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

    /// Reads the files if they have changed. Also retries a refused certificate, because one that is not valid yet
    /// becomes valid without a change of its file. Tells once when the certificate in use has expired.
    func reloadIfNeeded() {
        let stamps = files.map(FileStamp.init)
        let (seen, refusal) = current.withLockedValue { ($0.stamps, $0.refusal) }
        if stamps != seen { reload() } else if let refusal { reload(known: refusal) }
        let (identity, isExpiryTold) = current.withLockedValue { ($0.identity, $0.isExpiryTold) }
        if !isExpiryTold, isExpired(identity) { tellExpiry() }
    }

    private func isExpired(_ identity: TLSIdentity) -> Bool { now() >= identity.validUntil }

    private func tellExpiry() {
        current.withLockedValue { $0.isExpiryTold = true }
        logger.warning("\(TLSIdentity.expiryWarning(path))")
    }

    /// Checks the new certificate completely before it is in use. An invalid certificate leaves the old one in place.
    /// - Parameter known: the earlier reason for the refusal, which is not logged again.
    /// - Returns: whether terminals now get the new certificate.
    @discardableResult
    func reload(known: String? = nil) -> Bool {
        let stamps = files.map(FileStamp.init)
        do {
            let identity = try load()
            if isExpired(identity) {
                guard identity.isSame(as: self.identity) else { throw Refusal.expired }
                // It stays in use: there is no better one.
                current.withLockedValue { ($0.stamps, $0.refusal) = (stamps, nil) }
                tellExpiry()
                reloadAdmin(identity)
                return false
            }
            if now() < identity.validFrom { throw Refusal.notValidBefore(identity.validFrom) }
            let context = try Self.context(identity)
            current.withLockedValue {
                ($0.identity, $0.context, $0.stamps, $0.refusal) = (identity, context, stamps, nil)
                $0.isExpiryTold = false
            }
            notePin(identity.pin)
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
            logger.error("the new certificate is not used", metadata: ["file": "\(path)", "error": "\(refusal)"])
            reloadAdmin(identity)
            return false
        }
    }

    /// The authorities of admin clients are in a file of their own. A fault in it must not keep a new certificate from
    /// terminals, and a refused certificate must not keep removed authorities in use.
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
