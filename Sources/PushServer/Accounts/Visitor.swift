internal import Logging

/// Who asks for an account: a connection, and where it comes from.
struct Visitor: Sendable {
    let connection: TerminalID
    let address: String

    /// For the log, which tells no names.
    var metadata: Logger.Metadata { ["connection": "\(connection.rawValue)", "address": "\(address)"] }
}
