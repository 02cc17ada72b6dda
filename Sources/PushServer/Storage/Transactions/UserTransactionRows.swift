internal import Shared

/// The version and floor of an account's table.
struct TablePlace: Hashable, Sendable {
    let version: UInt64
    let floor: UInt64
}

/// What a transaction that settles requests reads and writes, as a database offers it. Reads see the writes before
/// them. Each database decides how many statements that takes, and when they run.
protocol UserTransactionRows {
    /// Runs statements that are rare. They see the writes before them, too.
    var session: any SQLSession { get }
    /// The database that the transaction sees.
    var identity: StoreIdentity { get }
    /// Whether the user may be connected at another node: one has noted so lately, or something else is using the user's
    /// data at this moment.
    func isPresentElsewhere(_ account: AccountID) throws -> Bool

    // MARK: Tables

    /// - Returns: nil if there is no such account.
    func place(of account: AccountID) throws -> TablePlace?
    /// - Parameter place: the place that this transaction has read.
    func table(of account: AccountID, at place: TablePlace) throws -> UserTable
    /// Writes the changes of a mutation.
    /// - Parameter table: the table after the mutation.
    func store(_ effect: MutationEffect, in table: UserTable, of account: AccountID) throws
    /// Tells the node that evaluates alerts that those of these users, or their holdings, have changed.
    func noteAlerts(of accounts: Set<AccountID>) throws

    /// Whether the lease is still that of this term. If so, no other node can take it before this transaction ends.
    func leads(in term: UInt32) throws -> Bool

    // MARK: Clients

    /// The client's settled mutations. An unknown client has none.
    func log(of client: ClientID, _ account: AccountID) throws -> OutcomeLog
    func store(_ log: OutcomeLog, of client: ClientID, _ account: AccountID, at time: MarketTime) throws
    /// Forgets the clients that were away for longest, if the account has too many.
    func forgetOldestClients(of account: AccountID, keeping kept: Set<ClientID>, at time: MarketTime) throws

    // MARK: Outcomes

    /// - Returns: nil for an outcome that was forgotten.
    func outcome(_ id: Int64) throws -> StoredOutcome?
    /// The effects among these outcomes. A mutation that was refused has none.
    func effects(of ids: [Int64]) throws -> [Int64: StoredEffect]
    /// - Returns: its id, which is above the ids of all outcomes of the account.
    func addOutcome(refusal: String?, version: UInt64, effect: [UInt8]) throws -> Int64
    /// The size of each effect.
    func effectBytes(of ids: [Int64]) throws -> [Int64: Int]
    /// Puts `OutcomeLog.droppedEffect` in the place of effects that are longer.
    func dropEffects(of ids: [Int64]) throws
    func removeOutcomes(_ ids: [Int64]) throws
}

/// The stored outcome of a mutation.
struct StoredOutcome: Equatable {
    var outcome: MutationResult.Outcome
    var version: UInt64
    /// Whether the mutation changed anything.
    var isChange: Bool
}

/// What a mutation replaced, as it is stored.
struct StoredEffect: Equatable {
    let version: UInt64
    let bytes: [UInt8]
}
