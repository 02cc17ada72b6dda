import COpenSSL

/// The identity of a server: its certificate chain and its private key.
public final class TLSIdentity: Sendable {
    public static let certificateFileName = "tls-certificate.pem"
    public static let keyFileName = "tls-key.pem"

    /// The pin for clients.
    public let pin: PublicKeyPin
    /// Warnings for the log. They do not stop the server, but its owner should remove their causes.
    public let warnings: [String]

    let certificates: TLSCertificates
    let key: TLSPrivateKey

    init(certificates: TLSCertificates, key: TLSPrivateKey, warnings: [String] = []) {
        self.certificates = certificates
        self.key = key
        self.warnings = warnings
        pin = PublicKeyPin(certificate: certificates.leaf)
    }

    /// Whole days until the certificate expires; negative once it has.
    public func daysLeft() -> Int {
        certificates.daysLeft()
    }

    /// Whether the other one has the same key and the same time of validity. A renewed certificate has another time.
    public func isSame(as other: TLSIdentity) -> Bool {
        pin == other.pin && validFrom == other.validFrom && validUntil == other.validUntil
    }

    /// When the certificate begins to be valid.
    public var validFrom: MarketTime { certificates.validFrom }
    /// When the certificate expires.
    public var validUntil: MarketTime { certificates.validUntil }
}

extension TLSIdentity {
    /// Reads a certificate chain, the leaf first, and its private key, both PEM.
    public static func load(certificate: String, key: String) throws(TLSError) -> TLSIdentity {
        let chain = try TLSCertificates(pem: try TLSFiles.read(certificate), path: certificate)
        let privateKey = try TLSPrivateKey(pem: try TLSFiles.read(key), path: key)
        TLSFailure.clearQueue()
        defer { TLSFailure.clearQueue() }
        guard X509_check_private_key(chain.leaf, privateKey.pointer) == 1 else {
            throw .keyMismatch(certificate: certificate, key: key)
        }
        var warnings: [String] = []
        if SmallFile.isReadableByOthers(key) {
            warnings.append("Others can read the private key \(key). Run: chmod 600 \(key)")
        }
        if chain.daysLeft() < 0 {
            warnings.append(expiryWarning(certificate))
        }
        if chain.validFrom > .now {
            warnings.append(
                """
                The certificate in \(certificate) is not valid before \(chain.validFrom.shortISO8601). \
                Until then, only clients that pin its key will connect.
                """
            )
        }
        return TLSIdentity(certificates: chain, key: privateKey, warnings: warnings)
    }

    /// - Parameter path: the file with the certificate.
    public static func expiryWarning(_ path: String) -> String {
        "The certificate in \(path) has expired. Only clients that pin its key will connect."
    }

    /// The identity in a directory, which is made at the first use.
    ///
    /// The key is written first, so a certificate on disk always has its key. A key without a certificate (after a
    /// crash) was never shown to anybody, so it is replaced. A certificate without a key means that the key was
    /// removed, which is an error.
    public static func loadOrCreate(in directory: String, names: [String] = []) throws(TLSError) -> TLSIdentity {
        let certificatePath = "\(directory)/\(certificateFileName)"
        let keyPath = "\(directory)/\(keyFileName)"
        if SmallFile.exists(certificatePath) {
            return try load(certificate: certificatePath, key: keyPath)
        }
        let identity = try create(names: names)
        try TLSFiles.write(try identity.key.pem(), to: keyPath, mode: .ownerOnly)
        try TLSFiles.write(try identity.certificates.pem(), to: certificatePath, mode: .readableByAll)
        return identity
    }
}

/// Reads and writes small files. Failures become a `TLSError` that names the file.
enum TLSFiles {
    static func read(_ path: String) throws(TLSError) -> [UInt8] {
        do {
            return try SmallFile.read(path)
        } catch {
            throw .unreadableFile(path: path, reason: error.description)
        }
    }

    static func write(_ bytes: [UInt8], to path: String, mode: SmallFile.Mode) throws(TLSError) {
        do {
            try SmallFile.write(bytes, to: path, mode: mode)
        } catch {
            throw .unwritableFile(path: path, reason: error.description)
        }
    }
}
