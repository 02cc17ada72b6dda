internal import Foundation
internal import GRDB
internal import Shared

/// Copies and restores the database through SQLite's online backup, whether or not the server runs.
package struct UserBackup {
    private let directory: String

    package init(dataDirectory: String) { directory = dataDirectory }

    /// The temporary name of a restored database until it is complete.
    static func restoring(in directory: String) -> String { DataDirectory.database(in: directory) + ".restoring" }

    /// Writes a backup to a private folder beside `file`, and moves it into place once it is complete and intact. If
    /// `file` is a symbolic link, the link itself is replaced.
    /// - Throws: `UserError.noDatabase`, `UserError.backupOverData`, `UserError.backupIsFolder`, `UserError.diskFull`,
    ///   `UserError.badDatabase`, `UserError.unwritableBackup`, `ServerError`, `PathFault`, `UserStoreError`
    package func write(to file: String) throws {
        guard DataDirectory.hasDatabase(directory) else { throw UserError.noDatabase(directory) }
        if Self.isFolder(file) { throw UserError.backupIsFolder(file) }
        let data = try prepared()
        let database = DataDirectory.database(in: data)
        let (folder, name) = Self.split(file)
        let target = try TrustedPath().sharedFolder(folder)
        let path = "\(target)/\(name)"
        if DataDirectory.files(in: data).contains(where: { Self.isSame($0, path) }) {
            throw UserError.backupOverData(file)
        }
        guard Self.isReplaceable(path) else { throw PathFault.notAFile(file) }
        try explaining(file) {
            let suffix = SecureRandom.bytes(8).hexadecimal
            let temporary = "\(target)/.tickwire-backup-\(suffix)"
            if mkdir(temporary, 0o700) != 0 {
                let error = SystemError.last
                throw Self.isDiskFull(error) ? UserError.diskFull(file) : UserError.unwritableBackup(file, error)
            }
            defer {
                Self.remove(temporary + "/copy")
                rmdir(temporary)
            }
            let source = try Self.open(database)
            let copy = try Self.open(temporary + "/copy", isNew: true)
            try source.backup(to: copy)
            try Self.check(copy, of: database)
            try Self.settle(copy)
            try source.close()
            guard rename(temporary + "/copy", path) == 0 else { throw SystemError.last }
        }
    }

    /// Restores the database in one step: a reader sees either the old data or the restored data.
    /// - Throws: `UserError.backupIsFolder`, `UserError.noBackup`, `UserError.unreadableBackup`, `UserError.badBackup`,
    ///   `UserError.diskFull`, `UserStoreError.newer`, `UserStoreError.unreadable`, `ServerError`
    package func restore(from file: String) throws {
        try Self.checkReadable(file)
        let directory = try prepared()
        let temporary = Self.restoring(in: directory)
        let live = DataDirectory.database(in: directory)
        defer { Self.remove(temporary) }
        Self.remove(temporary)
        let copy = try explaining(live) { try Self.open(temporary, isNew: true) }
        do {
            var readOnly = Configuration()
            readOnly.readonly = true
            let backup = try DatabaseQueue(path: file, configuration: readOnly)
            try backup.backup(to: copy)
            try backup.close()
            try copy.read { db in
                try Self.check(db, foreign: Self.noBackup)
                try UserSchema.migrator.refuseNewer(db, at: file)
            }
        } catch let error as UserStoreError {
            throw error
        } catch {
            // A full disk is no fault of the backup: only writing the copy needs space.
            throw Self.isDiskFull(error)
                ? UserError.diskFull(live) : UserError.badBackup(file, reason: Self.reason(error))
        }
        try explaining(live) {
            try UserSchema.migrator.migrate(copy)
            try copy.write { try StoreIdentity.random().write(to: $0) }
            let database = try Self.open(live)
            try copy.backup(to: database)
            try database.close()
            try copy.close()
        }
    }

    private func prepared() throws -> String {
        try DataDirectory.prepare(directory, of: DataDirectory.owner(of: directory))
    }

    /// Compares the files themselves, because a folder may have several paths. Compares names if a file does not exist
    /// yet.
    private static func isSame(_ one: String, _ other: String) -> Bool {
        var (first, second) = (stat(), stat())
        guard lstat(one, &first) == 0, lstat(other, &second) == 0 else { return one == other }
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Finds the cause, because SQLite only says that it cannot open the file.
    private static func checkReadable(_ file: String) throws(UserError) {
        if isFolder(file) { throw .backupIsFolder(file) }
        if access(file, R_OK) == 0 { return }
        throw errno == ENOENT ? .noBackup(file) : .unreadableBackup(file, .last)
    }

    /// A backup may replace a file or a link, or take an unused name. Anything else, such as a device or a folder, is
    /// no earlier backup.
    private static func isReplaceable(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) != 0 || [S_IFREG, S_IFLNK].contains(status.st_mode & S_IFMT)
    }

    private static func split(_ file: String) -> (folder: String, name: Substring) {
        guard let slash = file.lastIndex(of: "/") else { return (".", file[...]) }
        return (slash == file.startIndex ? "/" : String(file[..<slash]), file[file.index(after: slash)...])
    }

    /// A damaged database can often be copied page by page, and its copy must not replace an intact backup.
    /// - Throws: `UserError.badDatabase`
    private static func check(_ copy: DatabaseQueue, of database: String) throws(UserError) {
        do {
            try copy.read { try check($0, foreign: noAccounts) }
        } catch {
            throw .badDatabase(database, reason: reason(error))
        }
    }

    /// - Parameter foreign: what is wrong with an intact database of another program.
    private static func check(_ db: Database, foreign: String) throws {
        let verdict = try String.fetchOne(db, sql: "PRAGMA quick_check") ?? ""
        guard verdict == "ok" else { throw SystemError("it is damaged: \(verdict)") }
        guard try db.tableExists("account") else { throw SystemError(foreign) }
    }

    private static let noAccounts = "it has no accounts of Tickwire"
    private static let noBackup = "it is not a backup of Tickwire's accounts"

    /// In words about the file. SQLite's own also quote the statement that has failed.
    private static func reason(_ error: any Error) -> String {
        guard let error = error as? DatabaseError else { return "\(error)" }
        let words = error.message ?? "\(error.resultCode)"
        return switch error.resultCode {
        case .SQLITE_NOTADB: noBackup
        case .SQLITE_CORRUPT: "it is damaged: \(words)"
        default: words
        }
    }

    /// Merges the journal into the one file and writes it to disk.
    static func settle(_ copy: DatabaseQueue) throws {
        try copy.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA synchronous = EXTRA; PRAGMA journal_mode = DELETE; BEGIN IMMEDIATE; COMMIT")
        }
        try copy.close()
    }

    static func open(_ path: String, isNew: Bool = false) throws -> DatabaseQueue {
        try SQLiteUserStore.makePrivateFile(path, isNew: isNew)
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        return queue
    }

    static func remove(_ path: String) {
        for suffix in ["", "-wal", "-shm", "-journal"] { SmallFile.remove(path + suffix) }
    }

    private func explaining<Value>(_ file: String, _ work: () throws -> Value) throws -> Value {
        do {
            return try work()
        } catch let fault as PathFault {
            throw fault
        } catch let error as UserError {
            throw error
        } catch {
            throw Self.isDiskFull(error)
                ? UserError.diskFull(file) : UserStoreError(path: file, error)
        }
    }

    private static func isDiskFull(_ error: any Error) -> Bool {
        switch error {
        case let error as DatabaseError: error.resultCode == .SQLITE_FULL
        case let error as SystemError: [SystemError(code: ENOSPC), SystemError(code: EDQUOT)].contains(error)
        default: false
        }
    }
}
