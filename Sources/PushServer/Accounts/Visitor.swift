internal import Logging

/// Who asks for an account: a connection, and where it comes from.
struct Visitor: Sendable {
    let connection: ConnectionID
    let address: String

    /// Stands for the address of a visitor over a private server's Unix socket.
    static let localAddress = "local"
    /// Whether the system has shown that the visitor is the user who runs the server. No network address is this word.
    var isLocal: Bool { address == Self.localAddress }

    /// For the log, which tells no names.
    var metadata: Logger.Metadata { ["connection": "\(connection.rawValue)", "address": "\(address)"] }
}
