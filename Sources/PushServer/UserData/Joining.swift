internal import Shared

/// A terminal has come: what is the user's table, and what has this client process done already? The token is looked at again, for it may
/// have been revoked since it was checked.
struct Joining: Hashable, Sendable {
    let account: AccountID
    let client: ClientID
    let use: TokenUse
}

/// What a terminal that has come is told.
struct Joined: Hashable, Sendable {
    let table: UserTable
    /// The last number of its client that is settled.
    let lastMutation: UInt64
    /// For a client that is not known: until when clients were here that have been forgotten; nil: none was.
    var forgotten: MarketTime? = nil
    let store: StoreIdentity
    /// The store does not know yet that this token was used, or from where, or that its client is here.
    let isUseDue: Bool
}

/// That a token was used, and from where.
struct TokenUse: Hashable, Sendable {
    let token: TokenHash
    let address: String
    /// By which process.
    var client: ClientID? = nil
}
