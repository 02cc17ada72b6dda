internal import Shared

/// One write transaction, whichever database stores it. It answers requests in order, and each sees the effects of those
/// before it.
struct UserTransaction<Rows: UserTransactionRows> {
    let rules: RecordRules
    let rows: Rows
    private let outcomes: OutcomeKeeper<Rows>
    /// The database that this transaction sees.
    let store: StoreIdentity
    let time: MarketTime
    /// The current tables. At first these are cached; a table is read again only if the database has another version
    /// of it.
    var tables: [AccountID: UserTable] = [:]
    private var isRead: Set<AccountID> = []
    /// The accounts whose table version has changed.
    private var changed: Set<AccountID> = []
    /// The accounts whose alerts have changed.
    private var alertsChanged: Set<AccountID> = []
    /// Messages to other hosts that were given up, or had to make room.
    var lostPosts = 0
    /// Clients that changed something for the first time.
    private var newcomers: [AccountID: Set<ClientID>] = [:]

    init(_ rows: Rows, limits: SessionLimits, time: MarketTime) throws {
        rules = limits.records
        (self.rows, self.time) = (rows, time)
        outcomes = OutcomeKeeper(rows, inFlight: limits.mutationsInFlight)
        store = rows.identity
    }

    /// - Parameter connected: clients that must not be forgotten, however many newer clients there are.
    mutating func answer(_ requests: [UserRequest], keeping connected: Set<ClientID>) throws -> UserAnswers {
        let answers = try requests.map { try answer($0) }
        for (account, new) in newcomers {
            try rows.forgetOldestClients(of: account, keeping: connected.union(new), at: time)
        }
        if !alertsChanged.isEmpty { try rows.noteAlerts(of: alertsChanged) }
        return UserAnswers(
            answers,
            tables: tables.filter { changed.contains($0.key) },
            alerts: tables.filter { alertsChanged.contains($0.key) }.mapValues(StoredAlerts.init),
            lostPosts: lostPosts,
            in: store
        )
    }

    private mutating func answer(_ request: UserRequest) throws -> UserAnswer {
        switch request {
        case .mutate(let account, let client, let store, let mutation):
            if store != self.store { return .otherStore }
            guard let table = try take(account) else { return .noAccount }
            return .settled(try settle(mutation, of: client, account, table))
        case .forget(let account, let store):
            if store != self.store { return .otherStore }
            guard let table = try take(account) else { return .noAccount }
            if try rows.isPresentElsewhere(account) {
                tables[account] = table
                return .forgotten(false)
            }
            return .forgotten(try forgetFavorites(of: account, table))
        case .alerts(let account, let store, let changes, let term):
            if store != self.store { return .otherStore }
            guard let table = try take(account) else { return .noAccount }
            if let term, try !rows.leads(in: term) {
                tables[account] = table
                return .notLeading
            }
            return .alerts(try note(changes, of: account, table))
        case .posted(let account, let store, let outcome):
            if store != self.store { return .otherStore }
            guard var table = try take(account) else { return .noAccount }
            defer { tables[account] = table }
            try settle(outcome, in: &table, of: account)
            return .posted
        }
    }

    private mutating func settle(
        _ numbered: NumberedMutation,
        of client: ClientID,
        _ account: AccountID,
        _ taken: consuming UserTable
    ) throws -> MutationResult {
        var table = taken
        var log = try rows.log(of: client, account)
        var result = MutationResult(
            number: numbered.number,
            outcome: .applied,
            version: table.version,
            lastNumber: log.lastNumber
        )
        switch MutationOrder(number: numbered.number, last: log.lastNumber) {
        case .early:
            result.outcome = .outOfOrder
        case .settledBefore:
            // The outcome of a forgotten mutation is unknown, except that it was settled.
            if let stored = try outcomes.outcome(numbered.number, in: log) {
                (result.outcome, result.version, result.isChange) = (stored.outcome, stored.version, stored.isChange)
            }
        case .next:
            result.lastNumber = numbered.number
            let history = numbered.mutation.undoes > 0 ? try outcomes.history(of: log) : MutationHistory()
            var effect: MutationEffect?
            do throws(MutationRefusal) {
                effect = try table.apply(numbered.mutation, within: rules, after: history)
            } catch {
                result.outcome = .refused(reason: error.description)
            }
            if let effect {
                try keep(effect, in: table, of: account)
                try postTests(effect, in: table, of: account)
                try wakePosts(effect, of: account)
                if effect.touchesAlerts { alertsChanged.insert(account) }
            }
            result.version = table.version
            result.isChange = effect?.touched.isEmpty == false
            try outcomes.append(result, effect, to: &log)
            try rows.store(log, of: client, account, at: time)
            if numbered.isFirst { newcomers[account, default: []].insert(client) }
        }
        tables[account] = table
        return result
    }

    /// Removes the favorites of a user whose last terminal has gone, unless the user wants to keep them.
    private mutating func forgetFavorites(of account: AccountID, _ taken: consuming UserTable) throws -> Bool {
        var table = taken
        defer { tables[account] = table }
        let removal = Mutation.removeAll(of: table)
        if table[Settings.keepFavorites] || removal.changes.isEmpty { return false }
        let effect = try table.apply(removal, within: rules, by: .server)
        try keep(effect, in: table, of: account)
        return true
    }

    /// Stores the notes. Each one is accepted or rejected separately, and each accepted one gets its own version.
    private mutating func note(
        _ changes: [AlertChange],
        of account: AccountID,
        _ taken: consuming UserTable
    ) throws -> [Bool] {
        var table = taken
        defer { tables[account] = table }
        return try changes.map { change in
            guard let mutation = Mutation(noting: change, in: table),
                let effect = try? table.apply(mutation, within: rules, by: .server)
            else {
                alertsChanged.insert(account)
                return false
            }
            try keep(effect, in: table, of: account)
            if case .fired = change.step { try post(effect, in: &table, of: account) }
            return true
        }
    }

    mutating func keep(_ effect: MutationEffect, in table: UserTable, of account: AccountID) throws {
        if effect.touched.isEmpty { return }
        changed.insert(account)
        try rows.store(effect, in: table, of: account)
    }

    /// Takes the table out of the transaction, so that a change does not copy it.
    private mutating func take(_ account: AccountID) throws -> UserTable? {
        let known = tables.removeValue(forKey: account)
        if isRead.contains(account) { return known }
        guard let place = try rows.place(of: account) else { return nil }
        isRead.insert(account)
        if let known, known.version == place.version, known.floor == place.floor { return known }
        return try rows.table(of: account, at: place)
    }
}

/// The place of a mutation's number in its client's order.
enum MutationOrder: Equatable {
    /// The mutation already has a result.
    case settledBefore
    case next
    /// An earlier number is missing.
    case early

    init(number: UInt64, last: UInt64) {
        self = number <= last ? .settledBefore : number == last + 1 ? .next : .early
    }
}
