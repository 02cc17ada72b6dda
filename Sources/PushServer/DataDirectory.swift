internal import Foundation
internal import Shared

/// The folder that holds the database and the key.
package enum DataDirectory {
    static func database(in path: String) -> String { path + "/users.sqlite" }

    /// The hourly closes of a week.
    static func weeks(in path: String) -> String { path + "/weeks.sqlite" }

    /// The market as the last process left it.
    static func market(in path: String) -> String { path + "/market" }

    /// The exchange rates that were shown last. A mock makes its rates up, so they must not be shown as real ones.
    static func rates(in path: String, of environment: ProviderEnvironment.Name) -> String {
        path + (environment == .production ? "/rates" : "/rates-\(environment.rawValue)")
    }

    /// Held by the server that uses the folder.
    static func lock(in path: String) -> String { path + "/server.lock" }

    static func pin(in path: String) -> PinFile { PinFile(path: path + "/pin") }

    static func hasDatabase(_ path: String) -> Bool { SmallFile.exists(database(in: path)) }

    /// Makes the folder if need be (mode 0700), and checks that nobody but this user may write to it or to what is in it.
    /// - Parameter owner: whose folder it must be.
    /// - Returns: its path without links, which is the one to use.
    /// - Throws: `ServerError.untrusted`, `ServerError.unwritableDirectory`
    @discardableResult
    static func prepare(_ path: String, of owner: SystemUser = .current) throws(ServerError) -> String {
        let trust = TrustedPath(of: owner)
        do throws(PathFault) {
            let folder = try trust.ownFolder(path)
            for file in files(in: folder) { try trust.checkOwnFile(file) }
            if access(folder, W_OK | X_OK) != 0 { throw .system(path: folder, .last) }
            return folder
        } catch {
            if case .system(let path, let error) = error {
                throw .unwritableDirectory(path: path, reason: error.description)
            }
            throw .untrusted(error)
        }
    }

    /// The files that the server reads or writes, and those that SQLite keeps beside the database.
    static func files(in folder: String) -> [String] {
        let databases = [database(in: folder), UserBackup.restoring(in: folder), weeks(in: folder)]
        let certificate = [TLSIdentity.keyFileName, TLSIdentity.certificateFileName].map { folder + "/" + $0 }
        let rateFiles = ProviderEnvironment.Name.allCases.map { rates(in: folder, of: $0) }
        return databases.flatMap { path in ["", "-wal", "-shm", "-journal"].map { path + $0 } }
            + certificate + rateFiles + [market(in: folder), lock(in: folder), pin(in: folder).path]
    }

    /// Keeps a second server out of a folder: terminals of one server would not hear of changes made through the other. Commands of
    /// an operator need no lock, because the server notices what they write.
    /// - Throws: `ServerError.dataInUse` while another server holds the lock, `ServerError.unwritableDirectory`
    static func lockForServer(_ folder: String) throws(ServerError) -> FileLock {
        let free: FileLock?
        do throws(SystemError) {
            free = try FileLock(ifFreeAt: lock(in: folder))
        } catch {
            throw .unwritableDirectory(path: folder, reason: error.description)
        }
        guard let free else { throw .dataInUse(folder) }
        // The process that the file names, if any, has ended (`DrainRequest`).
        truncate(lock(in: folder), 0)
        return free
    }

    // MARK: Commands of root

    /// A command that root runs on somebody's folder acts as that user from then on. It has the owner's rights and no
    /// more, and leaves no file that the server cannot write to.
    ///
    /// If only root can reach the folder (systemd keeps the folder of a `DynamicUser` in `/var/lib/private`), the
    /// command stays root and gives the files that it makes to the owner. It does so only if root owns each folder
    /// above, because another owner could redirect the path.
    /// - Returns: the path to work on, without links where root's rights depend on it.
    /// - Throws: `ServerError.unwritableDirectory`
    package static func actAsOwner(of path: String) throws(ServerError) -> String {
        var status = stat()
        guard geteuid() == 0, let resolved = SmallFile.pathWithoutLinks(path), stat(resolved, &status) == 0,
            status.st_uid != 0
        else {
            return path
        }
        let owner = SystemUser(status.st_uid)
        let folders = foldersAbove(resolved)
        if let barrier = folders.first(where: { !$0.status.lets(status) }) {
            // In the user namespace of a container, root may have another number. The root folder, which comes last,
            // belongs to it.
            let roots: Set<uid_t> = [0, folders.last?.status.st_uid ?? 0]
            guard let foreign = folders.first(where: { !roots.contains($0.status.st_uid) }) else { return resolved }
            throw .unwritableDirectory(
                path: resolved,
                reason: "its owner, \(owner), cannot pass \(barrier.path), and root works there only if all folders "
                    + "above belong to root; \(foreign.path) belongs to \(SystemUser(foreign.status.st_uid))"
            )
        }
        do throws(SystemError) {
            try SystemUser.become(owner, group: status.st_gid)
        } catch {
            throw .unwritableDirectory(path: path, reason: "root cannot act as its owner: \(error)")
        }
        return path
    }

    /// Whose folder a command works on.
    static func owner(of path: String) -> SystemUser {
        var status = stat()
        return geteuid() == 0 && stat(path, &status) == 0 ? SystemUser(status.st_uid) : .current
    }

    /// The nearest first; those that are gone are left out.
    private static func foldersAbove(_ path: String) -> [(path: String, status: stat)] {
        var folder = path
        var folders: [(path: String, status: stat)] = []
        while let slash = folder.lastIndex(of: "/"), folder != "/" {
            folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
            var status = stat()
            if lstat(folder, &status) == 0 { folders.append((folder, status)) }
        }
        return folders
    }
}

extension stat {
    /// Whether the owner of a folder may pass this one above it.
    fileprivate func lets(_ owner: stat) -> Bool {
        let permission: mode_t = st_uid == owner.st_uid ? S_IXUSR : st_gid == owner.st_gid ? S_IXGRP : S_IXOTH
        return st_mode & permission != 0
    }
}
