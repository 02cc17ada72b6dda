#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

extension TerminalOptions {
    /// Sends SIGTSTP to the whole process group, as the terminal driver would: a script that started us stops too.
    /// The signal may hit another thread a moment after `kill` returns; the short wait lets that happen here. Should the
    /// stop come later still, SIGCONT makes the driver take the terminal again.
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
