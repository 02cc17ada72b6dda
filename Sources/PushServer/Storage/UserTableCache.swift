internal import GRDB
internal import Shared

/// Caches the tables that recent transactions have read, so that a user's next change need not read and hash the table
/// again.
///
/// A transaction takes a table out of the cache, and puts it back once its changes are on disk. After a rollback, the
/// table is read again. There are two generations: a table that was not used while one generation filled up is
/// dropped.
struct UserTableCache {
    /// The state of the file. After another process has committed, or a backup has replaced the file, no cached table
    /// is valid.
    struct File: Hashable, Sendable {
        /// SQLite's data_version, which changes only when another connection commits.
        let version: Int
        let identity: StoreIdentity
    }

    /// The size limit of each of the two generations. It holds the tables of 120 users with 500 favorites and 1,000
    /// removed ones, or of many more typical users: enough for those who change something at the same time on a large
    /// server.
    private static let bytesMax = 32 * 1024 * 1024

    private var file: File?
    private var young: [AccountID: UserTable] = [:]
    private var old: [AccountID: UserTable] = [:]
    private var youngBytes = 0

    /// - Returns: the cached tables of these accounts.
    mutating func take(_ accounts: [AccountID], of file: File) -> [AccountID: UserTable] {
        if self.file != file { self = UserTableCache() }
        self.file = file
        var tables: [AccountID: UserTable] = [:]
        for account in accounts {
            if let table = young.removeValue(forKey: account) {
                youngBytes -= table.cost
                tables[account] = table
            } else if let table = old.removeValue(forKey: account) {
                tables[account] = table
            }
        }
        return tables
    }

    mutating func keep(_ tables: [AccountID: UserTable], of file: File) {
        if self.file != file { return }
        for (account, table) in tables {
            young[account] = table
            youngBytes += table.cost
        }
        if youngBytes <= Self.bytesMax { return }
        (old, young, youngBytes) = (young, [:], 0)
    }
}

extension UserTable {
    /// The approximate memory size in bytes.
    fileprivate var cost: Int { bytes + 160 * (count + removedCount + 1) }
}
