#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A limit of the system's for this process and those that it starts.
public struct ProcessLimit: Sendable {
    #if canImport(Glibc)
        private typealias Resource = __rlimit_resource_t
    #else
        private typealias Resource = Int32
    #endif

    #if canImport(Glibc)
        private static let openFiles = Self(Resource(RLIMIT_NOFILE.rawValue))
        private static let coreBytes = Self(Resource(RLIMIT_CORE.rawValue))
    #else
        private static let openFiles = Self(RLIMIT_NOFILE)
        private static let coreBytes = Self(RLIMIT_CORE)
    #endif

    private let resource: Resource

    private init(_ resource: Resource) { self.resource = resource }

    /// Takes as many open files as the system allows without being asked by its administrator: each connection is one, and
    /// many start programs with far less.
    public static func raiseOpenFiles() { openFiles.set { $0 } }

    /// How many files the process may have open now; nil if the system does not say.
    public static var openFilesMax: Int? {
        var limit = rlimit()
        return getrlimit(openFiles.resource, &limit) == 0 ? Int(clamping: limit.rlim_cur) : nil
    }

    /// A core is all the memory of a process that crashed, passwords and keys included. None is left of this one.
    ///
    /// 1 and not 0: Linux hands cores to a program that gathers them whatever the limit is, except for this one, which is
    /// also too little for a file (fs/coredump.c).
    public static func leaveNoCore() { coreBytes.set { min(1, $0) } }

    /// - Parameter wanted: given the most that may be set.
    private func set(_ wanted: (rlim_t) -> rlim_t) {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = wanted(limit.rlim_max)
        _ = setrlimit(resource, &limit)
    }
}
