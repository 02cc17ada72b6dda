import PlatformKit

/// The line discipline of a terminal: the original one, raw, and without echo.
struct TerminalAttributes {
    private(set) var settings: termios

    init(of descriptor: Int32) throws(TerminalError) {
        var settings = termios()
        guard tcgetattr(descriptor, &settings) == 0 else { throw .attributes(code: errno) }
        self.settings = settings
    }

    /// Delivers every key as it is pressed: no echo, lines, signals from keys, flow control or translation.
    var raw: TerminalAttributes {
        var copy = self
        cfmakeraw(&copy.settings)
        return copy
    }

    /// Delivers lines as before, and does not show what is typed.
    var withoutEcho: TerminalAttributes {
        var copy = self
        copy.settings.c_lflag &= ~tcflag_t(ECHO)
        return copy
    }

    func apply(to descriptor: Int32) throws(TerminalError) {
        var settings = settings
        while tcsetattr(descriptor, TCSANOW, &settings) != 0 {
            guard errno == EINTR else { throw .attributes(code: errno) }
        }
    }

    /// Gives the terminal back. SIGTTOU is blocked, so that this works from the background without stopping the
    /// process.
    func applyFromBackground(to descriptor: Int32) {
        var blocked = sigset_t()
        var previous = sigset_t()
        sigemptyset(&blocked)
        sigaddset(&blocked, SIGTTOU)
        pthread_sigmask(SIG_BLOCK, &blocked, &previous)
        try? apply(to: descriptor)
        pthread_sigmask(SIG_SETMASK, &previous, nil)
    }

    /// False only for our controlling terminal while it is lent to another job.
    static func isForeground(_ descriptor: Int32) -> Bool {
        let group = tcgetpgrp(descriptor)
        return group < 0 || group == getpgrp()
    }
}

extension Size {
    /// The size that the terminal reports, or 80x24 if it does not know.
    init(ofTerminal descriptor: Int32) {
        var window = winsize()
        let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0 && window.ws_col > 0 && window.ws_row > 0
        self.init(width: isKnown ? Int(window.ws_col) : 80, height: isKnown ? Int(window.ws_row) : 24)
    }
}
