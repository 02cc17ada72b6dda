/// How to take a terminal. The defaults are for people, and tests pass their own.
package struct TerminalOptions: Sendable {
    /// Clicks and the wheel are reported; the terminal's own text selection then needs Shift.
    package var mouse: Bool
    /// Whether to ask if the terminal shows images. At the end, all images are removed.
    package var asksForImages: Bool
    /// Whether to ask for the terminal's colors and their number.
    package var asksForColors: Bool
    package var asksForDepth: Bool
    /// Gaining and losing the focus is reported.
    package var focus: Bool
    /// How long an ESC waits for the rest of a sequence: shorter than people notice, and longer than networks split a
    /// sequence.
    package var escapeTimeout: Duration
    /// Stops the process as Ctrl-Z in a shell would, and returns when it continues.
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
