internal import GRDB
internal import Shared

/// Caches what recent transactions have read and written of users, so that a user's next change need not read it again.
///
/// A transaction takes users out of the cache, and puts them back once its changes are on disk. After a rollback, they are
/// read again. There are two generations: a user who was not needed while one generation filled up is dropped.
struct UserCache {
    struct User: Sendable {
        var table: UserTable
        /// The logs of those clients that have changed something. Empty if another process may write them.
        var logs: [ClientID: OutcomeLog] = [:]
    }

    /// When users were taken out, so that they are put back only if they are still valid.
    struct Ticket: Sendable {
        fileprivate let file: File
        fileprivate let drops: Int
    }

    /// The state of the file. After another process has committed, or a backup has replaced the file, nothing in the cache
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
    private var young: [AccountID: User] = [:]
    private var old: [AccountID: User] = [:]
    private var youngBytes = 0
    /// How often everything was dropped.
    private var drops = 0

    /// - Returns: the cached ones among these users.
    mutating func take(_ accounts: [AccountID], of file: File) -> ([AccountID: User], Ticket) {
        if self.file != file { drop() }
        self.file = file
        var users: [AccountID: User] = [:]
        for account in accounts {
            if let user = young.removeValue(forKey: account) {
                youngBytes -= user.cost
                users[account] = user
            } else if let user = old.removeValue(forKey: account) {
                users[account] = user
            }
        }
        return (users, Ticket(file: file, drops: drops))
    }

    /// Does nothing if everything was dropped after these users were taken.
    mutating func keep(_ users: [AccountID: User], since ticket: Ticket) {
        if drops != ticket.drops || file != ticket.file { return }
        for (account, user) in users {
            young[account] = user
            youngBytes += user.cost
        }
        if youngBytes <= Self.bytesMax { return }
        (old, young, youngBytes) = (young, [:], 0)
    }

    /// Takes in users as another node has left them.
    mutating func renew(_ users: [AccountID: User], of file: File) {
        let (_, ticket) = take(Array(users.keys), of: file)
        keep(users, since: ticket)
    }

    /// Forgets everybody, also those who are taken out at the moment.
    mutating func drop() { (file, young, old, youngBytes, drops) = (nil, [:], [:], 0, drops + 1) }
}

extension UserCache.User {
    /// The approximate memory size in bytes.
    fileprivate var cost: Int {
        let logs = logs.values.reduce(0) { $0 + 80 + 8 * $1.count }
        return table.bytes + 160 * (table.count + table.removedCount + 1) + logs
    }
}
