internal import Logging
internal import NIOCore
internal import Shared

/// The number of a connection, unique within the process.
struct TerminalID: RawRepresentable, Hashable, Sendable {
    let rawValue: UInt64
}

/// A signed-in connection as the user hub sees it.
struct Terminal: Sendable {
    let id: TerminalID
    let account: Account
    let client: ClientID
    let token: TokenHash
    let device: DeviceID
    /// Where it comes from.
    let address: String
    /// Hands something over to the connection's event loop; never blocks, keeps the order.
    let deliver: @Sendable (UserPush) -> Void

    var use: TokenUse { TokenUse(token: token, address: address) }
    var joining: Joining { Joining(account: account.id, client: client, use: use) }

    /// Which connection of whom: by numbers, so that no log tells names.
    var metadata: Logger.Metadata {
        [
            "connection": "\(id.rawValue)", "user": "\(account.id.rawValue)", "device": "\(device.rawValue)",
        ]
    }
}

/// A user's state as all of their terminals get it: encoded once.
struct UserNews: Sendable {
    let state: UserState
    let frame: ByteBuffer

    init(_ state: UserState) {
        self.state = state
        frame = ServerFrame.userState(state).framed
    }
}

/// What the user hub tells a connection.
enum UserPush: Sendable {
    case joined(UserState, lastMutation: UInt64, store: StoreIdentity)
    case state(UserNews)
    case result(MutationResult)
    case close(Close)
}
