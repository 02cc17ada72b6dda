internal import Foundation
internal import GRDB
internal import Shared

/// Converts favorites and settings from their former tables into records of the account's table.
struct UserStateConversion {
    let db: Database

    func convertAll() throws {
        let accounts = try Row.fetchCursor(
            db,
            sql: "SELECT id, version, kline_source, coins_only, keep_favorites FROM account"
        )
        while let account = try accounts.next() { try convert(account) }
    }

    private func convert(_ account: Row) throws {
        let id: Int64 = account["id"]
        let records = try settings(of: account) + favorites(of: id)
        let version = max(account["version"] as Int64, records.isEmpty ? 0 : 1)
        for (key, value) in records {
            try db.run(
                "INSERT INTO record (account_id, kind, key, value, version) VALUES (?, ?, ?, ?, ?)",
                [id, Int64(key.kind), Data(key.bytes), Data(value), version]
            )
        }
        try db.run("UPDATE account SET version = ? WHERE id = ?", [version, id])
    }

    /// Settings that differ from their columns' defaults. Accounts that have chosen nothing have the defaults.
    private func settings(of account: Row) throws -> [(RecordKey, [UInt8])] {
        let texts: [(setting: DescribedSetting, text: String, standard: String)] = [
            (Settings.klineSource, account["kline_source"], "huobi"),
            (Settings.coinsOnly.described, (account["coins_only"] as Bool).text, "off"),
            (Settings.keepFavorites.described, (account["keep_favorites"] as Bool).text, "on"),
        ]
        return texts.filter { $0.text != $0.standard }.map { ($0.setting.key, $0.setting.value($0.text)) }
    }

    /// Order keys could have up to 64 characters. If one is too long now, all get new keys in the same order.
    private func favorites(of account: Int64) throws -> [(RecordKey, [UInt8])] {
        let rows = try db.rows(
            "SELECT coin_id, order_key FROM favorite WHERE account_id = ? ORDER BY order_key, coin_id",
            [account]
        )
        if rows.isEmpty { return [] }
        var keys = rows.compactMap { OrderKey($0["order_key"] as String) }
        if keys.count < rows.count { keys = OrderKey.spread(rows.count) ?? keys }
        return zip(rows, keys).map { row, key in
            let item = ListItem(coin: CoinID(row["coin_id"]), orderKey: key)
            return (item.key, item.value)
        }
    }
}
