import Foundation

/// The system's limit on open files: each connection is one.
enum OpenFiles {
    /// Takes what the system allows without being asked by its administrator; many start programs with far less.
    static func raiseLimit() {
        var limit = rlimit()
        #if canImport(Darwin)
            let resource = RLIMIT_NOFILE
        #else
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #endif
        guard getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        _ = setrlimit(resource, &limit)
    }
}
