internal import Logging

/// The connection that asks for an account, and its address.
struct Visitor: Sendable {
    let connection: ConnectionID
    let address: String

    /// Used as the address of a visitor at a private server's Unix socket.
    static let localAddress = "local"
    /// Whether the system has confirmed that the visitor is the user who runs the server. No network address equals
    /// `localAddress`.
    var isLocal: Bool { address == Self.localAddress }

    /// Metadata for the log, which never contains names.
    var metadata: Logger.Metadata { ["connection": "\(connection.rawValue)", "address": "\(address)"] }
}
