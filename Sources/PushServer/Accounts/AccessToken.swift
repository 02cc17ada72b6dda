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

/// How long a token signs in. Messages state it in whole days. A connected terminal counts as using its token.
package struct TokenLifetime: Hashable, Sendable {
    /// A token that is unused for this long expires.
    package var unused = Duration.seconds(90 * 86_400)
    /// The same for a token that its device has replaced.
    package var replaced = Duration.seconds(7 * 86_400)
    /// A sign-in with a token of at least this age gets a new one.
    package var renewal = Duration.seconds(7 * 86_400)

    package init() {}

    /// A device gets at most one new token in this time, because it may fail to save its tokens.
    static let renewalInterval = Duration.seconds(86_400)
}

/// The account to which a token signs in, and the token's age.
struct TokenStanding: Hashable, Sendable {
    let account: Account
    let device: DeviceID
    /// Whether the token is old enough to be replaced.
    let isRenewalDue: Bool
}
