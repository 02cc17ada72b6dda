internal import PlatformKit
internal import Shared

/// Starts `tickwire-server`, beside this program or on PATH, and leaves it running.
package struct ServerProgram: Sendable {
    private static let name = "tickwire-server"
    /// How long a server usually may take until it listens. It reads no market before that.
    package static let usualPatience = Duration.seconds(20)
    /// A log that is larger than this is started over.
    private static let logBytesMax = 1 << 20

    let arguments: [String]
    let environment: [String: String]
    let neighbor: String?
    let patience: Duration
    /// The path of its log.
    let log: String

    package static var thisProgram: String? { ThisProcess.programPath }

    /// Waits until the server reports that it listens.
    func start() throws(LocalServerError) {
        let program = try path()
        let log = openLog()
        defer { if let log { close(log.descriptor.number) } }
        let pipe = try Pipe(for: program)
        defer { close(pipe.readingEnd.number) }
        do throws(SystemError) {
            // Our own end would keep the pipe open after the server has ended.
            defer { close(pipe.writingEnd.number) }
            let server = try SpawnedProgram(
                program,
                arguments,
                environment: environment,
                output: pipe.writingEnd,
                error: log?.descriptor
            )
            server.whenEnded { _ in }
        } catch {
            throw .cannotStart(program: program, reason: error.description)
        }
        try judge(firstLine(from: pipe.readingEnd.number), logFrom: log?.size ?? 0)
    }

    /// - Parameter start: the position in the log from which the lines are this server's.
    private func judge(_ line: Line, logFrom start: Int) throws(LocalServerError) {
        switch line {
        case .text(let text) where text.hasPrefix("ready "): break
        case .text(let text):
            throw .refused(text.hasPrefix("failed ") ? String(text.dropFirst("failed ".count)) : text)
        case .none: throw .ended(lastLine: lastLine(from: start), log: log)
        case .late: throw .silent(seconds: Int(patience.components.seconds), log: log)
        }
    }

    // MARK: The program

    private func path() throws(LocalServerError) -> String {
        let own = neighbor.map(Self.folder(of:))
        let folders = (own.map { [$0] } ?? []) + (environment["PATH"] ?? "").split(separator: ":").map(String.init)
        let programs = folders.map { "\($0)/\(Self.name)" }
        guard let program = programs.first(where: SmallFile.isExecutable) else {
            throw .noProgram(searched: folders)
        }
        return program
    }

    /// The folder of an absolute path.
    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }

    // MARK: The log

    /// - Returns: nil if the log cannot be opened. The server runs without it, because prices matter more.
    private func openLog() -> (descriptor: Descriptor, size: Int)? {
        LogFile(path: log, bytesMax: Self.logBytesMax).open()
    }

    private func lastLine(from start: Int) -> String? {
        guard let bytes = try? SmallFile.read(log) else { return nil }
        let lines = String(decoding: bytes.dropFirst(start), as: UTF8.self).split(whereSeparator: \.isNewline)
        return lines.last.map(String.init)
    }

    // MARK: The first line

    private enum Line {
        case text(String)
        /// The server ended without a line.
        case none
        case late
    }

    private func firstLine(from descriptor: Int32) -> Line {
        let end = ContinuousClock.now + patience
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1024)
        while !bytes.contains(UInt8(ascii: "\n")) {
            let rest = end - .now
            guard rest > .zero else { return .late }
            var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&wanted, 1, Int32(rest / .milliseconds(1)) + 1) > 0 else { continue }
            let count = read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            if count <= 0 { return .none }
            bytes += chunk.prefix(count)
        }
        return .text(String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }
}

/// Both ends close when another program starts.
private struct Pipe {
    let readingEnd: Descriptor
    let writingEnd: Descriptor

    init(for program: String) throws(LocalServerError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .cannotStart(program: program, reason: SystemError.last.description) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (readingEnd, writingEnd) = (Descriptor(ends[0]), Descriptor(ends[1]))
    }
}
