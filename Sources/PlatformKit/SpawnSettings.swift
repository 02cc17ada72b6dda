/// How a program starts (posix_spawn(3)): which files it has open, and with which signals. Call `destroy` after use.
package struct SpawnSettings {
    #if canImport(Darwin)
        private var actions: posix_spawn_file_actions_t?
        private var attributes: posix_spawnattr_t?
    #else
        private var actions = posix_spawn_file_actions_t()
        private var attributes = posix_spawnattr_t()
    #endif

    /// A session of its own, the system's default handling of signals, and none blocked.
    package init() {
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        #if canImport(Darwin)
            let session = POSIX_SPAWN_SETSID | POSIX_SPAWN_CLOEXEC_DEFAULT
        #else
            // POSIX_SPAWN_SETSID, which Swift's module leaves out because it is newer than POSIX.
            let session: Int32 = 0x80
        #endif
        let flags = Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK) | session
        posix_spawnattr_setflags(&attributes, Int16(flags))
        // Ignored and blocked signals would be inherited.
        var signals = sigset_t()
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
    }

    package mutating func destroy() {
        posix_spawn_file_actions_destroy(&actions)
        posix_spawnattr_destroy(&attributes)
    }

    package mutating func open(_ path: String, _ flags: Int32, as target: Int32) {
        posix_spawn_file_actions_addopen(&actions, target, path, flags, 0)
    }

    package mutating func duplicate(_ source: Int32, as target: Int32) {
        posix_spawn_file_actions_adddup2(&actions, source, target)
    }

    /// - Parameters:
    ///   - arguments: with the program's name, and nil at the end.
    ///   - variables: with nil at the end.
    /// - Returns: 0, or the code of the error.
    package func spawn(
        _ program: String,
        _ arguments: [UnsafeMutablePointer<CChar>?],
        _ variables: [UnsafeMutablePointer<CChar>?],
        id: inout pid_t
    ) -> Int32 {
        withUnsafePointer(to: actions) { actions in
            withUnsafePointer(to: attributes) { posix_spawn(&id, program, actions, $0, arguments, variables) }
        }
    }
}
