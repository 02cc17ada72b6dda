import Shared

@testable import PushServer

/// What becomes of a transaction, and whether its node hears of that.
enum CommitFate {
    case committed
    /// A statement fails, or the database cannot be reached.
    case refused
    // COMMIT gets no answer, and the node stops waiting.
    case committedUnheard, lostUnheard, committedLater
}

/// The database that the nodes share. It performs one transaction after another, as PostgreSQL does with those of
/// the same accounts. The ledger checks each commit and each table that a node reads.
@MainActor
final class SharedStore {
    /// A node's batch of changes.
    struct Transaction {
        let requests: [UserRequest]
        let connected: Set<ClientID>
        /// The tables that the node has kept.
        let kept: [AccountID: UserTable]
    }

    let database: SimulatedDatabase
    let identity: StoreIdentity
    private(set) var ledger: Ledger
    private let limits: SessionLimits
    /// Transactions that were told to commit and that no node waits for any more. They hold their locks until they end.
    private var abandoned: [Transaction] = []

    init(_ database: SimulatedDatabase, _ limits: SessionLimits) throws {
        (self.database, self.limits) = (database, limits)
        identity = try database.identity
        ledger = Ledger(limits: limits)
    }

    // MARK: Changes

    func settle(
        _ transaction: Transaction,
        at time: MarketTime
    ) throws -> (answers: UserAnswers, tables: [AccountID: UserTable]) {
        try endAbandoned(at: time)
        return try commit(transaction, at: time)
    }

    func abandon(_ transaction: Transaction) { abandoned.append(transaction) }

    func endAbandoned(at time: MarketTime) throws {
        for transaction in abandoned { _ = try commit(transaction, at: time) }
        abandoned = []
    }

    private func commit(
        _ transaction: Transaction,
        at time: MarketTime
    ) throws -> (answers: UserAnswers, tables: [AccountID: UserTable]) {
        let settled = try database.settle(
            transaction.requests,
            keeping: transaction.connected,
            kept: transaction.kept,
            limits: limits,
            time: time
        )
        try ledger.committed(transaction.requests, settled.answers, at: time)
        return settled
    }

    func forget(_ token: TokenHash, at time: MarketTime) throws {
        try database.devices(at: time) { try $0.forget(token) }
    }

    // MARK: Reading

    func join(_ joinings: [Joining], at time: MarketTime) throws -> [Joined?] {
        let answers = try database.join(joinings, limits: limits, time: time)
        for (joining, joined) in zip(joinings, answers) {
            if let joined { try ledger.compare(joined.table, joining.account) }
        }
        return answers
    }

    func news(of held: HeldState) throws -> StoreNews {
        let news = try database.news(of: held)
        for (account, table) in news.tables { try ledger.compare(table, account) }
        return news
    }
}
