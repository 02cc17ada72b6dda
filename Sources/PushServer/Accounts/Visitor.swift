internal import Logging
internal import Shared

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

/// The origin of a login: the strongest evidence that it shows before its password is checked.
///
/// Each origin has its own throttle, so guesses from elsewhere do not delay the owner.
enum LoginOrigin: Hashable, Sendable {
    /// A device that is signed in or shows a valid token of this account.
    case device(DeviceID)
    /// A device that shows an expired token of this account.
    case formerDevice(TokenHash)
    /// An address, or an IPv6 network of 64 bits, from which this user has signed in before.
    case familiar(HostAddress)
    /// Any other address.
    case stranger(HostAddress)
}

/// What the store knows about a login before its password is checked.
struct LoginRecord: Sendable {
    let account: Account
    let password: PasswordHash
    let origin: LoginOrigin
}
