/// Where a user's private server listens and keeps its data, by the XDG Base Directory Specification 0.8: both programs find it by the
/// same rule.
public struct LocalPlace: Hashable, Sendable {
    /// "local", or "local-mock" for the one with the mock market: both may run at the same time.
    public let name: String
    /// For this user alone (mode 0700).
    public let socketFolder: String
    /// With accounts, as every server's.
    public let dataFolder: String
    public let logFolder: String

    /// - Parameter environment: tells the folders. Without a runtime folder, the socket's is `/tmp/tickwire-UID`.
    public init(isMock: Bool, environment: [String: String], user: SystemUser = .current) {
        name = isMock ? "local-mock" : "local"
        // The specification has relative paths ignored.
        func folder(_ variable: String) -> String? { environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        let home = environment["HOME"] ?? "/"
        socketFolder = folder("XDG_RUNTIME_DIR").map { $0 + "/tickwire" } ?? "/tmp/tickwire-\(user.id)"
        dataFolder = (folder("XDG_DATA_HOME") ?? home + "/.local/share") + "/tickwire/\(name)"
        logFolder = (folder("XDG_STATE_HOME") ?? home + "/.local/state") + "/tickwire"
    }

    public var socket: String { "\(socketFolder)/\(name).socket" }
    /// Held by the terminal that looks whether there is a server, and starts one: two never start two.
    public var startLock: String { "\(socketFolder)/\(name).lock" }
    /// While it is there, the server stays when its last terminal has gone.
    public var keepMark: String { "\(socketFolder)/\(name).keep" }
    public var log: String { "\(logFolder)/\(name).log" }
}
