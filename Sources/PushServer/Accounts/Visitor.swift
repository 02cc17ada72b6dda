internal import Logging

/// Who asks for an account: a connection, and where it comes from.
struct Visitor: Sendable {
    let connection: ConnectionID
    let address: String

    /// In place of an address, for who comes over a private server's Unix socket.
    static let localAddress = "local"
    /// The system has shown that the visitor is the user whom the server belongs to. No address of the network is a word.
    var isLocal: Bool { address == Self.localAddress }

    /// For the log, which tells no names.
    var metadata: Logger.Metadata { ["connection": "\(connection.rawValue)", "address": "\(address)"] }
}
