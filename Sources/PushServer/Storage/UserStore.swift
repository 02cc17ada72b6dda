internal import Shared

/// A request to a user's table, from one of the user's terminals or because time has passed.
enum UserRequest: Hashable, Sendable {
    /// - Parameter store: the store that the client was told of. In another store, its numbers and versions mean something else.
    case mutate(AccountID, ClientID, StoreIdentity, NumberedMutation)
    /// The last terminal has gone. Favorites that are not to be kept are removed.
    /// - Parameter store: the store in which the absence began. Users of a restored database have a grace period of their own.
    case forget(AccountID, StoreIdentity)
    /// The server has notes about the user's alerts.
    /// - Parameter store: the store from which the alerts were read.
    case alerts(AccountID, StoreIdentity, [AlertChange])
}

extension UserRequest {
    var account: AccountID {
        switch self {
        case .mutate(let account, _, _, _), .forget(let account, _), .alerts(let account, _, _): account
        }
    }

    /// Of the first change of a client.
    var newcomersAccount: AccountID? {
        if case .mutate(let account, _, _, let mutation) = self, mutation.isFirst { account } else { nil }
    }
}

extension NumberedMutation {
    /// Its client has changed nothing before.
    var isFirst: Bool { number == 1 }
}

/// The result of a request.
enum UserAnswer: Hashable, Sendable {
    case settled(MutationResult)
    /// Whether anything was forgotten.
    case forgotten(Bool)
    /// Whether each change was accepted, in their order.
    case alerts([Bool])
    /// There is no such account any more.
    case noAccount
    /// Another store has taken the place of the one that was meant; nothing was done.
    case otherStore
}

/// The results of a batch of requests.
struct UserAnswers: Hashable, Sendable {
    /// One for each request, in their order.
    var answers: [UserAnswer]
    /// The tables that changed, as they are now.
    var tables: [AccountID: UserTable]
    /// The present alerts of users who have changed some, or whose alerts differ from what the server thought.
    var alerts: [AccountID: [KeptAlert]]
    /// Which database that is.
    var store: StoreIdentity

    init(
        _ answers: [UserAnswer],
        tables: [AccountID: UserTable] = [:],
        alerts: [AccountID: [KeptAlert]] = [:],
        in store: StoreIdentity
    ) {
        (self.answers, self.tables, self.alerts, self.store) = (answers, tables, alerts, store)
    }
}

/// What other processes have done to the store.
struct StoreNews: Equatable, Sendable {
    /// Of the devices that were asked for.
    var revoked: Set<DeviceID> = []
    /// A backup took its place.
    var isRestored = false
}

/// Which devices must log in again after a new password.
enum SignOutScope: Hashable, Sendable {
    case nobody
    case others(than: DeviceID)
    case all
}

/// Where accounts and users' tables outlive the process.
///
/// It is narrow on purpose: today it is SQLite on one machine, later a database that several nodes share.
protocol UserStore: Sendable {
    func accounts() async throws -> [Account]
    func account(named name: UserName) async throws -> (Account, PasswordHash)?
    /// - Parameter token: what the device shows of an earlier login.
    /// - Returns: nil if there is no such account.
    func login(to name: UserName, from address: HostAddress, showing token: TokenHash?) async throws -> LoginRecord?
    /// - Throws: `UserStoreError.nameTaken`
    func addAccount(named name: UserName, password: PasswordHash) async throws -> Account
    /// - Returns: false if there is none of this name.
    func removeAccount(named name: UserName) async throws -> Bool

    /// - Parameter current: what the password must still be; nil: whatever it is.
    /// - Returns: the devices that were signed out in the same transaction.
    /// - Throws: `UserStoreError.passwordChanged`
    func setPassword(
        _ password: PasswordHash,
        of account: AccountID,
        replacing current: PasswordHash?,
        signingOut scope: SignOutScope
    ) async throws -> Set<DeviceID>

    /// - Returns: nil for a token that signs nobody in.
    func standing(of token: TokenHash) async throws -> TokenStanding?
    /// - Parameters:
    ///   - shown: a token that the device was given before. While that signs in to this account, the device stays the same one,
    ///     and only gets another token.
    ///   - password: the password that the login was checked against, which must still be valid: a new password must
    ///     also shut out a login that is under way.
    /// - Returns: the device, those that made room for it, and the token by which it is signed in until the new one is used.
    /// - Throws: `UserStoreError.passwordChanged`, also if the account was removed meanwhile.
    func addDevice(
        _ name: String,
        _ token: TokenHash,
        of account: AccountID,
        showing shown: TokenHash?,
        provenBy password: PasswordHash,
        at address: String
    ) async throws -> (device: DeviceID, evicted: Set<DeviceID>, signedInBy: TokenHash)
    /// - Returns: nil if the secret is unknown.
    func invitation(_ secret: TokenHash) async throws -> Invitation?
    /// Uses an invitation: its user gets the password, and is signed in as a new device.
    /// - Returns: nil if the invitation is not valid.
    func redeem(
        _ secret: TokenHash,
        password: PasswordHash,
        device name: String,
        _ token: TokenHash,
        at address: String
    ) async throws -> (account: Account, device: DeviceID)?
    /// Gives a device another token. The old one fades once the new one is used.
    func renew(_ old: TokenHash, as new: TokenHash) async throws
    /// Revokes tokens that no client was told of.
    func forget(_ tokens: Set<TokenHash>) async throws
    /// Notes that tokens were used, and by which clients, so that neither expires.
    func touch(_ uses: [TokenUse]) async throws
    /// Removes tokens that have expired, and clients that have been away for long and are not in `connected`.
    func sweep(keeping connected: Set<ClientID>) async throws
    /// The last used first.
    func devices(of account: AccountID) async throws -> [Device]
    /// - Returns: whether there was such a device of this account.
    func revoke(_ device: DeviceID, of account: AccountID) async throws -> Bool
    /// What another process has done since the last call.
    func news(of devices: Set<DeviceID>) async throws -> StoreNews

    /// Only reads, so that terminals can come in while nothing can be stored.
    /// - Returns: nil for a terminal whose account is gone or whose token was revoked.
    func join(_ joinings: [Joining]) async throws -> [Joined?]
    /// Does all requests in their order in one transaction; when this returns, their effects are on disk.
    /// - Parameter connected: the connected clients of the accounts that have a new client. They are not forgotten to make room for it.
    /// - Throws: if the batch could not be stored. Then nothing of it was.
    func settle(_ requests: [UserRequest], keeping connected: Set<ClientID>) async throws -> UserAnswers
    /// All alerts of all users, and the database to which they belong.
    func alerts() async throws -> (alerts: [AccountID: [KeptAlert]], store: StoreIdentity)
    /// Accounts whose favorites are not to be kept, and that have some.
    func accountsWithPassingFavorites() async throws -> (accounts: [AccountID], store: StoreIdentity)
}

package enum UserStoreError: Error, Equatable, Sendable, CustomStringConvertible {
    case nameTaken(String)
    case passwordChanged
    case unreadable(path: String, reason: String)

    package var description: String {
        switch self {
        case .nameTaken(let name): "there is already a user named '\(name)'; choose another name"
        case .passwordChanged: "the password was changed meanwhile; log in with the new one"
        case .unreadable(let path, let reason):
            "the database \(path) cannot be used: \(reason); check that the folder exists and that \(SystemUser.current) may write"
        }
    }
}
