internal import Foundation
internal import GRDB
internal import Shared

/// Users' states as rows, within one transaction.
struct UserRows {
    let db: Database

    func state(of account: AccountID) throws -> UserState? {
        let sql = "SELECT version, kline_source, coins_only, keep_favorites FROM account WHERE id = ?"
        guard let row = try db.row(sql, [account.rawValue]) else { return nil }
        let favorites = try db.rows(
            "SELECT coin_id, order_key FROM favorite WHERE account_id = ?",
            [account.rawValue]
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
        try db.run(
            "UPDATE account SET version = ?, kline_source = ?, coins_only = ?, keep_favorites = ? WHERE id = ?",
            [
                Int64(new.version), new.settings.klineSource.rawValue, new.settings.coinsOnly,
                new.settings.keepFavorites, account.rawValue,
            ]
        )
        let remaining = Set(new.favorites.map(\.coin))
        for favorite in old.favorites where !remaining.contains(favorite.coin) {
            try db.run(
                "DELETE FROM favorite WHERE account_id = ? AND coin_id = ?",
                [account.rawValue, favorite.coin.rawValue]
            )
        }
        for favorite in Set(new.favorites).subtracting(old.favorites) {
            try db.run(
                "INSERT OR REPLACE INTO favorite (account_id, coin_id, order_key) VALUES (?, ?, ?)",
                [account.rawValue, favorite.coin.rawValue, favorite.orderKey.text]
            )
        }
    }
}
