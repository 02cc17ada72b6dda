import Dispatch
package import Foundation
import PlatformKit
import Synchronization

/// A program that a test starts. It is killed when nobody holds this object any more.
///
/// Foundation's `Process` reads `/proc/self/fd` and copies 256 bytes for each name (`d_name`, readdir(3)), even past the end of the
/// buffer. With over a thousand open files, as beside many terminals, that can end all tests with a segmentation fault.
package final class ChildProcess: Sendable {
    /// What the program has as its standard input, output or errors.
    package enum Stream {
        /// What this process has.
        case inherited
        /// Nothing to read, and what it writes is lost.
        case null
        case handle(FileHandle)
        case path(String)
    }

    package struct DidNotStart: Error {
        package let program: String
        package let reason: String
    }

    package let id: pid_t
    private let ending = Ending()

    /// - Parameters:
    ///   - command: the program, by its path or to be found in PATH, and its arguments.
    ///   - environment: nil: that of this process.
    ///   - startsSession: whether it leads a session of its own, which the first terminal that it opens then controls (setsid(2)).
    package init(
        _ command: [String],
        environment: [String: String]? = nil,
        input: Stream = .inherited,
        output: Stream = .inherited,
        errors: Stream = .inherited,
        startsSession: Bool = false
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, stream) in [input, output, errors].enumerated() {
            let path: String
            switch stream {
            case .inherited: continue
            case .null: path = "/dev/null"
            case .path(let named): path = named
            case .handle(let handle):
                posix_spawn_file_actions_adddup2(&actions, handle.fileDescriptor, Int32(number))
                continue
            }
            posix_spawn_file_actions_addopen(&actions, Int32(number), path, O_RDWR, 0)
        }
        // The program must not hold open what other tests have open.
        _ = closeFrom(&actions, 3)

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // POSIX_SPAWN_SETSIGMASK, SETSIGDEF and SETSID: as a shell starts it, whatever this process has blocked or ignores.
        posix_spawnattr_setflags(&attributes, 0x08 | 0x04 | (startsSession ? 0x80 : 0))
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)

        let words = command.map { strdup($0) } + [nil]
        let variables = (environment ?? ProcessInfo.processInfo.environment).map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in words + variables { free(text) } }
        var id: pid_t = 0
        let code = posix_spawnp(&id, command[0], &actions, &attributes, words, variables)
        guard code == 0 else { throw DidNotStart(program: command[0], reason: String(cString: strerror(code))) }
        self.id = id
        ending.wait(for: id)
    }

    deinit { kill(SIGKILL) }

    /// Does nothing once the program has ended: its number may be another's by then.
    package func kill(_ signal: Int32) {
        ending.status.withLock { status in
            if status == nil { _ = PlatformKit.kill(id, signal) }
        }
    }

    /// Waits for its end, unless the waiting task is cancelled.
    /// - Returns: the exit status, or the signal that ended it as a negative number; nil: cancelled before the end.
    package func status() async -> Int32? {
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        ending.group.notify(queue: .global()) { end.finish() }
        for await _ in ends {}
        return ending.status.withLock { $0 }
    }

    /// The same for a thread that may block.
    package func statusBlocking() -> Int32 {
        ending.group.wait()
        return ending.status.withLock { $0 } ?? 0
    }

    /// Returns once it is stopped, as by SIGSTOP.
    package func stopped() async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [id] in
                var info = siginfo_t()
                while waitid(P_PID, id_t(id), &info, WSTOPPED) < 0, errno == EINTR {}
                continuation.resume()
            }
        }
    }
}

/// `posix_spawn_file_actions_addclosefrom_np` of glibc, which its Swift module leaves out.
private let closeFrom = unsafeBitCast(
    dlsym(nil, "posix_spawn_file_actions_addclosefrom_np"),
    to: (@convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32).self
)

/// How a program ended, known to the thread that waits for it.
private final class Ending: Sendable {
    let status = Mutex<Int32?>(nil)
    let group = DispatchGroup()

    func wait(for id: pid_t) {
        group.enter()
        Thread.detachNewThread { [self] in
            var info = siginfo_t()
            // The program stays a zombie here, so that nobody signals its process id after the system has reused it.
            while waitid(P_PID, id_t(id), &info, WEXITED | WNOWAIT) < 0, errno == EINTR {}
            status.withLock { known in
                var word: Int32 = 0
                while waitpid(id, &word, 0) < 0, errno == EINTR {}
                known = word & 0x7F == 0 ? word >> 8 & 0xFF : -(word & 0x7F)
            }
            group.leave()
        }
    }
}
