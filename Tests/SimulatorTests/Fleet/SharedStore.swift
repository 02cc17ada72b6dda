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
    /// How long a node's note that a user is connected is valid, and how long it counts beyond that.
    static let noteLifetime = Duration.seconds(30)
    private static let patience = Duration.seconds(60)

    /// A node's batch of changes.
    struct Transaction {
        let node: NodeID
        let requests: [UserRequest]
        let connected: Set<ClientID>
        /// The tables that the node has kept.
        let kept: [AccountID: UserTable]
    }

    let database: SimulatedDatabase
    let identity: StoreIdentity
    private(set) var ledger: Ledger
    /// How many times the favorites of an absent user were removed.
    private(set) var removals = 0
    /// The users with terminals at other nodes than this one.
    var usersElsewhere: (NodeID) -> Set<AccountID> = { _ in [] }
    /// The term of the lease; nil if it has lapsed.
    var term: () -> UInt32? = { nil }
    private let limits: SessionLimits
    /// Until when the notes that users are connected are valid, by user and node.
    private var presence: [AccountID: [NodeID: MarketTime]] = [:]
    /// Since when users have not wanted to keep their favorites.
    private var passingSince: [AccountID: MarketTime] = [:]
    /// The users whose alerts or holdings have changed since the leader last asked.
    private var changedAlerts: Set<AccountID> = []
    /// Transactions that were told to commit and that no node waits for any more. They hold their locks until they end.
    private var abandoned: [(Transaction, OtherNodes)] = []

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
        return try commit(transaction, among: others(than: transaction.node, at: time), at: time)
    }

    func abandon(_ transaction: Transaction, at time: MarketTime) {
        abandoned.append((transaction, others(than: transaction.node, at: time)))
    }

    func endAbandoned(at time: MarketTime) throws {
        for (transaction, others) in abandoned { _ = try commit(transaction, among: others, at: time) }
        abandoned = []
    }

    private func commit(
        _ transaction: Transaction,
        among others: OtherNodes,
        at time: MarketTime
    ) throws -> (answers: UserAnswers, tables: [AccountID: UserTable]) {
        let settled = try database.settle(
            transaction.requests,
            keeping: transaction.connected,
            kept: transaction.kept,
            among: others,
            limits: limits,
            time: time
        )
        for (request, answer) in zip(transaction.requests, settled.answers.answers) {
            try check(request, answer, others, at: time)
        }
        try ledger.committed(transaction.requests, settled.answers, at: time)
        changedAlerts.formUnion(others.changedAlerts)
        for (account, table) in settled.answers.tables {
            passingSince[account] = table.favoritesPass ? passingSince[account] ?? time : nil
        }
        return settled
    }

    private func check(
        _ request: UserRequest,
        _ answer: UserAnswer,
        _ others: OtherNodes,
        at time: MarketTime
    ) throws {
        switch (request, answer) {
        case (.forget(let account, _), .forgotten(true)): try checkRemoval(account, others, at: time)
        case (.alerts(_, _, let changes, let term?), _) where (answer == .notLeading) != (term != others.term):
            let lease = others.term.map { "the lease is that of term \($0)" } ?? "the lease has lapsed"
            throw Violation("\(changes) of a leader in term \(term) were answered by \(answer), while \(lease)")
        default: break
        }
    }

    /// No user who is connected at another node loses favorites. That node may have to hear first that they are not to be
    /// kept.
    private func checkRemoval(_ account: AccountID, _ others: OtherNodes, at time: MarketTime) throws {
        removals += 1
        guard others.connected.contains(account), let since = passingSince[account] else { return }
        if time.elapsed(since: since) < Self.noteLifetime + Self.patience { return }
        throw Violation("user \(account.rawValue) lost favorites while connected at another node")
    }

    // MARK: Presence

    func notePresence(of accounts: Set<AccountID>, at node: NodeID, _ time: MarketTime) {
        for account in accounts { presence[account, default: [:]][node] = time.adding(Self.noteLifetime) }
    }

    private func others(than node: NodeID, at time: MarketTime) -> OtherNodes {
        let noted = presence.filter { $1.contains { $0.key != node && time < $0.value.adding(Self.patience) } }
        return OtherNodes(noted: Set(noted.keys), connected: usersElsewhere(node), term: term())
    }

    // MARK: Alerts

    /// Takes the notes of users whose alerts have changed, if the lease is that of this term.
    func takeChangedAlerts(in term: UInt32) throws -> [(account: AccountID, alerts: StoredAlerts)] {
        guard term == self.term() else { return [] }
        defer { changedAlerts = [] }
        return try changedAlerts.sorted { $0.rawValue < $1.rawValue }.map { account in
            (account, StoredAlerts(try database.table(of: account)))
        }
    }

    func forget(_ token: TokenHash, at time: MarketTime) throws {
        try database.devices(at: time) { try $0.forget(token) }
    }

    // MARK: Reading

    func join(_ joinings: [Joining], to node: NodeID, at time: MarketTime) throws -> [Joined?] {
        let answers = try database.join(joinings, limits: limits, time: time)
        for (joining, joined) in zip(joinings, answers) {
            guard let joined else { continue }
            try ledger.compare(joined.table, joining.account)
            if joined.table.favoritesPass { notePresence(of: [joining.account], at: node, time) }
        }
        return answers
    }

    func news(of held: HeldState) throws -> StoreNews {
        let news = try database.news(of: held)
        for (account, table) in news.tables { try ledger.compare(table, account) }
        return news
    }
}
