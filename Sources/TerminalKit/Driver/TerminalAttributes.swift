#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The line discipline of a terminal: as it was, and raw.
struct TerminalAttributes {
    private(set) var settings: termios

    init(of descriptor: Int32) throws(TerminalError) {
        var settings = termios()
        guard tcgetattr(descriptor, &settings) == 0 else { throw .attributes(code: errno) }
        self.settings = settings
    }

    /// Every key as it is pressed: no echo, no lines, no signals from keys, no flow control, no translation.
    var raw: TerminalAttributes {
        var copy = self
        cfmakeraw(&copy.settings)
        return copy
    }

    func apply(to descriptor: Int32) throws(TerminalError) {
        var settings = settings
        while tcsetattr(descriptor, TCSANOW, &settings) != 0 {
            guard errno == EINTR else { throw .attributes(code: errno) }
        }
    }

    /// For giving the terminal back: with SIGTTOU blocked that works from the background too, instead of stopping us.
    func applyFromBackground(to descriptor: Int32) {
        var blocked = sigset_t()
        var previous = sigset_t()
        sigemptyset(&blocked)
        sigaddset(&blocked, SIGTTOU)
        pthread_sigmask(SIG_BLOCK, &blocked, &previous)
        try? apply(to: descriptor)
        pthread_sigmask(SIG_SETMASK, &previous, nil)
    }

    /// False only for a terminal that controls us and is lent to another job.
    static func isForeground(_ descriptor: Int32) -> Bool {
        let group = tcgetpgrp(descriptor)
        return group < 0 || group == getpgrp()
    }
}

extension Size {
    /// The size a terminal says it has; 80x24, as ever, when it does not know.
    init(ofTerminal descriptor: Int32) {
        var window = winsize()
        let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0 && window.ws_col > 0 && window.ws_row > 0
        self.init(width: isKnown ? Int(window.ws_col) : 80, height: isKnown ? Int(window.ws_row) : 24)
    }
}
