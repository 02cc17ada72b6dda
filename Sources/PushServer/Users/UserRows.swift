internal import Foundation
internal import GRDB
internal import Shared

/// Users' states as rows, within one transaction.
struct UserRows {
    let db: Database

    func state(of account: AccountID) throws -> UserState? {
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
    func replace(_ old: UserState, by new: UserState, of account: AccountID) throws {
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
}
