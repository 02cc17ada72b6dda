internal import Shared

/// A request that concerns a user's table. A terminal makes it, or the server does.
enum UserRequest: Hashable, Sendable {
    /// - Parameter store: the store that the client was told about. In another store, its numbers and versions mean
    ///   something else.
    case mutate(AccountID, ClientID, StoreIdentity, NumberedMutation)
    /// The user's last terminal has been away for the grace period. Removes favorites that are not to be kept.
    /// - Parameter store: the store in which the absence began. After a restore, users get a new grace period.
    case forget(AccountID, StoreIdentity)
    /// The server has notes about the user's alerts.
    /// - Parameters:
    ///   - store: the store from which the alerts were read.
    ///   - term: the term in which the node leads that evaluates alerts; nil for a server that stands alone.
    case alerts(AccountID, StoreIdentity, [AlertChange], term: UInt32? = nil)
    /// A post to another host has ended.
    case posted(AccountID, StoreIdentity, PostOutcome)
}

extension UserRequest {
    var account: AccountID {
        switch self {
        case .mutate(let account, _, _, _), .forget(let account, _), .alerts(let account, _, _, _),
            .posted(let account, _, _):
            account
        }
    }

    /// The account, if this is the first change of a client.
    var newcomersAccount: AccountID? {
        if case .mutate(let account, _, _, let mutation) = self, mutation.isFirst { account } else { nil }
    }
}

extension NumberedMutation {
    /// Whether the client has changed nothing before.
    var isFirst: Bool { number == 1 }
}

/// The result of a request.
enum UserAnswer: Hashable, Sendable {
    case settled(MutationResult)
    /// Whether any favorites were removed.
    case forgotten(Bool)
    /// Whether each change was accepted, in order.
    case alerts([Bool])
    /// The node does not have the lease, so nothing was noted.
    case notLeading
    case posted
    /// The account no longer exists.
    case noAccount
    /// The request was meant for another store, so nothing was done.
    case otherStore
}

/// The results of a batch of requests.
struct UserAnswers: Hashable, Sendable {
    /// One answer for each request, in order.
    var answers: [UserAnswer]
    /// The new tables of the accounts that changed.
    var tables: [AccountID: UserTable]
    /// The current alerts of users who have changed some, or whose alerts differ from the server's view.
    var alerts: [AccountID: StoredAlerts]
    /// Messages to other hosts that were given up, or had to make room.
    var lostPosts: Int
    /// The database that gave these answers.
    var store: StoreIdentity

    init(
        _ answers: [UserAnswer],
        tables: [AccountID: UserTable] = [:],
        alerts: [AccountID: StoredAlerts] = [:],
        lostPosts: Int = 0,
        in store: StoreIdentity
    ) {
        (self.answers, self.tables, self.alerts) = (answers, tables, alerts)
        (self.lostPosts, self.store) = (lostPosts, store)
    }
}

/// What a node holds of the store, for comparison.
struct HeldState: Equatable, Sendable {
    /// The devices that are connected.
    var devices: Set<DeviceID> = []
    /// The versions of the connected users' tables.
    var versions: [AccountID: UInt64] = [:]
    /// The users among them whose tables have changed, as another node has told. Their tables are read in the same step.
    var hinted: Set<AccountID> = []

    /// - Parameter places: where these tables are in the store.
    /// - Returns: the places of the tables that are newer in the store. The node has to read them.
    func newer(among places: [AccountID: TablePlace]) -> [AccountID: TablePlace] {
        places.filter { account, place in versions[account] ?? 0 < place.version }
    }
}

/// Changes that other processes or nodes have made to the store.
struct StoreNews: Equatable, Sendable {
    /// The revoked ones among the given devices.
    var revoked: Set<DeviceID> = []
    /// Whether a backup has replaced the database.
    var isRestored = false
    /// The tables that are newer than those that the node holds. No other process changes tables in SQLite.
    var tables: [AccountID: UserTable] = [:]
    /// The store that answered; nil if there is nothing new.
    var store: StoreIdentity? = nil
}

/// Which devices must log in again after a new password.
enum SignOutScope: Hashable, Sendable {
    case nobody
    case others(than: DeviceID)
    case all
}

/// Durable storage of accounts and users' tables.
///
/// The interface is narrow on purpose, because two databases implement it: SQLite on one machine, and PostgreSQL, which
/// several nodes share.
protocol UserStore: Sendable {
    func accounts() async throws -> [Account]
    func account(named name: UserName) async throws -> (Account, PasswordHash)?
    /// - Parameter token: the token that the device shows from an earlier login.
    /// - Returns: nil if there is no such account.
    func login(to name: UserName, from address: HostAddress, showing token: TokenHash?) async throws -> LoginRecord?
    /// - Throws: `UserStoreError.nameTaken`
    func addAccount(named name: UserName, password: PasswordHash) async throws -> Account
    /// - Returns: false if no account has this name.
    func removeAccount(named name: UserName) async throws -> Bool

