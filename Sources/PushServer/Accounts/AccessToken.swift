internal import Shared

/// The credential with which a terminal signs in after its first login: 256 random bits, sent to the terminal once.
struct AccessToken: Sendable {
    let bytes: [UInt8]

    static func random() -> AccessToken { AccessToken(bytes: SecureRandom.bytes(32)) }

    /// The store keeps only this hash, so a stolen database signs nobody in. A random token needs no slow hash.
    var hash: TokenHash { TokenHash(bytes: SHA256.hash(bytes)) }
}

/// The SHA-256 of a token.
struct TokenHash: Hashable, Sendable {
    let bytes: [UInt8]
}
