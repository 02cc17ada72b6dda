internal import Foundation
internal import GRDB
internal import Shared

/// What each client process has done, as rows, within one transaction: the memory behind exactly-once.
struct ClientRows {
    /// What a client process did is remembered for this long after it was last here.
    static let memory: Int64 = 90 * 86_400
    /// Of one account, beside those that are connected: so many that have changed one thing, and as many that have changed more.
    /// Whoever makes up new ones does not fill the disk, and a command that runs each minute displaces no terminal.
    static let clientsMax = 200
    /// That a client is here is noted when the last time that was noted is older than this, in seconds.
    static let seenInterval: Int64 = 43_200
    /// What is kept of what a client's mutations replaced, in bytes, beside the newest one's. Undos reach back no further.
    static let effectBytesMax = 64 * 1024
    /// Outcomes that are too old go so many at a time: each look at them writes another page of the database.
    private static let clearingInterval: UInt64 = 16
    /// Smaller effects are not counted one by one: all that are kept are no more than `effectBytesMax` together.
    private static let smallEffectBytes = 1024
    /// In place of an effect that is not kept any more. It can be read as none, and still tells that something was changed.
    private static let droppedEffect = Data([0])

    let db: Database
    let time: MarketTime
    /// So many outcomes of a client are kept: as many as it may be waiting for, and as undos reach back.
    let outcomesMax: UInt64

    /// - Parameter inFlight: how many mutations of a client may be unanswered.
    init(db: Database, time: MarketTime, inFlight: Int) {
        (self.db, self.time) = (db, time)
        outcomesMax = UInt64(max(inFlight, MutationHistory.depth))
    }

    /// The highest number that is settled; 0 for a client that is not known.
    func lastNumber(of client: ClientID, _ account: AccountID) throws -> UInt64 {
        try standing(of: client, account)?.lastNumber ?? 0
    }

    /// - Returns: nil for a client that is not known.
    func standing(of client: ClientID, _ account: AccountID) throws -> (lastNumber: UInt64, isUseDue: Bool)? {
        let row = try db.row(
            "SELECT last_number, seen_ms FROM client WHERE account_id = ? AND client_id = ?",
            key(client, account)
        )
        return row.map { row in
            (UInt64(row["last_number"] as Int64), MarketTime(milliseconds: row["seen_ms"]) < seenLimit)
        }
    }

    /// When the client that was here last, of those of this account that were forgotten, was here; nil: none was forgotten.
    func forgotten(of account: AccountID) throws -> MarketTime? {
        let row = try db.row("SELECT forgotten_ms FROM account WHERE id = ? AND forgotten_ms > 0", [account.rawValue])
        return row.map { MarketTime(milliseconds: $0["forgotten_ms"]) }
    }

    /// The client of a token is here: it is remembered for longer.
    func touch(_ use: TokenUse) throws {
        guard let client = use.client else { return }
        try db.run(
            """
            UPDATE client SET seen_ms = ? WHERE client_id = ? AND seen_ms < ? AND account_id =
                (SELECT account_id FROM token JOIN device ON device.id = device_id WHERE hash = ?)
            """,
            [time.milliseconds, Data(client.bytes), seenLimit.milliseconds, Data(use.token.bytes)]
        )
    }

    private var seenLimit: MarketTime { time.adding(seconds: -Self.seenInterval) }

    /// - Returns: nil for an outcome that was forgotten.
    func outcome(
        _ number: UInt64,
        of client: ClientID,
        _ account: AccountID
    ) throws -> (outcome: MutationResult.Outcome, version: UInt64, isChange: Bool)? {
        let row = try db.row(
            "SELECT refusal, version, length(effect) > 0 AS changed FROM outcome WHERE account_id = ? AND client_id = ? AND number = ?",
            key(client, account) + [Int64(clamping: number)]
        )
        return row.map { row in
            let refusal: String? = row["refusal"]
            return (refusal.map { .refused(reason: $0) } ?? .applied, UInt64(row["version"] as Int64), row["changed"])
        }
    }

    /// What the client's newest mutations changed.
    /// - Parameter last: the number of the newest.
    func history(of client: ClientID, _ account: AccountID, through last: UInt64) throws -> MutationHistory {
        let rows = try db.rows(
            """
            SELECT number, version, effect FROM outcome
            WHERE account_id = ? AND client_id = ? AND number > ? AND refusal IS NULL
            """,
            key(client, account) + [Int64(last) - Int64(MutationHistory.depth)]
        )
        let effects = rows.map { row in
            let bytes = Array(row["effect"] as Data)
            return (
                UInt64(row["number"] as Int64),
                MutationEffect(version: UInt64(row["version"] as Int64), bytes: bytes)
            )
        }
        return MutationHistory(Dictionary(uniqueKeysWithValues: effects))
    }

