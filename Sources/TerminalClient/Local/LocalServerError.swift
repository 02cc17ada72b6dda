package import Shared

/// Why there is no private server on this machine.
package enum LocalServerError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Another user has changed the socket's folder, or could change it.
    case untrusted(PathFault)
    case pathTooLong(path: String, limit: Int)
    /// The socket's path is taken by something else.
    case noSocket(path: String)
    case unusable(path: String, reason: String)
    /// - searched: the folders that were searched.
    case noProgram(searched: [String])
    case cannotStart(program: String, reason: String)
    /// The server reported why it does not start.
    case refused(String)
    /// The server ended before it listened.
    case ended(lastLine: String?, log: String)
    case silent(seconds: Int, log: String)
    /// A program has taken the socket and says nothing.
    case mute(path: String)

    package var description: String {
        switch self {
        case .untrusted(let fault): "the folder of the private server's socket is not safe: \(fault)"
        case .pathTooLong(let path, let limit):
            "the socket's path \(path) has \(path.utf8.count) bytes, but can have at most \(limit); set XDG_RUNTIME_DIR to a shorter one"
        case .noSocket(let path): "\(path) is not a socket; move it away and try again"
        case .unusable(let path, let reason): "\(path) cannot be used: \(reason); fix that and try again"
        case .noProgram(let folders):
            "tickwire-server is not in \(folders.joined(separator: ", ")); install it there, or name another server with --server"
        case .cannotStart(let program, let reason): "\(program) cannot be started: \(reason)"
        case .refused(let reason): "the private server did not start: \(reason)"
        case .ended(let line?, let log): "the private server ended while starting: \(line) (in \(log))"
        case .ended(nil, let log): "the private server ended while starting, without a message; \(log) may say more"
        case .silent(let seconds, let log):
            "the private server was not ready within \(seconds) s; \(log) may say why"
        case .mute(let path):
            "the program that listens at \(path) does not answer as a tickwire-server; end it, or remove the file, and try again"
        }
    }
}
