internal import Shared

/// What a terminal signs in with after its first login: 256 random bits, shown once.
struct AccessToken: Sendable {
    let bytes: [UInt8]

    static func random() -> AccessToken { AccessToken(bytes: SecureRandom.bytes(32)) }

    /// The store keeps this alone: a stolen database signs nobody in. A random token needs no slow hash.
    var hash: TokenHash { TokenHash(bytes: SHA256.hash(bytes)) }
}

/// The SHA-256 of a token.
struct TokenHash: Hashable, Sendable {
    let bytes: [UInt8]
}
