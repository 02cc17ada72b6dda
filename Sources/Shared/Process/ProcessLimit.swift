#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A limit of the system for this process and its children.
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

    /// Raises the number of open files as far as the system allows without its administrator. Each connection is an
    /// open file, and many programs are started with a low limit.
    public static func raiseOpenFiles() { openFiles.set { $0 } }

    /// How many files the process may have open now; nil if the system does not say.
    public static var openFilesMax: Int? {
        var limit = rlimit()
        return getrlimit(openFiles.resource, &limit) == 0 ? Int(clamping: limit.rlim_cur) : nil
    }

    /// Prevents a core, which would contain all memory of a crashed process, including passwords and keys.
    ///
    /// The limit is 1 and not 0. With any other limit, Linux still passes cores to a program that collects them. And 1
    /// is too small for a file (fs/coredump.c).
    public static func leaveNoCore() { coreBytes.set { min(1, $0) } }

    /// - Parameter wanted: returns the value to set, given the largest allowed one.
    private func set(_ wanted: (rlim_t) -> rlim_t) {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = wanted(limit.rlim_max)
        _ = setrlimit(resource, &limit)
    }
}
