internal import GRDB
internal import Shared

/// The tables that the last transactions read, so that the next change of a user does not have to read and hash them again.
///
/// A table leaves the cache with the transaction that uses it, and comes back once that is on disk. A table that was rolled back
/// is read again. There are two generations: a table that nobody used while one of them filled up is dropped.
struct UserTableCache {
    /// What the file was. After a commit of another process, or with a backup in its place, no cached table is valid.
    struct File: Hashable, Sendable {
        /// SQLite's data_version, which moves when another connection has committed, and only then.
        let version: Int
        let identity: StoreIdentity
    }

    /// The limit of one generation, of which there are two. It is what 120 users with 500 favorites and 1,000 removed ones need. On a
    /// large server, so many users change something at a time. Most of them have far less.
    private static let bytesMax = 32 * 1024 * 1024

    private var file: File?
    private var young: [AccountID: UserTable] = [:]
    private var old: [AccountID: UserTable] = [:]
    private var youngBytes = 0

    /// - Returns: the tables of these accounts that the cache has.
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
    /// The approximate size in bytes of memory.
    fileprivate var cost: Int { bytes + 160 * (count + removedCount + 1) }
}