    /// Keeps an outcome, and now and then forgets those that are too old.
    /// - Parameter effect: nil for a mutation that was refused.
    func store(
        _ result: MutationResult,
        _ effect: MutationEffect?,
        of client: ClientID,
        _ account: AccountID
    ) throws {
        try db.run(
            """
            INSERT INTO client (account_id, client_id, last_number, seen_ms) VALUES (?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET last_number = excluded.last_number, seen_ms = excluded.seen_ms
            """,
            key(client, account) + [Int64(result.number), time.milliseconds]
        )
        if result.number.isMultiple(of: Self.clearingInterval) { try clear(before: result.number, of: client, account) }
        let effect = effect?.bytes ?? []
        var refusal: String?
        if case .refused(let reason) = result.outcome { refusal = reason }
        try db.run(
            """
            INSERT INTO outcome (account_id, client_id, number, refusal, version, effect) VALUES (?, ?, ?, ?, ?, ?)
            """,
            key(client, account)
                + [Int64(result.number), refusal, Int64(result.version), Data(effect)]
        )
        if effect.count > Self.smallEffectBytes { try dropLargeEffects(below: result.number, of: client, account) }
    }

    /// Forgets outcomes that nobody waits for, and the effects of others that no undo reaches.
    private func clear(before number: UInt64, of client: ClientID, _ account: AccountID) throws {
        let depth = UInt64(MutationHistory.depth)
        if number > outcomesMax {
            try db.run(
                "DELETE FROM outcome WHERE account_id = ? AND client_id = ? AND number <= ?",
                key(client, account) + [Int64(number - outcomesMax)]
            )
        }
        if outcomesMax > depth, number > depth { try dropEffects(through: number - depth, of: client, account) }
    }

    /// The oldest ones, where a client's take too much room.
    private func dropLargeEffects(below number: UInt64, of client: ClientID, _ account: AccountID) throws {
        let row = try db.row(
            """
            SELECT max(number) AS number FROM (
                SELECT number, sum(length(effect)) OVER (ORDER BY number DESC) AS total FROM outcome
                WHERE account_id = ? AND client_id = ?)
            WHERE total > ? AND number < ?
            """,
            key(client, account) + [Self.effectBytesMax, Int64(number)]
        )
        let last: Int64? = row?["number"]
        if let last { try dropEffects(through: UInt64(last), of: client, account) }
    }

    private func dropEffects(through number: UInt64, of client: ClientID, _ account: AccountID) throws {
        try db.run(
            "UPDATE outcome SET effect = ? WHERE account_id = ? AND client_id = ? AND number <= ? AND length(effect) > 1",
            [Self.droppedEffect] + key(client, account) + [Int64(number)]
        )
    }

    // MARK: Forgetting

    /// Of an account's clients those that were here last stay, and those in `kept`: commands that change one thing and never
    /// come back are counted for themselves.
    func forgetOldest(of account: AccountID, keeping kept: Set<ClientID>) throws {
        for hasChangedMore in [false, true] {
            let oldest = try db.rows(
                """
                SELECT client_id FROM client WHERE account_id = ? AND (last_number > 1) = ?
                ORDER BY seen_ms DESC LIMIT -1 OFFSET ?
                """,
                [account.rawValue, hasChangedMore, Self.clientsMax]
            )
            for row in oldest { try forget(row["client_id"], account.rawValue, unlessIn: kept) }
        }
    }

    /// Those that were not here for long, but for those in `kept`.
    func sweep(keeping kept: Set<ClientID>) throws {
        let old = try db.rows(
            "SELECT account_id, client_id FROM client WHERE seen_ms < ?",
            [time.adding(seconds: -Self.memory).milliseconds]
        )
        for row in old { try forget(row["client_id"], row["account_id"], unlessIn: kept) }
    }

    private func forget(_ client: Data, _ account: Int64, unlessIn kept: Set<ClientID>) throws {
        if let client = ClientID(bytes: client), kept.contains(client) { return }
        try db.run(
            """
            UPDATE account SET forgotten_ms = max(forgotten_ms,
                (SELECT seen_ms FROM client WHERE account_id = ?1 AND client_id = ?2)) WHERE id = ?1
            """,
            [account, client]
        )
        try db.run("DELETE FROM client WHERE account_id = ? AND client_id = ?", [account, client])
    }

    private func key(_ client: ClientID, _ account: AccountID) -> StatementArguments {
        [account.rawValue, Data(client.bytes)]
    }
}
