/// Where a user's private server listens and keeps its data (XDG Base Directory Specification 0.8). Both programs find
/// it by this rule.
public struct LocalPlace: Hashable, Sendable {
    /// "local", or "local-mock" for the server with the mock market. Both may run at the same time.
    public let name: String
    /// A folder for this user alone (mode 0700).
    public let socketFolder: String
    /// The data folder, like that of any server.
    public let dataFolder: String
    public let logFolder: String

    /// - Parameter environment: names the folders. Without a runtime folder, the socket's folder is
    ///   `/tmp/tickwire-UID`.
    public init(isMock: Bool, environment: [String: String], user: SystemUser = .current) {
        name = isMock ? "local-mock" : "local"
        // The specification says to ignore relative paths.
        func folder(_ variable: String) -> String? { environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        let home = environment["HOME"] ?? "/"
        socketFolder = folder("XDG_RUNTIME_DIR").map { $0 + "/tickwire" } ?? "/tmp/tickwire-\(user.id)"
        dataFolder = (folder("XDG_DATA_HOME") ?? home + "/.local/share") + "/tickwire/\(name)"
        logFolder = (folder("XDG_STATE_HOME") ?? home + "/.local/state") + "/tickwire"
    }

    public var socket: String { "\(socketFolder)/\(name).socket" }
    /// Locked by the terminal that looks for a server and starts one, so that two terminals never start two servers.
    public var startLock: String { "\(socketFolder)/\(name).lock" }
    /// The path of the mark. As long as a file is there, the server stays after its last terminal.
    public var keepMark: String { "\(socketFolder)/\(name).keep" }
    public var log: String { "\(logFolder)/\(name).log" }
}
