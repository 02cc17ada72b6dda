internal import Shared

/// The request of a terminal that connects: what is the user's table, and which of this client's mutations are
/// settled? The token is checked again, because it may have been revoked since the sign-in.
struct Joining: Hashable, Sendable {
    let account: AccountID
    let client: ClientID
    let use: TokenUse
}

/// The answer to a terminal that connects.
struct Joined: Hashable, Sendable {
    let table: UserTable
    /// The highest settled mutation number of the client.
    let lastMutation: UInt64
    /// For an unknown client: the latest time at which a forgotten client was connected; nil if none was forgotten.
    var forgotten: MarketTime? = nil
    let store: StoreIdentity
    /// Whether the store should note that this token was used, from where, and by which client.
    let isUseDue: Bool
    /// The kinds of records that all nodes know; nil: there are no other nodes.
    var kinds: Set<UInt32>? = nil
}

/// The use of a token, with its origin.
struct TokenUse: Hashable, Sendable {
    let token: TokenHash
    let address: String
    /// The client process that used it.
    var client: ClientID? = nil
}
