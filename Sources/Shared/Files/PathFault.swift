/// Why a path is not trusted: which part of it, who can change it, and what to do.
public enum PathFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// The part of a path that is not trusted, which decides the advice.
    public enum Role: Equatable, Sendable {
        /// The data folder itself.
        case folder
        /// A file in the data folder.
        case file
        /// A folder on the way, which may be another user's home folder.
        case ancestor
    }

    case foreign(path: String, Role, owner: SystemUser, wanted: SystemUser)
    case foreignLink(path: String, owner: SystemUser)
    /// Its mode, of which the last nine bits are permissions.
    case writable(path: String, mode: UInt32)
    case notAFolder(String)
    case notAFile(String)
    case tooManyLinks(String)
    /// The path led elsewhere when it was resolved again.
    case changed(String)
    case system(path: String, SystemError)

    public var description: String {
        switch self {
        case .foreign(let path, .ancestor, let owner, let wanted):
            "\(path) belongs to \(owner), who can change what lies below it; choose a path whose folders belong to "
                + (wanted.id == 0 ? "root" : "root or to \(wanted)")
        case .foreign(let path, let role, let owner, let wanted):
            "\(path) belongs to \(owner) and must belong to \(wanted); run the program as its owner, or, if you trust what is there, "
                + "run '\(role == .folder ? "chown -R" : "chown") \(wanted.id) \(path)'"
        case .foreignLink(let path, let owner):
            "\(path) is a link that belongs to \(owner); give the path that it leads to"
        case .writable(let path, let mode):
            "users other than its owner may write to \(path) (mode \(String(mode, radix: 8))); run 'chmod go-w \(path)'"
        case .notAFolder(let path): "\(path) is not a folder; give another path"
        case .notAFile(let path):
            "\(path) is not a regular file; give another path, or move it away if you do not need it"
        case .tooManyLinks(let path): "\(path) leads through too many links; give the path that it leads to"
        case .changed(let path): "the folders of \(path) changed during the check; see who can write to them"
        case .system(let path, let error): "\(path): \(error)"
        }
    }
}
