internal import PostgresKit
internal import Shared

/// A transaction's rows in PostgreSQL. It locks the accounts that the requests concern, reads what most requests need in
/// one step, and gathers writes.
final class PostgresTransactionRows: UserTransactionRows {
    /// How long notes of other nodes count beyond their end, because a node may be unable to reach the database for a while
    /// and its users stay connected.
    private static let patience = Duration.seconds(60)

    private let postgres: PostgresSession
    /// This node, in the table of presence.
    private let node: NodeID
    let identity: StoreIdentity
    /// The users whose favorites may be removed: nothing else is using their data.
    private let idle: Set<AccountID>
    private let places: [AccountID: TablePlace]
    private var tables: [AccountID: UserTable] = [:]
    private var logs: [PostgresWrites.Client: OutcomeLog]
    /// Ids for the outcomes of this transaction.
    private var ids: ArraySlice<Int64>

    var session: any SQLSession { postgres }

    /// - Parameter requests: those that the transaction answers.
    init(_ session: PostgresSession, _ requests: [UserRequest], at node: NodeID) throws {
        (postgres, self.node) = (session, node)
        let accounts = Set(requests.map(\.account))
        var (changing, absent): (Set<AccountID>, [AccountID]) = ([], [])
        for request in requests {
            if case .forget(let account, _) = request {
                absent.append(account)
            } else {
                changing.insert(request.account)
            }
        }
        var locks = [PostgresSession.lockStatement(of: changing)]
        if !absent.isEmpty { locks.append(PostgresSession.removalLockStatement(of: absent)) }
        let clients = Array(Set(requests.compactMap(PostgresWrites.Client.init)))
        let mutations = requests.count { PostgresWrites.Client($0) != nil }
        // The statements after the locks see what others committed before they released them.
        let answers = try session.rows(
            of: locks + [
                ("SELECT identity FROM store", []),
                ("SELECT id, version, floor FROM account WHERE id = ANY($1)", [.ints(accounts.map(\.rawValue))]),
                (
                    """
                    SELECT client.account_id, client.client_id, last_number, outcomes
                    FROM client JOIN unnest($1, $2) AS wanted (account_id, client_id)
                    ON client.account_id = wanted.account_id AND client.client_id = wanted.client_id
                    """,
                    [.ints(clients.map(\.account.rawValue)), .byteArrays(clients.map(\.client.bytes))]
                ),
                ("SELECT nextval('outcome_id') AS id FROM generate_series(1, $1)", [.int(Int64(mutations))]),
            ]
        )
        idle = absent.isEmpty ? [] : Set(answers[1].all.map { $0.account("id") })
        let results = answers.dropFirst(locks.count).map(\.all)
        identity = StoreIdentity(rawValue: results[0].first?.number("identity") ?? 0)
        places = Dictionary(
            uniqueKeysWithValues: results[1].map { row in
                (row.account("id"), TablePlace(version: row.version("version"), floor: row.version("floor")))
            }
        )
        logs = Dictionary(
            uniqueKeysWithValues: results[2].compactMap { row in
                guard let client = ClientID(bytes: row.bytes("client_id") ?? []) else { return nil }
                let log = OutcomeLog(lastNumber: row.version("last_number"), bytes: row.bytes("outcomes") ?? [])
                return (PostgresWrites.Client(account: row.account("account_id"), client: client), log)
            }
        )
        ids = results[3].map { $0.number("id") }.sorted()[...]
    }

    func isPresentElsewhere(_ account: AccountID) throws -> Bool {
        guard idle.contains(account) else { return true }
        let rows = try postgres.rows(
            """
            SELECT node FROM presence
            WHERE account_id = $1 AND node <> $2 AND lapses > clock_timestamp() - $3 * interval '1 second'
            """,
            [.int(account.rawValue), .bytes(node.bytes), .int(Self.patience.components.seconds)]
        )
        return rows.count > 0
    }

    /// Reads the tables that are not kept in memory, all in one step.
    func load(besides kept: [AccountID: UserTable]) throws {
        let wanted = places.filter { account, place in
            kept[account].map { $0.version != place.version || $0.floor != place.floor } ?? true
        }
        tables = try postgres.tables(at: wanted)
    }

    // MARK: Tables

    func place(of account: AccountID) throws -> TablePlace? { places[account] }

    func table(of account: AccountID, at place: TablePlace) throws -> UserTable {
        try tables.removeValue(forKey: account) ?? UserRows(db: postgres).table(of: account, at: place)
    }

    func store(_ effect: MutationEffect, in table: UserTable, of account: AccountID) throws {
        postgres.writes.places[account] = TablePlace(version: table.version, floor: table.floor)
        for (key, touch) in effect.touched {
            let place = PostgresWrites.Key(account: account, key: key)
            if let record = table[key] {
                postgres.writes.put(record, at: place)
                if touch.wasAbsent { postgres.writes.forgetRemoval(of: place) }
            } else {
                postgres.writes.remove(place, at: effect.version)
            }
        }
        for key in effect.forgotten {
            postgres.writes.forgetRemoval(of: PostgresWrites.Key(account: account, key: key))
        }
    }

