import PlatformKit

/// Input that the terminal does not show, such as a password.
package enum HiddenInput {
    /// Calls `read` while the terminal hides what is typed. Afterwards the terminal shows typing again, on a new line, even
    /// if a signal ends the process.
    /// - Parameter output: the terminal that `read` asks on.
    package static func reading<Result>(
        from input: Int32 = STDIN_FILENO,
        to output: Int32 = STDERR_FILENO,
        _ read: () -> Result
    ) throws(TerminalError) -> Result {
        let usual = try TerminalAttributes(of: input)
        let isFirst = EmergencyRestore.arm(input: input, output: output, attributes: usual, leaving: .hiddenLine)
        precondition(isFirst, "this process has taken a terminal already")
        SignalWatch.installPassingOn()
        // Ctrl-Z must not suspend: after `fg`, a shell may have made the terminal show typing again. It only discards what was
        // typed.
        let former = signal(SIGTSTP, SIG_IGN)
        defer {
            EmergencyRestore.restore()
            signal(SIGTSTP, former)
            SignalWatch.uninstallPassingOn()
        }
        try usual.withoutEcho.apply(to: input)
        // What was typed before was typed for something else.
        tcflush(input, TCIFLUSH)
        return read()
    }
}
