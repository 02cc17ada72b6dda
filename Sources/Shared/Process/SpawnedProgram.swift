#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A program that this process has started.
///
/// It gets the named descriptors, the system's default handling of signals, and a session of its own, so that keys
/// pressed in this terminal do not end it. All others of Tickwire's descriptors close when a program starts
/// (`O_CLOEXEC`).
public struct SpawnedProgram: Sendable {
    private let id: pid_t

    /// - Parameters:
    ///   - program: its path.
    ///   - arguments: without the program's name.
    ///   - output: nil discards what it prints. Its input is always empty.
    public init(
        _ program: String,
        _ arguments: [String],
        environment: [String: String],
        output: Descriptor? = nil,
        error: Descriptor? = nil
    ) throws(SystemError) {
        var descriptors = SpawnDescriptors()
        var attributes = SpawnAttributes()
        defer {
            descriptors.destroy()
            attributes.destroy()
        }
        descriptors.open("/dev/null", O_RDONLY, as: .standardInput)
        for (target, source) in [(Descriptor.standardOutput, output), (.standardError, error)] {
            if let source {
                descriptors.duplicate(source, as: target)
            } else {
                descriptors.open("/dev/null", O_WRONLY, as: target)
            }
        }
        let arguments = CStrings([program] + arguments)
        let variables = CStrings(environment.map { "\($0)=\($1)" })
        defer {
            arguments.release()
            variables.release()
        }
        var id = pid_t()
        let code = posix_spawn(&id, program, &descriptors.actions, &attributes.value, arguments.list, variables.list)
        if code != 0 { throw SystemError(code: code) }
        self.id = id
    }

    /// Calls once the process has ended, with its status, or with 128 and the number of the signal that ended it. Call this
    /// once, or the process stays in the system's table until this one ends.
    public func whenEnded(_ report: @escaping @Sendable (_ status: Int32) -> Void) {
        // A thread of the cooperative pool must not wait for a program that may run for hours.
        let id = id
        DetachedThread.run {
            var status: Int32 = 0
            while waitpid(id, &status, 0) < 0 {
                if errno != EINTR { return report(-1) }
            }
            let signal = status & 0x7F
            report(signal == 0 ? status >> 8 & 0xFF : 128 + signal)
        }
    }
}

/// Which files the program has open when it starts.
private struct SpawnDescriptors {
    #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
    #else
        var actions = posix_spawn_file_actions_t()
    #endif

    init() { posix_spawn_file_actions_init(&actions) }
    mutating func destroy() { posix_spawn_file_actions_destroy(&actions) }

    mutating func open(_ path: String, _ flags: Int32, as target: Descriptor) {
        posix_spawn_file_actions_addopen(&actions, target.number, path, flags, 0)
    }

    mutating func duplicate(_ source: Descriptor, as target: Descriptor) {
        posix_spawn_file_actions_adddup2(&actions, source.number, target.number)
    }
}

private struct SpawnAttributes {
    #if canImport(Darwin)
        var value: posix_spawnattr_t?
    #else
        var value = posix_spawnattr_t()
    #endif

    init() {
        posix_spawnattr_init(&value)
        #if canImport(Darwin)
            let session = POSIX_SPAWN_SETSID | POSIX_SPAWN_CLOEXEC_DEFAULT
        #else
            // POSIX_SPAWN_SETSID, which Swift's module leaves out because it is newer than POSIX.
            let session: Int32 = 0x80
        #endif
        posix_spawnattr_setflags(&value, Int16(Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK) | session))
        // Ignored and blocked signals would be inherited.
        var signals = sigset_t()
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&value, &signals)
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&value, &signals)
    }

    mutating func destroy() { posix_spawnattr_destroy(&value) }
}

/// A list of C strings that ends with nil.
private struct CStrings {
    let list: [UnsafeMutablePointer<CChar>?]

    init(_ strings: [String]) { list = strings.map { strdup($0) } + [nil] }
    func release() { for string in list { free(string) } }
}
