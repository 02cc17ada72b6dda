import PlatformKit

/// The loop of the input thread. It waits for bytes, for signals, or for the timeout after an ESC, and reports events.
struct InputLoop {
    private let terminal: Terminal
    private var parser = InputParser()
    private var isAskedToEnd = false

    init(terminal: Terminal) { self.terminal = terminal }

    func run() {
        var loop = self
        while loop.turn() {}
    }

    /// How often to look whether a terminal that was lent to another job is ours again. A shell that thinks the program
    /// is running sends no signal when it brings the program to the foreground.
    private static let lentMilliseconds: Int32 = 250

    /// False when the loop ends.
    private mutating func turn() -> Bool {
        // In the background, typed input is for another program.
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

    /// Waits for signals only, because there is no more input.
    private mutating func waitForStop() {
        var request = pollfd(fd: terminal.wake.readEnd, events: Int16(POLLIN), revents: 0)
        repeat { poll(&request, 1, -1) } while handleMessages(terminal.wake.receive())
    }

    private func deliver(_ events: [InputEvent]) {
        for event in events {
            if event == .key(.control("z")) { suspend() } else { terminal.events.yield(event) }
        }
    }

    /// Several window changes that wait in the pipe become one event.
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

    /// The first time, asks the program to end. The second time, ends it, because it did not react.
    private mutating func end(_ signal: Int32) {
        if isAskedToEnd {
            terminal.giveBack()
            SignalWatch.die(of: signal)
        }
        isAskedToEnd = true
        terminal.events.yield(.ended(.signal(signal)))
    }
}
