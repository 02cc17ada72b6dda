import COpenSSL

/// The SHA-256 of a certificate's SubjectPublicKeyInfo, written `sha256/<base64>` (RFC 7469, section 2.4).
///
/// It names the key and not the certificate, so a renewed certificate with the same key keeps its pin.
public struct PublicKeyPin: Hashable, Sendable {
    private let digest: [UInt8]

    /// The SHA-256 hash.
    var bytes: [UInt8] { digest }

    init(digest: [UInt8]) {
        precondition(digest.count == SHA256.byteCount, "a pin is a SHA-256")
        self.digest = digest
    }

    /// The pin of an OpenSSL `X509`.
    init(certificate: OpaquePointer) {
        var encoded: UnsafeMutablePointer<UInt8>?
        let count = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(certificate), &encoded)
        precondition(count > 0, "a parsed certificate has a public key")
        defer { CRYPTO_free(encoded, nil, 0) }
        self.init(digest: SHA256.hash(UnsafeBufferPointer(start: encoded, count: Int(count))))
    }
}

extension PublicKeyPin: LosslessStringConvertible {
    private static let prefix = "sha256/"

    public init?(_ description: String) {
        guard description.hasPrefix(Self.prefix) else { return nil }
        let text = description.dropFirst(Self.prefix.count)
        // Strict: one spelling per pin, so 43 digits, one "=", and nothing hidden in the last digit's spare bits.
        guard text.utf8.count == 44, let digest = Base64.decode(text), digest.count == SHA256.byteCount else {
            return nil
        }
        self.init(digest: digest)
        guard self.description == description else { return nil }
    }

    public var description: String {
        Self.prefix + Base64.encode(digest)
    }
}
