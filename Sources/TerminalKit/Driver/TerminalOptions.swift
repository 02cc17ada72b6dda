/// How a terminal is taken. The defaults are for people; tests hand in their own.
package struct TerminalOptions: Sendable {
    /// Clicks and the wheel are reported; the terminal's own text selection then needs Shift.
    package var mouse: Bool
    /// Asks the terminal whether it shows images. Whoever is given back the terminal finds none left.
    package var asksForImages: Bool
    /// Asks the terminal what its colors look like, and how many there are.
    package var asksForColors: Bool
    package var asksForDepth: Bool
    /// Gaining and losing the focus is reported.
    package var focus: Bool
    /// How long an ESC waits for the rest of a sequence. Below what a person notices, above what a network splits.
    package var escapeTimeout: Duration
    /// Stops the process as the shell's Ctrl-Z would, and returns when it goes on.
    package var stopProcess: @Sendable () -> Void

    package init(
        mouse: Bool = false,
        asksForImages: Bool = false,
        asksForColors: Bool = false,
        asksForDepth: Bool = false,
        focus: Bool = false,
        escapeTimeout: Duration = .milliseconds(30),
        stopProcess: @escaping @Sendable () -> Void = TerminalOptions.stopWithShell
    ) {
        self.mouse = mouse
        self.asksForImages = asksForImages
        self.asksForColors = asksForColors
        self.asksForDepth = asksForDepth
        self.focus = focus
        self.escapeTimeout = escapeTimeout
        self.stopProcess = stopProcess
    }
}
