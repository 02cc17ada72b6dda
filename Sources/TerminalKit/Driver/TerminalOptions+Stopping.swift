#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

extension TerminalOptions {
    /// Sends SIGTSTP to the whole process group, as the terminal driver would, so that a script that started us stops,
    /// too. The signal may reach another thread a moment after `kill` returns. The short wait lets that happen here. If
    /// the stop comes even later, the driver takes the terminal again after SIGCONT.
    package static let stopWithShell: @Sendable () -> Void = {
        var action = sigaction()
        var previous = sigaction()
        sigaction(SIGTSTP, &action, &previous)
        kill(0, SIGTSTP)
        poll(nil, 0, 50)
        action = previous
        sigaction(SIGTSTP, &action, nil)
    }
}
