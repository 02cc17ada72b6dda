internal import Foundation
internal import Shared

extension Server {
    /// Hands over the lead, admits no more terminals, and sends those that are here to other nodes, spread over time. Then the
    /// server has nothing left to do, and its caller ends it. Returns early if the calling task is cancelled.
    package func drain(by clock: any Clock<Duration> = ContinuousClock()) async {
        listener.beginDrain()
        if case .fleet(let node) = role { await node.drain() }
        // It fails only when the event loops have ended, and the server with them.
        try? await listener.drain(by: clock)
    }
}

/// How an operator's command asks the server that uses a data folder to drain: by a signal, which only the server's user
/// and root may send. The lock's file says to which process.
package enum DrainRequest {
    package static let signal = SIGUSR1
    private static let pollInterval = Duration.milliseconds(100)

    /// Says that this process takes the signal. It must hold the folder's lock.
    /// - Throws: `ServerError.unwritableDirectory`
    package static func accept(in folder: String) throws(ServerError) {
        let file = open(DataDirectory.lock(in: folder), O_WRONLY | O_TRUNC | O_NOFOLLOW | O_CLOEXEC)
        let text = Array("\(getpid())\n".utf8)
        guard file >= 0, write(file, text, text.count) == text.count else {
            throw .unwritableDirectory(path: folder, reason: SystemError.last.description)
        }
        close(file)
    }

    /// Asks the server, and waits until it has ended.
    /// - Throws: `DrainError`
    package static func send(toServerIn folder: String) async throws {
        guard isLocked(folder) else { throw DrainError.noServer(folder) }
        guard let process = process(in: folder) else { throw DrainError.notAsked(folder) }
        guard kill(process, signal) == 0 else {
            throw DrainError.refused(process: process, reason: SystemError.last.description)
        }
        while isLocked(folder), self.process(in: folder) == process, kill(process, 0) == 0 {
            try await Task.sleep(for: pollInterval)
        }
    }

    private static func isLocked(_ folder: String) -> Bool {
        let path = DataDirectory.lock(in: folder)
        guard SmallFile.exists(path), let lock = try? FileLock(ifFreeAt: path) else { return SmallFile.exists(path) }
        lock.release()
        return false
    }

    private static func process(in folder: String) -> pid_t? {
        guard let bytes = try? SmallFile.read(DataDirectory.lock(in: folder)) else { return nil }
        return pid_t(String(decoding: bytes, as: UTF8.self).trimmed).flatMap { $0 > 1 ? $0 : nil }
    }
}

/// Why a server cannot be asked to drain.
package enum DrainError: Error, Equatable, Sendable, CustomStringConvertible {
    case noServer(String)
    /// It is a private server, or of an earlier version.
    case notAsked(String)
    case refused(process: Int32, reason: String)

    package var description: String {
        switch self {
        case .noServer(let folder):
            "no server uses the data folder \(folder); name that of the server with --data"
        case .notAsked(let folder):
            "the server that uses \(folder) cannot be drained, because it was not started by 'tickwire-server run' of this version; stop it with SIGTERM"
        case .refused(let process, let reason):
            "the server (process \(process)) cannot be asked: \(reason); run this command as the server's user, on the same machine"
        }
    }
}