    func noteAlerts(of accounts: Set<AccountID>) throws { postgres.writes.alertChanges.formUnion(accounts) }

    func leads(in term: UInt32) throws -> Bool { try postgres.leads(in: term) }

    // MARK: Clients

    func log(of client: ClientID, _ account: AccountID) throws -> OutcomeLog {
        logs[PostgresWrites.Client(account: account, client: client)] ?? OutcomeLog()
    }

    func store(_ log: OutcomeLog, of client: ClientID, _ account: AccountID, at time: MarketTime) throws {
        let client = PostgresWrites.Client(account: account, client: client)
        logs[client] = log
        postgres.writes.clients[client] = (log, time)
    }

    func forgetOldestClients(of account: AccountID, keeping kept: Set<ClientID>, at time: MarketTime) throws {
        try ClientRows(db: postgres, time: time).forgetOldest(of: account, keeping: kept)
    }

    // MARK: Outcomes

    func outcome(_ id: Int64) throws -> StoredOutcome? {
        try postgres.one("SELECT refusal, version, length(effect) > 0 AS changed FROM outcome WHERE id = ?", [.int(id)])
            .map { StoredOutcome($0) }
    }

    func effects(of ids: [Int64]) throws -> [Int64: StoredEffect] {
        let rows = try postgres.rows(
            "SELECT id, version, effect FROM outcome WHERE id = ANY($1) AND refusal IS NULL",
            [.ints(ids)]
        )
        return Dictionary(
            uniqueKeysWithValues: rows.all.map { row in
                (row.number("id"), StoredEffect(version: row.version("version"), bytes: row.bytes("effect") ?? []))
            }
        )
    }

    func addOutcome(refusal: String?, version: UInt64, effect: [UInt8]) throws -> Int64 {
        guard let id = ids.popFirst() else { preconditionFailure("a request settles one mutation at most") }
        postgres.writes.outcomes.append(.init(id: id, refusal: refusal, version: version, effect: effect))
        return id
    }

    func effectBytes(of ids: [Int64]) throws -> [Int64: Int] {
        let rows = try postgres.rows(
            "SELECT id, length(effect)::bigint AS bytes FROM outcome WHERE id = ANY($1)",
            [.ints(ids)]
        )
        return Dictionary(uniqueKeysWithValues: rows.all.map { ($0.number("id"), Int($0.number("bytes"))) })
    }

    func dropEffects(of ids: [Int64]) throws { postgres.writes.droppedEffects += ids }
    func removeOutcomes(_ ids: [Int64]) throws { postgres.writes.goneOutcomes += ids }
}

extension PostgresWrites.Client {
    /// - Returns: nil if the request is no client's mutation.
    fileprivate init?(_ request: UserRequest) {
        guard case .mutate(let account, let client, _, _) = request else { return nil }
        self.init(account: account, client: client)
    }
}

/// Reads whole tables of many accounts in one step.
struct PostgresTableReading {
    private let accounts: [Int64]

    init(of accounts: some Collection<AccountID>) { self.accounts = accounts.map(\.rawValue) }

    /// None for no accounts.
    var statements: [PostgresStatement] {
        if accounts.isEmpty { return [] }
        return [
            ("SELECT account_id, kind, key, version, value FROM record WHERE account_id = ANY($1)", [.ints(accounts)]),
            ("SELECT account_id, kind, key, version FROM removed_record WHERE account_id = ANY($1)", [.ints(accounts)]),
        ]
    }

    /// - Parameters:
    ///   - results: those of `statements`.
    ///   - places: where the tables of some of these accounts are, as this transaction sees it.
    func tables(in results: [PostgresRows], at places: [AccountID: TablePlace]) -> [AccountID: UserTable] {
        if places.isEmpty { return [:] }
        var records: [AccountID: [Record]] = [:]
        for row in results[0].all { records[row.account("account_id"), default: []].append(row.record) }
        var removed: [AccountID: [RemovedRecord]] = [:]
        for row in results[1].all {
            let removal = RemovedRecord(key: row.recordKey, version: row.version("version"))
            removed[row.account("account_id"), default: []].append(removal)
        }
        return Dictionary(
            uniqueKeysWithValues: places.map { account, place in
                let table = UserTable(
                    version: place.version,
                    floor: place.floor,
                    records: records[account] ?? [],
                    removed: removed[account] ?? []
                )
                return (account, table)
            }
        )
    }
}

extension PostgresSession {
    /// - Parameter places: where the tables are, as this transaction sees it.
    func tables(at places: [AccountID: TablePlace]) throws -> [AccountID: UserTable] {
        if places.isEmpty { return [:] }
        let reading = PostgresTableReading(of: places.keys)
        return reading.tables(in: try rows(of: reading.statements), at: places)
    }
}
