import PlatformKit

/// Handles signals while a terminal is taken. Signals with a meaning become bytes in the wake pipe. Signals of a crash
/// give the terminal back first. Earlier handlers are put back at the end, and a crash is passed on to them.
///
/// Where nothing reads the wake pipe, signals that ask the process to end are passed on like those of a crash.
enum SignalWatch {
    /// The signals that ask the process to end, and those that would end it because nothing else handles them.
    static let ending = [SIGTERM, SIGHUP, SIGINT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF]
    private static let relayed = ending + [SIGWINCH, SIGTSTP, SIGCONT]
    private static let fatal = [
        SIGSEGV, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGQUIT, SIGSYS, SIGXCPU, SIGXFSZ,
    ]
    private static let signalLimit = 65

    // Read in signal handlers, where no lock may be taken; written only while the handlers are not installed.
    nonisolated(unsafe) private static let wakeDescriptor: UnsafeMutablePointer<Int32> = {
        let place = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
        place.initialize(to: -1)
        return place
    }()

    // As above. The earlier handlers by signal number.
    nonisolated(unsafe) private static let previous: UnsafeMutablePointer<sigaction> = {
        let place = UnsafeMutablePointer<sigaction>.allocate(capacity: signalLimit)
        place.initialize(repeating: sigaction(), count: signalLimit)
        return place
    }()

    static func install(waking pipe: WakePipe) {
        wakeDescriptor.pointee = pipe.writeEnd
        SignalStack.prepare()
        for signal in relayed { install(signal, flags: SA_RESTART, relay) }
        installPassingOn(fatal)
    }

    static func uninstall() {
        putBack(relayed + fatal)
        wakeDescriptor.pointee = -1
    }

    static func installPassingOn() {
        SignalStack.prepare()
        installPassingOn(ending + fatal)
    }

    /// A signal that is ignored stays ignored: it ends nothing, so the terminal is still needed.
    private static func installPassingOn(_ signals: [Int32]) {
        for signal in signals {
            sigaction(signal, nil, previous + Int(signal))
            if !previous[Int(signal)].isIgnoring { install(signal, flags: SA_ONSTACK, passOn) }
        }
    }

    static func uninstallPassingOn() { putBack(ending + fatal) }

    private static func putBack(_ signals: [Int32]) {
        for signal in signals { sigaction(signal, previous + Int(signal), nil) }
    }

    /// Ends the process as the signal would have done.
    static func die(of signal: Int32) {
        var standard = sigaction()
        standard.setHandler(SIG_DFL)
        sigaction(signal, &standard, nil)
        kill(getpid(), signal)
    }

    private static func install(_ signal: Int32, flags: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
        var action = sigaction()
        action.setHandler(handler)
        action.sa_flags = flags
        // Block all signals in a handler, including SIGTTOU, because a background process may restore the terminal as
        // well.
        sigfillset(&action.sa_mask)
        sigaction(signal, &action, previous + Int(signal))
    }

    private static let relay: @convention(c) (Int32) -> Void = { signal in
        let code = errno
        var message = UInt8(truncatingIfNeeded: signal)
        _ = write(SignalWatch.wakeDescriptor.pointee, &message, 1)
        errno = code
    }

    /// The signal is blocked until this returns. Then it arrives again and reaches the earlier handler.
    private static let passOn: @convention(c) (Int32) -> Void = { signal in
        EmergencyRestore.restore()
        sigaction(signal, SignalWatch.previous + Int(signal), nil)
        raise(signal)
    }
}

/// A stack for the crash handler, because the usual stack may be full. It belongs to the thread that takes the
/// terminal, which is the main one, and is never freed.
enum SignalStack {
    private static let bytes = 1 << 16

    static func prepare() {
        var present = stack_t()
        // The Swift runtime's backtracer or a sanitizer may have given this thread a stack already.
        if sigaltstack(nil, &present) == 0, present.ss_flags & Int32(SS_DISABLE) == 0 { return }
        var stack = stack_t()
        stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 16)
        stack.ss_size = bytes
        sigaltstack(&stack, nil)
    }
}
