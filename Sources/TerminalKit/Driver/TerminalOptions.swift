import PlatformKit

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

/// The modes that are switched on when a terminal is taken, and off again in reverse order.
enum TerminalModes {
    static func enter(_ options: TerminalOptions) -> [UInt8] {
        let modes = [
            "\u{1B}[?1049h",  // The alternate screen: what the shell showed stays.
            "\u{1B}[?25l",  // No cursor until a text field asks for it.
            "\u{1B}[?7l",  // No wrapping, because a cluster that is wider than expected must not move rows.
            "\u{1B}[?2004h",  // Bracketed paste.
            "\u{1B}[?u",  // Does it know the kitty keyboard protocol? Only those that do answer.
        ]
        let focus = options.focus ? "\u{1B}[?1004h" : ""
        // Clicks, and movements while a button is held down.
        let mouse = options.mouse ? "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h" : ""
        let images = options.asksForImages ? ControlSequence.askForImages : []
        let colors = options.asksForColors ? ControlSequence.askForColors : []
        let depth = options.asksForDepth ? ControlSequence.askForDepth : []
        return Array((modes.joined() + focus + mouse).utf8) + colors + depth + images
    }

    /// Valid in any state, even in the middle of a frame, and harmless if it is sent twice.
    static func leave(_ options: TerminalOptions) -> [UInt8] { options.asksForImages ? leaveWithImages : leave }

    static let leaveWithImages = cutOff + ControlSequence.dropImages + leave
    /// Ends a string that was cut off.
    private static let cutOff = Array("\u{1B}\\".utf8)

    static let leave = Array(
        [
            "\u{1B}\\\u{1B}]8;;\u{1B}\\",  // Ends a string or link that was cut off.
            "\u{1B}[?2026l\u{1B}[m",
            "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?1004l\u{1B}[?2004l",
            "\u{1B}[<u\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l",
        ].joined().utf8
    )
}
