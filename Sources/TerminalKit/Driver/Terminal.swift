import PlatformKit
import Synchronization

/// A terminal that is taken for a full-screen program and always given back: by `stop()`, when a signal ends the
/// process, when it crashes, and at exit.
///
/// A separate thread reads the input, which arrives as `events`. A process takes one terminal at a time, because
/// signals and crashes restore only the first.
package final class Terminal: Sendable {
    /// Keys and all other events, for one reader. The last one is `.ended`. If nobody reads, the oldest are lost.
    package let events = Relay<InputEvent>(keepingNewest: 1024)

    let input: Int32
    let options: TerminalOptions
    let wake: WakePipe
    private let writer: OutputWriter
    private let original: TerminalAttributes
    private let state: Mutex<State>

    private struct State {
        var isTaken = false
        var isWatchingSignals = false
        var thread: SystemThread?
    }

    /// Takes the terminal. The caller closes the descriptors after `stop()`.
    package init(
        input: Int32 = STDIN_FILENO,
        output: Int32 = STDOUT_FILENO,
        options: TerminalOptions = TerminalOptions()
    ) throws(TerminalError) {
        for descriptor in [input, output] where isatty(descriptor) == 0 {
            throw .notATerminal(descriptor: descriptor)
        }
        self.input = input
        self.options = options
        original = try TerminalAttributes(of: input)
        wake = try WakePipe()
        writer = OutputWriter(OutputDescriptor(reopening: output))
        state = Mutex(State())
        try start()
    }

    /// Whether the terminal is ours now, and not lent to another job.
    var isTaken: Bool { state.withLock(\.isTaken) }

    package var size: Size { Size(ofTerminal: writer.descriptor.number) }

    /// Writes all bytes. While a slow terminal catches up, the caller is suspended, but its thread is not blocked.
    package func write(_ bytes: [UInt8]) async { await writer.write(bytes) }

    /// Gives the terminal back. Later calls do nothing.
    package func stop() {
        guard let thread = state.withLock({ $0.thread.take() }) else { return }
        wake.send(0)
        thread.join()
        tearDown()
    }

    private func start() throws(TerminalError) {
        let output = writer.descriptor.number
        let isFirst = EmergencyRestore.arm(
            input: input,
            output: output,
            attributes: original,
            leaving: .screen(hasImages: options.asksForImages)
        )
        if isFirst { SignalWatch.install(waking: wake) }
        state.withLock { $0.isWatchingSignals = isFirst }
        do throws(TerminalError) {
            try take()
            try startInput()
        } catch {
            tearDown()
            throw error
        }
    }

    private func startInput() throws(TerminalError) {
        do throws(SystemThreadError) {
            let thread = try SystemThread { InputLoop(terminal: self).run() }
            state.withLock { $0.thread = thread }
        } catch {
            throw .thread(code: error.code)
        }
    }

    private func tearDown() {
        giveBack()
        if state.withLock({ $0.isWatchingSignals }) {
            EmergencyRestore.disarm()
            SignalWatch.uninstall()
        }
        events.finish()
        wake.closeEnds()
    }
}

extension Terminal {
    /// Takes the terminal, even if it is ours already, because its state is unknown after SIGCONT. Does nothing in the
    /// background, where changing the terminal would stop the process again.
    func take() throws(TerminalError) {
        guard TerminalAttributes.isForeground(input) else { return }
        try original.raw.apply(to: input)
        state.withLock { $0.isTaken = true }
        writer.open(firstly: TerminalModes.enter(options))
    }

    func giveBack() {
        let wasTaken = state.withLock { state in
            defer { state.isTaken = false }
            return state.isTaken
        }
        guard wasTaken else { return }
        writer.close(lastly: TerminalModes.leave(options))
        // Otherwise, reports of a moving mouse would be typed into the shell.
        if options.mouse { tcflush(input, TCIFLUSH) }
        original.applyFromBackground(to: input)
    }

    /// Takes the terminal during a call, and gives it back in every case.
    package static func withTerminal<Result>(
        input: Int32 = STDIN_FILENO,
        output: Int32 = STDOUT_FILENO,
        options: TerminalOptions = TerminalOptions(),
        _ body: (Terminal) async throws -> Result
    ) async throws -> Result {
        let terminal = try Terminal(input: input, output: output, options: options)
        defer { terminal.stop() }
        return try await body(terminal)
    }
}
