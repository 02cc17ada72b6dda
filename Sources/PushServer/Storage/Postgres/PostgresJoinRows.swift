internal import PostgresKit
internal import Shared

/// Reads the state for all terminals that connect together in one step.
struct PostgresJoinRows: JoinRows {
    let store: StoreIdentity
    private let devices: DeviceRows
    private let tokens: [TokenHash: PostgresRow]
    private let tables: [AccountID: UserTable]
    private let forgotten: [AccountID: MarketTime]
    private let clients: [PostgresWrites.Client: ClientStanding]

    init(_ session: PostgresSession, _ joinings: [Joining], lifetime: TokenLifetime, time: MarketTime) throws {
        devices = DeviceRows(db: session, time: time, lifetime: lifetime)
        let results = try session.rows(of: [
            ("SELECT identity FROM store", []),
            (
                "SELECT \(DeviceRows.tokenColumns) FROM token JOIN device ON device.id = device_id WHERE hash = ANY($1)",
                [.byteArrays(joinings.map(\.use.token.bytes))]
            ),
            (
                "SELECT id, version, floor, forgotten_ms FROM account WHERE id = ANY($1)",
                [.ints(Set(joinings.map(\.account.rawValue)).sorted())]
            ),
            (
                """
                SELECT client.account_id, client.client_id, last_number, seen_ms
                FROM client JOIN unnest($1, $2) AS wanted (account_id, client_id)
                ON client.account_id = wanted.account_id AND client.client_id = wanted.client_id
                """,
                [.ints(joinings.map(\.account.rawValue)), .byteArrays(joinings.map(\.client.bytes))]
            ),
        ])
        store = StoreIdentity(rawValue: results[0].all.first?.number("identity") ?? 0)
        tokens = Dictionary(results[1].all.map { (TokenHash(bytes: $0.bytes("hash") ?? []), $0) }) { first, _ in first }
        var places: [AccountID: TablePlace] = [:]
        var forgotten: [AccountID: MarketTime] = [:]
        for row in results[2].all {
            places[row.account("id")] = TablePlace(version: row.version("version"), floor: row.version("floor"))
            if row.number("forgotten_ms") > 0 { forgotten[row.account("id")] = row.time("forgotten_ms") }
        }
        self.forgotten = forgotten
        let rules = ClientRows(db: session, time: time)
        var clients: [PostgresWrites.Client: ClientStanding] = [:]
        for row in results[3].all {
            guard let client = ClientID(bytes: row.bytes("client_id") ?? []) else { continue }
            clients[.init(account: row.account("account_id"), client: client)] = rules.standing(at: row)
        }
        self.clients = clients
        tables = try PostgresTableReading(session).tables(at: places)
    }

    func isDue(_ use: TokenUse, of account: AccountID) throws -> Bool? {
        tokens[use.token].flatMap { devices.isDue(use, of: account, at: $0) }
    }

    func table(of account: AccountID) throws -> UserTable? { tables[account] }

    func standing(of client: ClientID, _ account: AccountID) throws -> ClientStanding? {
        clients[.init(account: account, client: client)]
    }

    func forgotten(of account: AccountID) throws -> MarketTime? { forgotten[account] }
}
