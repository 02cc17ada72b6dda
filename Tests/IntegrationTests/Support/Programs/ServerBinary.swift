import Foundation
import NIOConcurrencyHelpers
import NIOCore
import PushServer
import Shared
import TestSupport

/// The real `tickwire-server` as a process of its own, to be killed at will.
final class ServerBinary: Sendable {
    struct DidNotStart: Error {}

    let port: Int
    let pin: PublicKeyPin
    let admin: String
    private let process: ChildProcess

    /// Returns when it is ready.
    /// - Parameter port: 0 takes a free one.
    /// - Parameter log: the file that it writes its log to; nil: ours.
    /// - Parameter errors: takes the log line by line instead.
    /// - Parameter launcher: a program, with its arguments, that becomes the server.
    /// - Parameter starting: what happens to the process before it is ready.
    static func start(
        in directory: String,
        port: Int,
        arguments: [String] = [],
        environment: [String: String] = [:],
        log: String? = nil,
        errors: PipedLines? = nil,
        launcher: [String] = [],
        starting: (pid_t) async throws -> Void = { _ in }
    ) async throws -> ServerBinary {
        let command =
            try launcher + [
                program("tickwire-server").path, "run", "--listen", "127.0.0.1:\(port)", "--admin", "127.0.0.1:0",
                "--data", directory,
                "--mock-coins", "5", "--mock-rate", "1", "--log-level", "critical",
            ] + arguments
        if let log { try SmallFile.write([], to: log) }
        let output = Pipe()
        let process = try ChildProcess(
            command,
            environment: ProcessInfo.processInfo.environment.merging(environment) { $1 },
            output: .handle(output.fileHandleForWriting),
            errors: errors.map { .handle($0.output) } ?? log.map { .path($0) } ?? .inherited
        )
        // Ours to write would keep the pipe open after the server has ended.
        try output.fileHandleForWriting.close()
        errors?.started()
        try await starting(process.id)
        guard let line = await firstLine(of: output) else { throw DidNotStart() }
        return try ServerBinary(process: process, readyLine: line)
    }

    private init(process: ChildProcess, readyLine: String) throws {
        let pairs = readyLine.split(separator: " ").dropFirst().map { $0.split(separator: "=", maxSplits: 1) }
        let fields = Dictionary(uniqueKeysWithValues: pairs.map { (String($0[0]), String($0[1])) })
        guard let port = fields["listen"]?.split(separator: ":").last.flatMap({ Int($0) }),
            let pin = fields["pin"].flatMap(PublicKeyPin.init), let admin = fields["admin"]
        else { throw DidNotStart() }
        (self.process, self.port, self.pin, self.admin) = (process, port, pin, admin)
    }

    /// SIGKILL: nothing is said, nothing is flushed.
    func kill() async {
        process.kill(SIGKILL)
        _ = await process.status()
    }

    /// What `/metrics` answers.
    func metrics() async throws -> String {
        let port = admin.split(separator: ":").last.flatMap { Int($0) } ?? 0
        return try await RawClient.metrics(port: port)
    }

    /// What the process has in memory (proc(5), `statm`).
    var residentBytes: Int {
        get throws {
            let text = try String(contentsOfFile: "/proc/\(process.id)/statm", encoding: .utf8)
            guard let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
                throw DidNotStart()
            }
            return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
        }
    }

    var systemLimits: SystemLimits { get throws { try SystemLimits(of: process.id) } }

    /// The file system as this process sees it.
    var root: String { "/proc/\(process.id)/root" }

    /// Lowers its limit of open files to what it has open now and so many more.
    func allowDescriptors(more count: Int) async throws {
        let open = SmallFile.names(in: "/proc/\(process.id)/fd").count
        let tool = try ChildProcess(["prlimit", "--pid", "\(process.id)", "--nofile=\(open + count):"])
        guard await tool.status() == 0 else { throw DidNotStart() }
    }

    func hangUp() { process.kill(SIGHUP) }

    /// SIGTERM, and then it may take its time.
    func stop() async {
        process.kill(SIGTERM)
        _ = await process.status()
    }

    /// The programs of one build lie side by side.
    static func program(_ name: String) throws -> URL {
        let folders = [Bundle.main.executableURL, URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()]
        let programs = folders.compactMap { $0?.deletingLastPathComponent().appendingPathComponent(name) }
        guard let program = programs.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else {
            throw DidNotStart()
        }
        return program
    }

    private static func firstLine(of output: Pipe) async -> String? {
        let (lines, line) = AsyncStream.makeStream(of: String.self)
        let held = NIOLockedValueBox(Data())
        output.fileHandleForReading.readabilityHandler = { handle in
            let more = handle.availableData
            if more.isEmpty { return line.finish() }
            let text = held.withLockedValue { held in
                held += more
                return String(decoding: held, as: UTF8.self)
            }
            if let end = text.firstIndex(of: "\n") { line.yield(String(text[..<end])) }
        }
        defer { output.fileHandleForReading.readabilityHandler = nil }
        return await lines.first { _ in true }
    }
}
