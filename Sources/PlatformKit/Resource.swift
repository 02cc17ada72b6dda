/// What a process may use only so much of (getrlimit(2)).
package struct Resource: Sendable {
    #if canImport(Glibc)
        package static let openFiles = Self(number: __rlimit_resource_t(RLIMIT_NOFILE.rawValue))
        package static let coreBytes = Self(number: __rlimit_resource_t(RLIMIT_CORE.rawValue))
        private let number: __rlimit_resource_t
    #else
        package static let openFiles = Self(number: RLIMIT_NOFILE)
        package static let coreBytes = Self(number: RLIMIT_CORE)
        private let number: Int32
    #endif

    /// Nil if the system does not say.
    package var limit: rlimit? {
        var limit = rlimit()
        return getrlimit(number, &limit) == 0 ? limit : nil
    }

    /// - Returns: whether the system has taken it.
    @discardableResult
    package func set(_ limit: rlimit) -> Bool {
        var limit = limit
        return setrlimit(number, &limit) == 0
    }
}
