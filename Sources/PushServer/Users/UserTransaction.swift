internal import Foundation
internal import GRDB
internal import Shared

/// One write transaction: requests are answered in order, each seeing what those before it did.
struct UserTransaction {
    let db: Database
    let favoritesMax: Int
    let time: MarketTime
    private var states: [AccountID: UserState] = [:]

    init(db: Database, favoritesMax: Int, time: MarketTime) {
        self.db = db
        self.favoritesMax = favoritesMax
        self.time = time
    }

    mutating func answer(_ request: UserRequest) throws -> UserAnswer {
        switch request {
        case .join(let account, let client):
            guard let state = try state(of: account) else { return .noAccount }
            return .joined(state, lastMutation: try lastNumber(of: client, account))
        case .mutate(let account, let client, let mutation):
            guard let state = try state(of: account) else { return .noAccount }
            let result = try settle(mutation, of: client, account, state: state)
            return .settled(result, try self.state(of: account) ?? state)
        case .forget(let account):
            guard let state = try state(of: account) else { return .noAccount }
            return .forgotten(try forgetFavorites(of: account, state: state))
        }
    }

    // MARK: Exactly once

    private mutating func settle(
        _ numbered: NumberedMutation,
        of client: ClientID,
        _ account: AccountID,
        state: UserState
    ) throws -> MutationResult {
        let last = try lastNumber(of: client, account)
        switch MutationOrder(number: numbered.number, last: last) {
        case .early:
            return MutationResult(
                number: numbered.number,
                outcome: .outOfOrder,
                version: state.version,
                lastNumber: last
            )
        case .settledBefore:
            return try storedResult(numbered.number, of: client, account, last: last, state: state)
        case .next:
            return try settleNext(numbered, of: client, account, state: state)
        }
    }

    private mutating func settleNext(
        _ numbered: NumberedMutation,
        of client: ClientID,
        _ account: AccountID,
        state: UserState
    ) throws -> MutationResult {
        var result = MutationResult(
            number: numbered.number,
            outcome: .applied,
            version: state.version,
            lastNumber: numbered.number
        )
        var changed = state
        do {
            guard let mutation = numbered.mutation else { throw MutationRefusal.unknownKind }
            if try changed.apply(mutation, favoritesMax: favoritesMax) { changed.version += 1 }
            result.version = changed.version
            try replace(state, by: changed, of: account)
        } catch let refusal as MutationRefusal {
            result.outcome = .refused(reason: refusal.description)
        }
        try store(result, settled: numbered.settled, of: client, account)
        return result
    }

    private mutating func forgetFavorites(of account: AccountID, state: UserState) throws -> UserState? {
        if state.settings.keepFavorites || state.favorites.isEmpty { return nil }
        let changed = UserState(version: state.version + 1, favorites: [], settings: state.settings)
        try replace(state, by: changed, of: account)
        return changed
    }

    // MARK: Rows

    private mutating func state(of account: AccountID) throws -> UserState? {
        if let state = states[account] { return state }
        let loaded = try load(account)
        states[account] = loaded
        return loaded
    }

    private func load(_ account: AccountID) throws -> UserState? {
        let sql = "SELECT version, kline_source, coins_only, keep_favorites FROM account WHERE id = ?"
        guard let row = try Row.fetchOne(db, sql: sql, arguments: [account.rawValue]) else { return nil }
        let favorites = try Row.fetchAll(
            db,
            sql: "SELECT coin_id, order_key FROM favorite WHERE account_id = ?",
            arguments: [account.rawValue]
        ).compactMap { row in
            OrderKey(row["order_key"] as String).map { Favorite(coin: CoinID(row["coin_id"]), orderKey: $0) }
        }
        let settings = UserSettings(
            klineSource: KlineSource(rawValue: row["kline_source"]) ?? .huobi,
            coinsOnly: row["coins_only"],
            keepFavorites: row["keep_favorites"]
        )
        return UserState(version: UInt64(row["version"] as Int64), favorites: favorites, settings: settings)
    }

    /// Writes only the rows that differ.
    private mutating func replace(_ old: UserState, by new: UserState, of account: AccountID) throws {
        if new == old { return }
        states[account] = new
        try db.execute(
            sql: "UPDATE account SET version = ?, kline_source = ?, coins_only = ?, keep_favorites = ? WHERE id = ?",
            arguments: [
                Int64(new.version), new.settings.klineSource.rawValue, new.settings.coinsOnly,
                new.settings.keepFavorites, account.rawValue,
            ]
        )
        let remaining = Set(new.favorites.map(\.coin))
        for favorite in old.favorites where !remaining.contains(favorite.coin) {
            try db.execute(
                sql: "DELETE FROM favorite WHERE account_id = ? AND coin_id = ?",
                arguments: [account.rawValue, favorite.coin.rawValue]
            )
        }
        for favorite in Set(new.favorites).subtracting(old.favorites) {
            try db.execute(
                sql: "INSERT OR REPLACE INTO favorite (account_id, coin_id, order_key) VALUES (?, ?, ?)",
                arguments: [account.rawValue, favorite.coin.rawValue, favorite.orderKey.text]
            )
        }
    }

    private func lastNumber(of client: ClientID, _ account: AccountID) throws -> UInt64 {
        let number = try Int64.fetchOne(
            db,
            sql: "SELECT last_number FROM client WHERE account_id = ? AND client_id = ?",
            arguments: [account.rawValue, Data(client.bytes)]
        )
        return UInt64(number ?? 0)
    }

    private func storedResult(
        _ number: UInt64,
        of client: ClientID,
        _ account: AccountID,
        last: UInt64,
        state: UserState
    ) throws -> MutationResult {
        let row = try Row.fetchOne(
            db,
            sql: "SELECT refusal, version FROM result WHERE account_id = ? AND client_id = ? AND number = ?",
            arguments: [account.rawValue, Data(client.bytes), Int64(clamping: number)]
        )
        // A result that the client has confirmed is forgotten; asked again all the same, it was settled, and that is all.
        let refusal: String? = row?["refusal"]
        return MutationResult(
            number: number,
            outcome: refusal.map { .refused(reason: $0) } ?? .applied,
            version: row.map { UInt64($0["version"] as Int64) } ?? state.version,
            lastNumber: last
        )
    }

    private func store(
        _ result: MutationResult,
        settled: UInt64,
        of client: ClientID,
        _ account: AccountID
    ) throws {
        let key: StatementArguments = [account.rawValue, Data(client.bytes)]
        try db.execute(
            sql: """
                INSERT INTO client (account_id, client_id, last_number, seen_ms) VALUES (?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET last_number = excluded.last_number, seen_ms = excluded.seen_ms
                """,
            arguments: key + [Int64(result.number), time.milliseconds]
        )
        try db.execute(
            sql: "DELETE FROM result WHERE account_id = ? AND client_id = ? AND number <= ?",
            arguments: key + [Int64(clamping: settled)]
        )
        var refusal: String?
        if case .refused(let reason) = result.outcome { refusal = reason }
        try db.execute(
            sql: "INSERT INTO result (account_id, client_id, number, refusal, version) VALUES (?, ?, ?, ?, ?)",
            arguments: key + [Int64(result.number), refusal, Int64(result.version)]
        )
    }
}
