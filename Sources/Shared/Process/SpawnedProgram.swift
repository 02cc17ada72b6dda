import PlatformKit

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
        var settings = SpawnSettings()
        defer { settings.destroy() }
        settings.open("/dev/null", O_RDONLY, as: Descriptor.standardInput.number)
        for (target, source) in [(Descriptor.standardOutput, output), (.standardError, error)] {
            if let source {
                settings.duplicate(source.number, as: target.number)
            } else {
                settings.open("/dev/null", O_WRONLY, as: target.number)
            }
        }
        let arguments = CStrings([program] + arguments)
        let variables = CStrings(environment.map { "\($0)=\($1)" })
        defer {
            arguments.release()
            variables.release()
        }
        var id = pid_t()
        let code = settings.spawn(program, arguments.list, variables.list, id: &id)
        if code != 0 { throw SystemError(code: code) }
        self.id = id
    }

    /// Calls once the process has ended, with its status, or with 128 and the number of the signal that ended it. Call this
    /// once, or the process stays in the system's table until this one ends.
    public func whenEnded(_ report: @escaping @Sendable (_ status: Int32) -> Void) {
        // A thread of the cooperative pool must not wait for a program that may run for hours.
        let id = id
        DetachedThread.start {
            var status: Int32 = 0
            while waitpid(id, &status, 0) < 0 {
                if errno != EINTR { return report(-1) }
            }
            let signal = status & 0x7F
            report(signal == 0 ? status >> 8 & 0xFF : 128 + signal)
        }
    }
}

/// A list of C strings that ends with nil.
private struct CStrings {
    let list: [UnsafeMutablePointer<CChar>?]

    init(_ strings: [String]) { list = strings.map { strdup($0) } + [nil] }
    func release() { for string in list { free(string) } }
}
