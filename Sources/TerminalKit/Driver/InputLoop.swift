#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The input thread's loop: waits for bytes, signals or the end of an ESC's time, and tells the program in events.
struct InputLoop {
    private let terminal: Terminal
    private var parser = InputParser()
    private var isAskedToEnd = false

    init(terminal: Terminal) { self.terminal = terminal }

    func run() {
        var loop = self
        while loop.turn() {}
    }

    /// How long until it is seen that the terminal, lent to another job, is ours again: a shell that thinks us running says
    /// nothing when it brings us to the foreground.
    private static let lentMilliseconds: Int32 = 250

    /// False when the loop is over.
    private mutating func turn() -> Bool {
        // In the background what is typed is for somebody else.
        let isOurs = terminal.isTaken
        var requests = [
            pollfd(fd: terminal.wake.readEnd, events: Int16(POLLIN), revents: 0),
            pollfd(fd: terminal.input, events: isOurs ? Int16(POLLIN) : 0, revents: 0),
        ]
        let timeout = isOurs ? parser.isWaiting ? escapeMilliseconds : -1 : Self.lentMilliseconds
        let ready = poll(&requests, nfds_t(requests.count), timeout)
        if ready == 0 { if isOurs { deliver(parser.flush()) } else { resumeIfOurs() } }
        guard ready > 0 else { return true }
        if requests[0].revents != 0, !handleMessages(terminal.wake.receive()) { return false }
        return requests[1].revents == 0 || readInput()
    }

    private var escapeMilliseconds: Int32 { Int32(terminal.options.escapeTimeout / .milliseconds(1)) }

    private mutating func readInput() -> Bool {
        do {
            deliver(parser.feed(try readAvailable(terminal.input)))
            return true
        } catch {
            terminal.events.yield(.ended(.inputClosed))
            waitForStop()
            return false
        }
    }

    /// Input is gone, but signals still count.
    private mutating func waitForStop() {
        var request = pollfd(fd: terminal.wake.readEnd, events: Int16(POLLIN), revents: 0)
        repeat { poll(&request, 1, -1) } while handleMessages(terminal.wake.receive())
    }

    private func deliver(_ events: [InputEvent]) {
        for event in events {
            if event == .key(.control("z")) { suspend() } else { terminal.events.yield(event) }
        }
    }

    /// A burst of window changes that waits in the pipe is one event.
    private mutating func handleMessages(_ messages: [UInt8]) -> Bool {
        if messages.contains(0) { return false }
        let signals = Set(messages.map(Int32.init))
        if let signal = SignalWatch.ending.first(where: signals.contains) {
            end(signal)
        } else if signals.contains(SIGTSTP) {
            suspend()
        } else if signals.contains(SIGCONT) {
            resume()
        } else if signals.contains(SIGWINCH) {
            terminal.events.yield(.resized(terminal.size))
        }
        return true
    }

    private func suspend() {
        terminal.giveBack()
        terminal.options.stopProcess()
        resume()
    }

    private func resumeIfOurs() {
        if TerminalAttributes.isForeground(terminal.input) { resume() }
    }

    private func resume() {
        try? terminal.take()
        terminal.events.yield(.resized(terminal.size))
        terminal.events.yield(.resumed)
    }

    /// The first time the program is asked to end; the second time it did not listen, and is ended.
    private mutating func end(_ signal: Int32) {
        if isAskedToEnd {
            terminal.giveBack()
            SignalWatch.die(of: signal)
        }
        isAskedToEnd = true
        terminal.events.yield(.ended(.signal(signal)))
    }
}
