import PlatformKit

/// Checks that only root and one user can change the file at a path, as ssh does with its keys.
///
/// A path is resolved from the root on. Each folder and link on the way belongs to root or to the user. A folder on the
/// way is not writable by all, unless it is sticky like `/tmp`, where users cannot replace each other's files. Its
/// group may write to it, because many systems give each user a private group and make folders group-writable, and the
/// members of a group cannot be found reliably. The last folder and the files in it are writable by their owner only.
/// So apart from members of that group, no other user can replace the checked file.
public struct TrustedPath {
    /// The users who may own trusted files.
    private let owners: Set<uid_t>
    private let user: SystemUser

    /// How many links a path may lead through, as in Linux.
    private static let linksMax = 40

    /// - Parameter user: the user that this process acts as, unless root checks another user's folder.
    public init(of user: SystemUser = .current) {
        self.user = user
        var (owners, root) = ([0, user.id] as Set<uid_t>, stat())
        // In a container's user namespace, root may have another number: that of the owner of the root folder.
        if lstat("/", &root) == 0 { owners.insert(root.st_uid) }
        self.owners = owners
    }

    // MARK: Folders

    /// A folder of the user to which nobody else may write. It is made (mode 0700) if it does not exist.
    /// - Returns: its path, without links.
    public func ownFolder(_ path: String) throws(PathFault) -> String {
        let resolved = try resolve(path, as: .folder)
        do throws(SystemError) { try SmallFile.makeFolder(resolved) } catch { throw .system(path: resolved, error) }
        // If a folder was missing, another user of a sticky folder may have made it first.
        guard try resolve(resolved, as: .folder) == resolved else { throw .changed(resolved) }
        let status = try status(of: resolved)
        guard status.isFolder else { throw .notAFolder(resolved) }
        guard status.st_uid == user.id else { throw foreign(resolved, .folder, status) }
        guard status.st_mode & 0o022 == 0 else {
            throw .writable(path: resolved, mode: UInt32(status.st_mode & 0o7777))
        }
        return resolved
    }

    /// A folder in which others may write only if they cannot change files that are not theirs.
    /// - Returns: its path, without links.
    public func sharedFolder(_ path: String) throws(PathFault) -> String {
        let resolved = try resolve(path, as: .ancestor)
        let status = try status(of: resolved)
        guard status.isFolder else { throw .notAFolder(resolved) }
        guard status.st_mode & 0o022 == 0 || status.isSticky else {
            throw .writable(path: resolved, mode: UInt32(status.st_mode & 0o7777))
        }
        return resolved
    }

    /// Checks a file that may not exist, in the user's own folder.
    public func checkOwnFile(_ path: String) throws(PathFault) {
        guard let status = Self.status(of: path) else { return }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path) }
        guard status.st_uid == user.id else { throw foreign(path, .file, status) }
        guard status.st_mode & 0o022 == 0 else { throw .writable(path: path, mode: UInt32(status.st_mode & 0o7777)) }
    }

    // MARK: Resolving

    /// - Returns: an absolute path without links. Its last components may not exist.
    /// - Parameter role: the role of the path's target.
    private func resolve(_ path: String, as role: PathFault.Role) throws(PathFault) -> String {
        var rest = Self.components(path.hasPrefix("/") ? path : try Self.workingDirectory() + "/" + path)
        var (resolved, links) = ("", 0)
        try check("/", as: .ancestor)
        while let component = rest.popLast() {
            if component == ".." {
                resolved = resolved.lastIndex(of: "/").map { String(resolved[..<$0]) } ?? ""
                continue
            }
            let next = resolved + "/" + component
            if let target = try linkTarget(next) {
                links += 1
                if links > Self.linksMax { throw .tooManyLinks(path) }
                if target.hasPrefix("/") { resolved = "" }
                rest += Self.components(target)
            } else {
                try check(next, as: rest.isEmpty ? role : .ancestor)
                resolved = next
            }
        }
        return resolved.isEmpty ? "/" : resolved
    }

    /// The components, the last one first.
    private static func components(_ path: String) -> [String] {
        path.split(separator: "/").map(String.init).filter { $0 != "." }.reversed()
    }

    /// - Returns: nil if it is not a link.
    private func linkTarget(_ path: String) throws(PathFault) -> String? {
        guard let status = Self.status(of: path), status.st_mode & S_IFMT == S_IFLNK else { return nil }
        guard owners.contains(status.st_uid) else { throw .foreignLink(path: path, owner: SystemUser(status.st_uid)) }
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &bytes, bytes.count)
        guard count >= 0 else { throw .system(path: path, .last) }
        return String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Checks a folder on the way. A missing one will be made in a checked folder.
    private func check(_ path: String, as role: PathFault.Role) throws(PathFault) {
        guard let status = Self.status(of: path), status.isFolder else { return }
        guard owners.contains(status.st_uid) else { throw foreign(path, role, status) }
        guard status.st_mode & 0o002 == 0 || status.isSticky else {
            throw .writable(path: path, mode: UInt32(status.st_mode & 0o7777))
        }
    }

    private func foreign(_ path: String, _ role: PathFault.Role, _ status: stat) -> PathFault {
        .foreign(path: path, role, owner: SystemUser(status.st_uid), wanted: user)
    }

    private func status(of path: String) throws(PathFault) -> stat {
        guard let status = Self.status(of: path) else { throw .system(path: path, .last) }
        return status
    }

    /// The status of the path, of a link itself. Nil if there is nothing, or this user may not see it.
    private static func status(of path: String) -> stat? {
        var status = stat()
        return lstat(path, &status) == 0 ? status : nil
    }

    private static func workingDirectory() throws(PathFault) -> String {
        guard let path = getcwd(nil, 0) else { throw .system(path: ".", .last) }
        defer { free(path) }
        return String(cString: path)
    }
}

extension stat {
    fileprivate var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }
    fileprivate var isSticky: Bool { st_mode & S_ISVTX != 0 }
}
