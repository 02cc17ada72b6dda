internal import GRDB
internal import Shared

/// The tables that the last transactions have read, so that the next change of a user needs not read and hash all of them again.
///
/// A table leaves the cache with the transaction that uses it, and comes back once that is on disk: what was rolled back is read anew.
/// Two generations make room: what was not used while one of them filled goes.
struct UserTableCache {
    /// What the file was: a commit of another process, or a backup in its place, and nothing of before holds any more.
    struct File: Hashable, Sendable {
        /// SQLite's data_version, which moves when another connection has committed, and only then.
        let version: Int
        let identity: StoreIdentity
    }

    /// The limit of one generation, of which there are two. It is what 120 users with 500 favorites and 1,000 removed ones need. On a
    /// large server, that many users change something at a time; most have far less.
    private static let bytesMax = 32 * 1024 * 1024

    private var file: File?
    private var young: [AccountID: UserTable] = [:]
    private var old: [AccountID: UserTable] = [:]
    private var youngBytes = 0

    /// - Returns: those that are known of these.
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
    /// About so many bytes of memory.
    fileprivate var cost: Int { bytes + 160 * (count + removedCount + 1) }
}
