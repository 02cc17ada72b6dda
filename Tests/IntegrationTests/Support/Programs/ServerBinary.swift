import Foundation
import NIOConcurrencyHelpers
import NIOCore
import PushServer
import Shared
import TestSupport
import Testing

/// The real `tickwire-server` in its own process, which tests can kill.
final class ServerBinary: Sendable {
    struct DidNotStart: Error {}

    let port: Int
    let pin: PublicKeyPin
    let admin: String
    private let process: ChildProcess

    /// Returns when it is ready.
    /// - Parameter port: 0 reserves one, which the server can also have when it starts again.
    /// - Parameter log: the file for its log; nil: the tests' standard error.
    /// - Parameter errors: takes the log line by line instead of a file.
    /// - Parameter launcher: a program, with its arguments, that becomes the server.
    /// - Parameter starting: runs before the process is ready.
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
        let port = port == 0 ? try LoopbackPort.reserve() : port
        let command =
            try launcher + [
                program("tickwire-server").path, "run", "--listen", "127.0.0.1:\(port)", "--admin", "127.0.0.1:0",
                "--data", directory, "--log-level", "critical",
            ] + (arguments.contains("live") ? [] : ["--mock-coins", "5", "--mock-rate", "1"]) + arguments
        if let log { try SmallFile.write([], to: log) }
        let output = Pipe()
        let process = try ChildProcess(
            command,
            environment: ProcessInfo.processInfo.environment.merging(environment) { $1 },
            output: .handle(output.fileHandleForWriting),
            errors: errors.map { .handle($0.output) } ?? log.map { .path($0) } ?? .inherited
        )
        // Our copy of the writing end would keep the pipe open after the server has ended.
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

    /// SIGKILL: the server says nothing and flushes nothing.
    func kill() async {
        process.kill(SIGKILL)
        _ = await process.status()
    }

    /// Waits for its end.
    func ended() async { _ = await process.status() }

    /// The text of `/metrics`.
    func metrics() async throws -> String {
        let port = admin.split(separator: ":").last.flatMap { Int($0) } ?? 0
        return try await RawClient.metrics(port: port)
    }

    /// How often a terminal's market or table has differed from the server's.
    func hashMismatches() async throws -> (market: Int, users: Int) {
        let lines = try await metrics().split(separator: "\n")
        let count = { (name: String) in
            try #require(lines.first { $0.hasPrefix(name + " ") }.flatMap { Int($0.dropFirst(name.count + 1)) })
        }
        return (try count("tickwire_hash_mismatches_total"), try count("tickwire_user_hash_mismatches_total"))
    }

    /// The process's resident memory (proc(5), `statm`).
    var residentBytes: Int {
        get throws {
            let text = try String(contentsOfFile: "/proc/\(process.id)/statm", encoding: .utf8)
            guard let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
                throw DidNotStart()
            }
            return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
        }
    }

    var memoryMaps: [MemoryMap] { get throws { try MemoryMap.all(of: process.id) } }

    var systemLimits: SystemLimits { get throws { try SystemLimits(of: process.id) } }

    /// The file system as this process sees it.
    var root: String { "/proc/\(process.id)/root" }

    /// Lowers the process's limit of open files to those open now and this many more.
    func allowDescriptors(more count: Int) async throws -> Int {
        let most = openDescriptors + count
        let tool = try ChildProcess(["prlimit", "--pid", "\(process.id)", "--nofile=\(most):"])
        guard await tool.status() == 0 else { throw DidNotStart() }
        return most
    }

    var openDescriptors: Int { SmallFile.names(in: "/proc/\(process.id)/fd").count }

    func hangUp() { process.kill(SIGHUP) }

    /// Sends SIGTERM and waits as long as the server takes.
    func stop() async {
        process.kill(SIGTERM)
        _ = await process.status()
    }

    /// A program of the same build, which lies beside the tests.
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