    /// Sets a password, and removes an invitation that would set another one.
    /// - Parameter current: the password that must still be set; nil if any may be.
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
    ///   - shown: a token that the device was given before. If it signs in to this account, the device stays the same
    ///     and only gets another token.
    ///   - password: the password that the login was checked against, which must still be set. So a new password also
    ///     shuts out a login that is in progress.
    /// - Returns: the device, the devices that were signed out to make room, and the token that signs it in until the
    ///   new one is used.
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
    /// Uses an invitation: sets its user's password, and signs the user in, on a new device or on one that shows its token.
    /// - Parameter shown: a token of the device, of any account. If it is valid and the user's, the device is no new one.
    /// - Returns: the account, the device, and the token that the device is signed in by until the new one is used; nil if
    ///   the invitation is not valid.
    func redeem(
        _ secret: TokenHash,
        password: PasswordHash,
        device name: String,
        _ token: TokenHash,
        showing shown: TokenHash?,
        at address: String
    ) async throws -> (account: Account, device: DeviceID, signedInBy: TokenHash)?
    /// Gives a device another token. The old one gets the shorter lifetime once the new one is used.
    func renew(_ old: TokenHash, as new: TokenHash) async throws
    /// Revokes tokens that no client has received.
    func forget(_ tokens: Set<TokenHash>) async throws
    /// Notes which tokens were used, and by which clients, so that neither expires.
    func touch(_ uses: [TokenUse]) async throws
    /// Removes tokens that have expired, and clients that have been away for long and are not in `connected`.
    func sweep(keeping connected: Set<ClientID>) async throws
    /// The account's devices, the last used first.
    func devices(of account: AccountID) async throws -> [Device]
    /// - Returns: whether this account had such a device.
    func revoke(_ device: DeviceID, of account: AccountID) async throws -> Bool
    /// What other processes or nodes have done since the last call.
    func news(of held: HeldState) async throws -> StoreNews
    /// How long a note that a user is connected here is valid for other nodes; nil if there are no other nodes.
    var presenceLease: Duration? { get }
    /// Tells other nodes which kinds of records this node knows, and that these users are connected here, so that none of
    /// them removes their favorites.
    func notePresence(of accounts: Set<AccountID>) async throws

    /// Reads the state for terminals that connect. It stores no change, so terminals can connect even when nothing can
    /// be stored.
    /// - Returns: nil for a terminal whose account is gone or whose token was revoked.
    func join(_ joinings: [Joining]) async throws -> [Joined?]
    /// Answers all requests in order, in one transaction. When this returns, their effects are on disk.
    /// - Parameter connected: the connected clients of the accounts that have a new client. They are not forgotten to
    ///   make room for it.
    /// - Throws: if the batch could not be stored. Then none of it was.
    func settle(_ requests: [UserRequest], keeping connected: Set<ClientID>) async throws -> UserAnswers
    /// - Returns: nil if there is no such account.
    func table(of account: AccountID) async throws -> UserTable?
    /// All alerts of all users without the tables that they are in, and the identity of their database.
    func alerts() async throws -> (alerts: [AccountID: StoredAlerts], store: StoreIdentity)
    /// The alerts of users whose alerts or holdings have changed at any node since the last call.
    /// - Parameter term: the leader's. If another node leads by now, nothing is returned, and the notes stay for that one.
    func changedAlerts(in term: UInt32) async throws -> [AccountID: StoredAlerts]
    /// Accounts that have favorites and do not want to keep them.
    func accountsWithPassingFavorites() async throws -> (accounts: [AccountID], store: StoreIdentity)
}

extension UserStore {
    var presenceLease: Duration? { nil }
    func notePresence(of accounts: Set<AccountID>) async throws {}
    func changedAlerts(in term: UInt32) async throws -> [AccountID: StoredAlerts] { [:] }
}

package enum UserStoreError: Error, Equatable, Sendable, CustomStringConvertible {
    case nameTaken(String)
    case passwordChanged
    case unreadable(path: String, reason: String)
    case diskFull(path: String)
    /// SQLite cannot read the file as a database.
    case damaged(path: String, reason: String)
    /// - Parameter migration: one that this program does not know.
    case newer(path: String, migration: String)
    /// The program was built without PostgreSQL.
    case noFleet

    package var description: String {
        switch self {
        case .nameTaken(let name): "there is already a user named '\(name)'; choose another name"
        case .noFleet:
            "this program was built without PostgreSQL; build it with TICKWIRE_FLEET=1 in the environment"
        case .passwordChanged: "the password has changed in the meantime; log in with the new one"
        case .diskFull(let path): "the disk of \(path) is full, so nothing was changed; free some space there"
        case .damaged(let path, let reason):
            """
            the database \(path) is damaged, or is not Tickwire's: \(reason); move it away, and put a backup in its place \
            with 'tickwire-server restore FILE'
            """
        case .newer(let path, let migration):
            """
            the database \(path) is newer than this program, which does not know its migration '\(migration)'; install the \
            newer version
            """
        case .unreadable(let path, let reason):
            "the database \(path) cannot be used: \(reason); check that the folder exists and that \(SystemUser.current) may write"
        }
    }
}
