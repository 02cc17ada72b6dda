internal import Shared

/// Something that one of a user's terminals, or the passing of time, asks of the user's state.
enum UserRequest: Hashable, Sendable {
    /// A terminal has come: what is the state, and what has this client process done already? The token is looked at again,
    /// for it may have been revoked since it was checked.
    case join(AccountID, ClientID, TokenHash)
    case mutate(AccountID, ClientID, NumberedMutation)
    /// The last terminal is gone: favorites that are not to be kept go, too.
    case forget(AccountID)
}

/// What came of a request.
enum UserAnswer: Hashable, Sendable {
    case joined(UserState, lastMutation: UInt64)
    /// With the state after it.
    case settled(MutationResult, UserState)
    /// The state, if it changed.
    case forgotten(UserState?)
    /// There is no such account any more, or its token was revoked.
    case noAccount
}

/// Where accounts and users' states outlive the process.
///
/// Narrow on purpose: SQLite on one machine today, a database that several nodes share later.
protocol UserStore: Sendable {
    func accounts() async throws -> [Account]
    func account(named name: String) async throws -> (Account, PasswordHash)?
    /// - Throws: `UserStoreError.nameTaken`
    func addAccount(named name: String, password: PasswordHash) async throws -> Account
    /// - Returns: false if there is none of this name.
    func removeAccount(named name: String) async throws -> Bool

    func account(of token: TokenHash) async throws -> Account?
    /// - Throws: `UserStoreError.noAccount` if the account was removed meanwhile.
    func add(_ token: TokenHash, of account: AccountID, device: String) async throws
    func remove(_ token: TokenHash) async throws
    /// - Returns: those of `tokens` that sign nobody in any more, if another process has changed the store since the last call.
    func revokedElsewhere(among tokens: Set<TokenHash>) async throws -> Set<TokenHash>

    /// Does all requests in their order in one transaction; when this returns, their effects are on disk.
    /// - Throws: when nothing could be stored, and then nothing was.
    func settle(_ requests: [UserRequest]) async throws -> [UserAnswer]
    /// Accounts whose favorites are not to be kept, and that have some.
    func accountsWithPassingFavorites() async throws -> [AccountID]
}

package enum UserStoreError: Error, Equatable, Sendable, CustomStringConvertible {
    case nameTaken(String)
    case noAccount
    case unreadable(path: String, reason: String)

    package var description: String {
        switch self {
        case .nameTaken(let name): "there is already a user named '\(name)'; choose another name"
        case .noAccount: "the account was removed; log in to another one"
        case .unreadable(let path, let reason):
            "the database \(path) cannot be used: \(reason); check that the folder exists and that this user may write"
        }
    }
}
