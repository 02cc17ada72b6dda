import Shared

@testable import PushServer

/// What a transaction finds out about other nodes when it begins. Its locks keep that as it is until the transaction ends.
final class OtherNodes {
    /// The users of whom another node has noted that they are connected there.
    let noted: Set<AccountID>
    /// The users with terminals at other nodes, whatever these have noted.
    let connected: Set<AccountID>
    /// The term of the lease; nil if it has lapsed.
    let term: UInt32?
    /// The users of whom the transaction notes that their alerts have changed.
    var changedAlerts: Set<AccountID> = []

    init(noted: Set<AccountID> = [], connected: Set<AccountID> = [], term: UInt32? = nil) {
        (self.noted, self.connected, self.term) = (noted, connected, term)
    }
}

/// A transaction's rows in SQLite, with what those in PostgreSQL know of other nodes.
struct SharedRows: UserTransactionRows {
    let own: SQLiteTransactionRows
    let others: OtherNodes

    var session: any SQLSession { own.session }
    var identity: StoreIdentity { own.identity }

    func isPresentElsewhere(_ account: AccountID) -> Bool { others.noted.contains(account) }
    func leads(in term: UInt32) -> Bool { others.term == term }
    func noteAlerts(of accounts: Set<AccountID>) { others.changedAlerts.formUnion(accounts) }

    // MARK: As in SQLite

    func place(of account: AccountID) throws -> TablePlace? { try own.place(of: account) }

    func table(of account: AccountID, at place: TablePlace) throws -> UserTable {
        try own.table(of: account, at: place)
    }

    func store(_ effect: MutationEffect, in table: UserTable, of account: AccountID) throws {
        try own.store(effect, in: table, of: account)
    }

    func log(of client: ClientID, _ account: AccountID) throws -> OutcomeLog { try own.log(of: client, account) }

    func store(_ log: OutcomeLog, of client: ClientID, _ account: AccountID, at time: MarketTime) throws {
        try own.store(log, of: client, account, at: time)
    }

    func forgetOldestClients(of account: AccountID, keeping kept: Set<ClientID>, at time: MarketTime) throws {
        try own.forgetOldestClients(of: account, keeping: kept, at: time)
    }

    func outcome(_ id: Int64) throws -> StoredOutcome? { try own.outcome(id) }
    func effects(of ids: [Int64]) throws -> [Int64: StoredEffect] { try own.effects(of: ids) }

    func addOutcome(refusal: String?, version: UInt64, effect: [UInt8]) throws -> Int64 {
        try own.addOutcome(refusal: refusal, version: version, effect: effect)
    }

    func effectBytes(of ids: [Int64]) throws -> [Int64: Int] { try own.effectBytes(of: ids) }
    func dropEffects(of ids: [Int64]) throws { try own.dropEffects(of: ids) }
    func removeOutcomes(_ ids: [Int64]) throws { try own.removeOutcomes(ids) }
}
