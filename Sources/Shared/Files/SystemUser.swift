import PlatformKit

/// A user of the machine, in the form for errors: `ada (uid 1000)`.
public struct SystemUser: Hashable, Sendable, CustomStringConvertible {
    public let id: UInt32

    public init(_ id: UInt32) { self.id = id }

    /// The user that this process acts as.
    public static var current: SystemUser { SystemUser(geteuid()) }

    /// Gives up root's rights and takes this user's, for good and in all threads, with one group and no others.
    /// - Throws: `SystemError` unless root calls it.
    public static func become(_ user: SystemUser, group: UInt32) throws(SystemError) {
        var groups: [gid_t] = [group]
        guard setgroups(1, &groups) == 0, setgid(group) == 0, setuid(user.id) == 0 else { throw .last }
        // Root's home may be closed to this user, and libpq fails if it is. Without HOME, it looks in this user's home.
        unsetenv("HOME")
    }

    public var description: String {
        guard let entry = getpwuid(id) else { return "uid \(id)" }
        return "\(String(cString: entry.pointee.pw_name)) (uid \(id))"
    }
}
