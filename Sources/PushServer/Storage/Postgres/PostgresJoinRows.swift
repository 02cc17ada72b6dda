internal import PostgresKit
internal import Shared

/// Reads the state for all terminals that connect together in one step.
struct PostgresJoinRows: JoinRows {
    let store: StoreIdentity
    private let devices: DeviceRows
    private let tokens: [TokenHash: PostgresRow]
    private let accounts: [AccountID: PostgresRow]
    private let tables: [AccountID: UserTable]
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
        accounts = Dictionary(results[2].all.map { ($0.account("id"), $0) }) { first, _ in first }
        let rules = ClientRows(db: session, time: time)
        var clients: [PostgresWrites.Client: ClientStanding] = [:]
        for row in results[3].all {
            guard let client = ClientID(bytes: row.bytes("client_id") ?? []) else { continue }
            clients[.init(account: row.account("account_id"), client: client)] = rules.standing(at: row)
        }
        self.clients = clients
        tables = try session.tables(
            at: accounts.mapValues { TablePlace(version: $0.version("version"), floor: $0.version("floor")) }
        )
    }

    func account(_ account: AccountID, for use: TokenUse) throws -> JoinedAccount? {
        guard let token = tokens[use.token], let row = accounts[account],
            let isUseDue = devices.isDue(use, of: account, at: token)
        else { return nil }
        return JoinedAccount(row: row, isUseDue: isUseDue)
    }

    func table(of account: AccountID, at place: TablePlace) throws -> UserTable {
        tables[account] ?? UserTable(version: place.version, floor: place.floor)
    }

    func standing(of client: ClientID, _ account: AccountID) throws -> ClientStanding? {
        clients[.init(account: account, client: client)]
    }
}
