internal import Shared

/// The request of a terminal that has come: what is the user's table, and what has this client process done already? The token is
/// checked again, because it may have been revoked since.
struct Joining: Hashable, Sendable {
    let account: AccountID
    let client: ClientID
    let use: TokenUse
}

/// The answer to a terminal that has come.
struct Joined: Hashable, Sendable {
    let table: UserTable
    /// The last number of its client that is settled.
    let lastMutation: UInt64
    /// For a client that is not known: the latest time at which a forgotten client was connected; nil: none was forgotten.
    var forgotten: MarketTime? = nil
    let store: StoreIdentity
    /// What the store does not know yet: that this token was used, from where, and by which client.
    let isUseDue: Bool
}

/// That a token was used, and from where.
struct TokenUse: Hashable, Sendable {
    let token: TokenHash
    let address: String
    /// By which process.
    var client: ClientID? = nil
}
