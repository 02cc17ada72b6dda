import Dispatch
import Foundation
import PlatformKit
import TerminalKit
import TestSupport
import Testing

/// A real program in a real pty. Tests type, resize the window, send signals, and see what a terminal would show.
@MainActor
final class TerminalProgram {
    struct Failure: Error {
        let reason: String
    }

    /// The built `tickwire`, which lies beside the tests.
    static var tickwire: String {
        let tests = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        return tests.deletingLastPathComponent().appendingPathComponent("tickwire").path
    }

    private(set) var screen: ModelTerminal
    /// All bytes that the program has written.
    private(set) var output: [UInt8] = []
    private let process: ChildProcess
    private let master: Int32
    /// This end stays open, so that tests can read the modes after the program has ended.
    private let slave: Int32
    private let source: any DispatchSourceRead
    private let chunks: AsyncStream<[UInt8]>
    private let chunk: AsyncStream<[UInt8]>.Continuation

    /// Starts a program as the leader of a session that this terminal controls.
    init(
        _ arguments: [String],
        environment: [String: String],
        size: TerminalKit.Size = Size(width: 80, height: 24)
    ) throws {
        var ends: (master: Int32, slave: Int32) = (-1, -1)
        var window = winsize(ws_row: UInt16(size.height), ws_col: UInt16(size.width), ws_xpixel: 0, ws_ypixel: 0)
        guard openpty(&ends.master, &ends.slave, nil, nil, &window) == 0 else { throw Failure(reason: "openpty") }
        (master, slave) = ends
        // Other programs that tests start must not hold this terminal open.
        for end in [master, slave] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        screen = ModelTerminal(size: size)
        var name = [CChar](repeating: 0, count: 128)
        ttyname_r(slave, &name, name.count)
        let terminal = ChildProcess.Stream.path(name.withUnsafeBufferPointer { String(cString: $0.baseAddress!) })
        process = try ChildProcess(
            arguments,
            environment: environment,
            input: terminal,
            output: terminal,
            errors: terminal,
            startsSession: true
        )
        let (chunks, chunk) = AsyncStream.makeStream(of: [UInt8].self)
        (self.chunks, self.chunk) = (chunks, chunk)
        source = Self.reading(master, into: chunk)
    }

    /// Reads on one of Dispatch's threads, independently of the tests.
    private nonisolated static func reading(
        _ master: Int32,
        into chunk: AsyncStream<[UInt8]>.Continuation
    ) -> any DispatchSourceRead {
        let source = DispatchSource.makeReadSource(fileDescriptor: master, queue: .global())
        source.setEventHandler {
            var buffer = [UInt8](repeating: 0, count: 65536)
            let count = read(master, &buffer, buffer.count)
            if count > 0 { chunk.yield(Array(buffer[..<count])) } else { chunk.finish() }
        }
        source.activate()
        return source
    }

    isolated deinit {
        source.cancel()
        close(master)
        close(slave)
    }
}

// MARK: The person
extension TerminalProgram {
    func type(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(master, bytes, bytes.count)
    }

    func resize(_ size: TerminalKit.Size) {
        screen.resize(size)
        var window = winsize(ws_row: UInt16(size.height), ws_col: UInt16(size.width), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(master, UInt(TIOCSWINSZ), &window)
    }

    func send(_ signal: Int32) { process.kill(signal) }

    /// Reads until `condition` holds for the screen.
    func until(_ condition: (ModelTerminal) -> Bool) async throws {
        if condition(screen) { return }
        for await chunk in chunks {
            output += chunk
            screen.receive(chunk)
            if condition(screen) { return }
        }
        let failure = Failure(reason: "it has ended, or time is up; the screen showed\n\(screen.text)")
        // A test that has run out of time does not report what it throws.
        if Task.isCancelled { Issue.record(failure) }
        throw failure
    }

    func until(shows text: String) async throws { try await until { $0.text.contains(text) } }

    /// Waits for the program's end.
    /// - Returns: its exit status, or the signal that ended it as a negative number.
    func ended() async -> Int32 {
        let status = await process.status()
        await untilAllIsRead()
        return status ?? 0
    }

    /// Runs `body`, in which waiting for the screen fails once the program has ended. Otherwise it waits for ever, because this terminal stays
    /// open.
    func untilItEnds(_ body: () async throws -> Void) async {
        async let ending: Void = {
            _ = await process.status()
            chunk.finish()
        }()
        try? await body()
        await ending
    }

    var systemLimits: SystemLimits { get throws { try SystemLimits(of: process.id) } }

    /// Waits until it is stopped, as by SIGSTOP.
    func stopped() async { await process.stopped() }

    /// The process in the terminal's foreground. Where a shell runs the program, this is the program.
    var foreground: pid_t { tcgetpgrp(master) }

    /// Writes a mark to the terminal and reads up to it, and so all that a program has written that has ended or is
    /// stopped.
    func untilAllIsRead() async {
        let mark = Array("\u{7}the end\u{7}".utf8)
        _ = write(slave, mark, mark.count)
        var rest: [UInt8] = []
        for await chunk in chunks {
            rest += chunk
            guard let end = rest.firstRange(of: mark) else { continue }
            rest.removeSubrange(end.lowerBound...)
            break
        }
        output += rest
        screen.receive(rest)
    }
}

// MARK: The terminal afterwards
extension TerminalProgram {
    /// Sets the modes that shells leave, whatever the program has set.
    func makeUsual() {
        var settings = termios()
        tcgetattr(slave, &settings)
        settings.c_lflag |= tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
        settings.c_oflag |= tcflag_t(OPOST)
        settings.c_iflag |= tcflag_t(ICRNL)
        tcsetattr(slave, TCSANOW, &settings)
    }

    /// The modes that the program has left set; empty where it gave the terminal back as it was.
    var leftovers: [String] {
        var found: [String] = []
        for mode in screen.modes.symmetricDifference([7, 25]).sorted() { found.append("mode \(mode)") }
        if !screen.keyboardModes.isEmpty { found.append("keyboard mode") }
        if !screen.images.sent.isEmpty { found.append("images") }
        if !screen.isPenPlain { found.append("style or link") }
        var settings = termios()
        tcgetattr(slave, &settings)
        let wanted = tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
        if settings.c_lflag & wanted != wanted { found.append("raw line discipline") }
        if settings.c_oflag & tcflag_t(OPOST) == 0 { found.append("raw output") }
        if settings.c_iflag & tcflag_t(ICRNL) == 0 { found.append("raw input") }
        return found
    }
}
