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

    /// False when the loop is over.
    private mutating func turn() -> Bool {
        var requests = [
            pollfd(fd: terminal.wake.readEnd, events: Int16(POLLIN), revents: 0),
            pollfd(fd: terminal.input, events: Int16(POLLIN), revents: 0),
        ]
        let ready = poll(&requests, nfds_t(requests.count), parser.isWaiting ? escapeMilliseconds : -1)
        if ready == 0 { deliver(parser.flush()) }
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
            terminal.continuation.yield(.ended(.inputClosed))
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
            if event == .key(.control("z")) { suspend() } else { terminal.continuation.yield(event) }
        }
    }

    /// A burst of window changes that waits in the pipe is one event.
    private mutating func handleMessages(_ messages: [UInt8]) -> Bool {
        if messages.contains(0) { return false }
        let signals = Set(messages.map(Int32.init))
        if let signal = [SIGTERM, SIGHUP, SIGINT].first(where: signals.contains) {
            end(signal)
        } else if signals.contains(SIGTSTP) {
            suspend()
        } else if signals.contains(SIGCONT) {
            resume()
        } else if signals.contains(SIGWINCH) {
            terminal.continuation.yield(.resized(terminal.size))
        }
        return true
    }

    private func suspend() {
        terminal.giveBack()
        terminal.options.stopProcess()
        resume()
    }

    private func resume() {
        try? terminal.take()
        terminal.continuation.yield(.resized(terminal.size))
        terminal.continuation.yield(.resumed)
    }

    /// The first time the program is asked to end; the second time it did not listen, and is ended.
    private mutating func end(_ signal: Int32) {
        if isAskedToEnd {
            terminal.giveBack()
            SignalWatch.die(of: signal)
        }
        isAskedToEnd = true
        terminal.continuation.yield(.ended(.signal(signal)))
    }
}
