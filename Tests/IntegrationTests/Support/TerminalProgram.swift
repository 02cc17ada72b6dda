import Dispatch
import Foundation
import Glibc
import TerminalKit
import TestSupport

/// A real program in a real pty, with somebody in front of it: types, resizes, sends signals, and sees what a terminal would
/// show of what it writes.
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
    /// All that it has written.
    private(set) var output: [UInt8] = []
    private(set) var hasEnded = false
    private let process: pid_t
    private let master: Int32
    /// Kept open, so that the modes can be looked at after the program has ended.
    private let slave: Int32
    private let source: any DispatchSourceRead
    private let chunks: AsyncStream<[UInt8]>

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
        // Other programs that tests start meanwhile must not hold this terminal open.
        for end in [master, slave] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        screen = ModelTerminal(size: size)
        process = try Self.spawn(arguments, environment, on: slave)
        let (chunks, chunk) = AsyncStream.makeStream(of: [UInt8].self)
        self.chunks = chunks
        source = Self.reading(master, into: chunk)
    }

    /// Reads on a thread of Dispatch's, whatever the tests do meanwhile.
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
        // What a failed test left running; the number of one that was waited for may be somebody else's by now.
        if !hasEnded { kill(process, SIGKILL) }
        close(master)
        close(slave)
    }

    private static func spawn(
        _ arguments: [String],
        _ environment: [String: String],
        on slave: Int32
    ) throws -> pid_t {
        var name = [CChar](repeating: 0, count: 128)
        ttyname_r(slave, &name, name.count)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // The first terminal that a session's leader opens controls it.
        for descriptor in 0...2 { posix_spawn_file_actions_addopen(&actions, Int32(descriptor), name, O_RDWR, 0) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // POSIX_SPAWN_SETSID, SETSIGMASK and SETSIGDEF: as a shell would start it, whatever this process has blocked or ignores.
        posix_spawnattr_setflags(&attributes, 0x80 | 0x08 | 0x04)
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        var process: pid_t = 0
        let words = (arguments.map { strdup($0) }) + [nil]
        let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in words + variables { free(text) } }
        let code = posix_spawn(&process, arguments[0], &actions, &attributes, words, variables)
        guard code == 0 else { throw Failure(reason: "\(arguments[0]): \(String(cString: strerror(code)))") }
        return process
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

    func send(_ signal: Int32) { kill(process, signal) }

    /// Reads on until `condition` holds for what the screen shows.
    func until(_ condition: (ModelTerminal) -> Bool) async throws {
        if condition(screen) { return }
        for await chunk in chunks {
            output += chunk
            screen.receive(chunk)
            if condition(screen) { return }
        }
        throw Failure(reason: "it has ended; the screen showed\n\(screen.text)")
    }

    func until(shows text: String) async throws { try await until { $0.text.contains(text) } }

    /// Waits for the program's end.
    /// - Returns: its exit status, or the signal that ended it as a negative number.
    func ended() async -> Int32 {
        let status = await Self.wait(for: process)
        hasEnded = true
        await untilAllIsRead()
        return status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
    }

    var systemLimits: SystemLimits { get throws { try SystemLimits(of: process) } }

    /// Waits until it is stopped, as by SIGSTOP.
    func stopped() async { _ = await Self.wait(for: process, options: WUNTRACED) }

    /// The process that the terminal listens to: where a shell runs the program, not the shell.
    var foreground: pid_t { tcgetpgrp(master) }

    private nonisolated static func wait(for process: pid_t, options: Int32 = 0) async -> Int32 {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                var status: Int32 = 0
                while waitpid(process, &status, options) < 0, errno == EINTR {}
                continuation.resume(returning: status)
            }
        }
    }

    /// Reads up to a mark of our own, which stands behind all that a program wrote that has ended or is stopped.
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
    /// As shells leave it, whatever the program has made of it.
    func makeUsual() {
        var settings = termios()
        tcgetattr(slave, &settings)
        settings.c_lflag |= tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
        settings.c_oflag |= tcflag_t(OPOST)
        settings.c_iflag |= tcflag_t(ICRNL)
        tcsetattr(slave, TCSANOW, &settings)
    }

    /// What is left of the program in the terminal; empty when it was given back as it was.
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
