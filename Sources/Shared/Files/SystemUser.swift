#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A user of the machine, as errors name them: `ada (uid 1000)`.
public struct SystemUser: Hashable, Sendable, CustomStringConvertible {
    public let id: UInt32

    public init(_ id: UInt32) { self.id = id }

    /// As whom this process acts.
    public static var current: SystemUser { SystemUser(geteuid()) }

    /// For good, in all threads, with one group and no others: root gives up its rights and takes this user's.
    /// - Throws: for anybody but root.
    public static func become(_ user: SystemUser, group: UInt32) throws(SystemError) {
        var groups: [gid_t] = [group]
        guard setgroups(1, &groups) == 0, setgid(group) == 0, setuid(user.id) == 0 else { throw .last }
    }

    public var description: String {
        guard let entry = getpwuid(id) else { return "uid \(id)" }
        return "\(String(cString: entry.pointee.pw_name)) (uid \(id))"
    }
}
