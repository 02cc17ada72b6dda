import Foundation
import Shared

/// The release server as a process of its own, with an account to connect as.
final class ServerProcess {
    let process = Process()
    let port: Int
    let admin: String
    let pin: PublicKeyPin
    let directory: String
    private let folder: TemporaryFolder

    /// Makes some 250 of 1,000 coins differ with each tick: a move too small for a price's last digit is no change.
    private static let share = 0.33
    static let user = "bench"
    static let password = "bench password"

    var usage: ProcessUsage { ProcessUsage(pid: process.processIdentifier) }

    /// - Parameter previous: one that has ended, whose place this one takes.
    init(coins: Int, rate: Double, after previous: ServerProcess? = nil) throws {
        folder = previous?.folder ?? TemporaryFolder()
        directory = folder.path
        let server = try Self.program("tickwire-server")
        if previous == nil { try Self.addUser(server, directory) }
        process.executableURL = server
        process.arguments = [
            "run", "--listen", "127.0.0.1:\(previous?.port ?? 0)", "--admin", "127.0.0.1:0", "--data", directory,
            "--log-level", "error",
            "--mock-coins", "\(coins)", "--mock-rate", "\(rate)", "--mock-share", "\(Self.share)",
            "--max-connections-per-address", "20000", "--max-connections-per-user", "20000",
            "--max-requests-per-second", "100000",
        ]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let fields = try Self.readyLine(output).split(separator: " ").map { $0.split(separator: "=", maxSplits: 1) }
        func field(_ name: String) -> String? {
            fields.first { $0.first == name[...] }.flatMap { $0.last }.map(String.init)
        }
        guard let listen = field("listen"), let port = listen.split(separator: ":").last.flatMap({ Int($0) }),
            let admin = field("admin"), let pin = field("pin").flatMap(PublicKeyPin.init)
        else { throw BenchError.serverDidNotStart }
        (self.port, self.admin, self.pin) = (port, admin, pin)
    }

    /// SIGKILL.
    func crash() {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// A metric of the server's, by its whole name.
    func metric(_ name: String) throws -> Double {
        let curl = Process()
        let output = Pipe()
        curl.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        curl.arguments = ["curl", "--silent", "--fail", "http://\(admin)/metrics"]
        curl.standardOutput = output
        try curl.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        curl.waitUntilExit()
        let line = text.split(separator: "\n").first { $0.hasPrefix(name + " ") }
        return line.flatMap { $0.split(separator: " ").last }.flatMap { Double($0) } ?? .nan
    }

    func stop() {
        process.terminate()
        process.waitUntilExit()
    }

    /// The programs of one build lie side by side.
    static func program(_ name: String) throws -> URL {
        let url = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appendingPathComponent(name)
        guard FileManager.default.isExecutableFile(atPath: url.path) else { throw BenchError.notBuilt(name) }
        return url
    }

    private static func addUser(_ server: URL, _ directory: String) throws {
        let adding = Process()
        let input = Pipe()
        adding.executableURL = server
        adding.arguments = ["user", "add", user, "--password-stdin", "--data", directory]
        adding.standardInput = input
        adding.standardOutput = FileHandle.nullDevice
        try adding.run()
        input.fileHandleForWriting.write(Data((password + "\n").utf8))
        input.fileHandleForWriting.closeFile()
        adding.waitUntilExit()
    }

    static func readyLine(_ output: Pipe) throws -> String {
        var line = Data()
        while let byte = try output.fileHandleForReading.read(upToCount: 1), let first = byte.first {
            if first == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line.append(first)
        }
        throw BenchError.serverDidNotStart
    }
}

/// Gone with the last one who knows it.
private final class TemporaryFolder {
    let path = NSTemporaryDirectory() + "/tickwire-bench-\(UUID().uuidString)"

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

enum BenchError: Error, CustomStringConvertible {
    case serverDidNotStart
    case notBuilt(String)
    case closed(String)

    var description: String {
        switch self {
        case .serverDidNotStart: "the server ended before it was ready; its words are above"
        case .notBuilt(let name): "\(name) does not lie beside this program; build everything: swift build -c release"
        case .closed(let reason): "a connection ended: \(reason)"
        }
    }
}
