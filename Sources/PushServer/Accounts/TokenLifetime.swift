internal import Shared

/// How long a token signs in. Told in whole days; a connected terminal counts as using its token.
package struct TokenLifetime: Hashable, Sendable {
    /// Unused for so long, it is worth nothing any more.
    package var unused = Duration.seconds(90 * 86_400)
    /// The same for one in whose place its device was given another.
    package var replaced = Duration.seconds(7 * 86_400)
    /// From this age on a sign-in is answered with a new one.
    package var renewal = Duration.seconds(7 * 86_400)

    package init() {}

    /// A device is given no more than one new token in this time: it may be one that does not keep them.
    static let renewalInterval = Duration.seconds(86_400)
}

/// What a token signs in to.
struct TokenStanding: Hashable, Sendable {
    let account: Account
    let device: DeviceID
    /// The token is old enough to be replaced.
    let isRenewalDue: Bool
}
