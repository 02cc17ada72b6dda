internal import GRDB
internal import Shared

/// One write transaction: requests are answered in order, each seeing what those before it did.
struct UserTransaction {
    private let rules: RecordRules
    private let users: UserRows
    private let clients: ClientRows
    /// Of the database as it is in this transaction.
    private let store: StoreIdentity
    /// As they are now. To begin with, those that are known, which are read only if the database has them at another version.
    var tables: [AccountID: UserTable] = [:]
    private var isRead: Set<AccountID> = []
    /// Accounts whose table has another version than before.
    private var changed: Set<AccountID> = []
    /// Clients that changed something for the first time.
    private var newcomers: [AccountID: Set<ClientID>] = [:]

    init(db: Database, limits: SessionLimits, time: MarketTime) throws {
        rules = limits.records
        users = UserRows(db: db)
        clients = ClientRows(db: db, time: time, inFlight: limits.mutationsInFlight)
        store = try StoreIdentity(from: db)
    }

    /// - Parameter connected: clients that are not forgotten, however many newer ones there are.
    mutating func answer(_ requests: [UserRequest], keeping connected: Set<ClientID>) throws -> UserAnswers {
        let answers = try requests.map { try answer($0) }
        for (account, new) in newcomers { try clients.forgetOldest(of: account, keeping: connected.union(new)) }
        return UserAnswers(answers, tables: tables.filter { changed.contains($0.key) }, in: store)
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
            return .forgotten(try forgetFavorites(of: account, table))
        }
    }

    private mutating func settle(
        _ numbered: NumberedMutation,
        of client: ClientID,
        _ account: AccountID,
        _ taken: consuming UserTable
    ) throws -> MutationResult {
        var table = taken
        let log = try clients.log(of: client, account)
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
            // One that was forgotten was settled, and that is all.
            if let stored = try clients.outcomes.outcome(numbered.number, in: log) {
                (result.outcome, result.version, result.isChange) = stored
            }
        case .next:
            result.lastNumber = numbered.number
            let history = numbered.mutation.undoes > 0 ? try clients.outcomes.history(of: log) : MutationHistory()
            var effect: MutationEffect?
            do throws(MutationRefusal) {
                effect = try table.apply(numbered.mutation, within: rules, after: history)
            } catch {
                result.outcome = .refused(reason: error.description)
            }
            if let effect { try keep(effect, in: table, of: account) }
            result.version = table.version
            result.isChange = effect?.touched.isEmpty == false
            try clients.store(result, effect, in: log, of: client, account)
            if numbered.isFirst { newcomers[account, default: []].insert(client) }
        }
        tables[account] = table
        return result
    }

    /// Nobody is there any more for whom they were to be kept.
    private mutating func forgetFavorites(of account: AccountID, _ taken: consuming UserTable) throws -> Bool {
        var table = taken
        defer { tables[account] = table }
        let removal = Mutation.removeAll(of: table)
        if table[Settings.keepFavorites] || removal.changes.isEmpty { return false }
        let effect = try table.apply(removal, within: rules, by: .server)
        try keep(effect, in: table, of: account)
        return true
    }

    private mutating func keep(_ effect: MutationEffect, in table: UserTable, of account: AccountID) throws {
        if effect.touched.isEmpty { return }
        changed.insert(account)
        try users.store(effect, in: table, of: account)
    }

    /// Out of the transaction's hands, so that changing the table does not copy it.
    private mutating func take(_ account: AccountID) throws -> UserTable? {
        let known = tables.removeValue(forKey: account)
        if isRead.contains(account) { return known }
        guard let place = try users.place(of: account) else { return nil }
        isRead.insert(account)
        if let known, known.version == place.version, known.floor == place.floor { return known }
        return try users.table(of: account, at: place)
    }

    /// The file as this transaction sees it.
    var file: UserTableCache.File {
        get throws {
            UserTableCache.File(version: try users.db.row("PRAGMA data_version", [])?[0] ?? 0, identity: store)
        }
    }
}
