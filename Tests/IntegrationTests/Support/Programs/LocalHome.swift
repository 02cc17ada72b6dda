import Foundation
import PlatformKit
import Shared
import TerminalKit
import TestSupport

/// The empty home of a user who has just installed Tickwire.
@MainActor
final class LocalHome {
    let directory: String
    let place: LocalPlace
    let environment: [String: String]

    private init(_ directory: String) {
        self.directory = directory
        environment = [
            "TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8", "HOME": directory,
            "PATH": "/usr/bin:/bin", "TZ": "UTC0", "XDG_RUNTIME_DIR": directory + "/run",
            "XDG_DATA_HOME": directory + "/data", "XDG_STATE_HOME": directory + "/state",
            "XDG_CONFIG_HOME": directory + "/config",
        ]
        place = LocalPlace(isMock: true, environment: environment)
    }

    /// Lends a home whose paths are short enough for sockets. A server that was started there has ended afterwards.
    static func lend(_ body: (LocalHome) async throws -> Void) async throws {
        let directory = "/tmp/tickwire-\(UInt32.random(in: 0...UInt32.max))"
        try FileManager.default.createDirectory(atPath: directory + "/run", withIntermediateDirectories: true)
        let home = LocalHome(directory)
        let result: Result<Void, any Error>
        do { result = .success(try await body(home)) } catch { result = .failure(error) }
        if let server = home.server { kill(server, SIGKILL) }
        try? FileManager.default.removeItem(atPath: directory)
        try result.get()
    }

    func open(_ arguments: [String]) throws -> TerminalProgram {
        try TerminalProgram(
            [TerminalProgram.tickwire] + arguments,
            environment: environment,
            size: Size(width: 100, height: 24)
        )
    }

    func run(_ program: String = "tickwire", _ arguments: String...) async throws -> CommandRun {
        try await CommandRun(program, arguments, environment: environment)
    }

    /// - Parameter command: any program, by its path, and its arguments.
    func runAny(_ command: [String]) async throws -> CommandRun {
        try await CommandRun(command: command, environment: environment)
    }

    // MARK: The server

    var log: String { (try? String(contentsOfFile: place.log, encoding: .utf8)) ?? "" }

    /// The process that listens on the socket (SO_PEERCRED, unix(7)); nil: none does.
    var server: pid_t? {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: place.socket.utf8) }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        var peer: (process: pid_t, user: uid_t, group: gid_t) = (0, 0, 0)
        var size = socklen_t(MemoryLayout.size(ofValue: peer))
        guard isConnected, getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 else { return nil }
        return peer.process
    }

    /// Waits until no server holds the data folder.
    func untilServerEnded() async {
        let path = place.dataFolder + "/server.lock"
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let descriptor = PlatformKit.open(path, O_RDWR | O_CLOEXEC)
                while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
                close(descriptor)
                continuation.resume()
            }
        }
    }
}
