internal import Logging
internal import NIOConcurrencyHelpers
internal import NIOCore
internal import Shared

/// The number of a connection, unique within the process.
struct ConnectionID: RawRepresentable, Hashable, Sendable {
    let rawValue: UInt64
}

/// A signed-in connection as the user hub sees it.
struct UserConnection: Sendable {
    let id: ConnectionID
    let account: Account
    let client: ClientID
    let token: TokenHash
    let device: DeviceID
    /// Where it comes from.
    let address: String
    /// Hands something over to the connection's event loop; never blocks, keeps the order.
    let deliver: @Sendable (UserPush) -> Void

    var use: TokenUse { TokenUse(token: token, address: address, client: client) }
    var joining: Joining { Joining(account: account.id, client: client, use: use) }

    /// The numbers of the connection and its user, so that no log tells names.
    var metadata: Logger.Metadata {
        [
            "connection": "\(id.rawValue)", "user": "\(account.id.rawValue)", "device": "\(device.rawValue)",
        ]
    }
}

/// A user's table as it is now, for all of the user's terminals. A diff for terminals of one version is encoded once.
final class UserNews: Sendable {
    let table: UserTable
    let account: AccountID
    /// Which database the table is of.
    let store: StoreIdentity
    private let frames = NIOLockedValueBox<[UInt64?: ByteBuffer]>([:])

    init(_ table: UserTable, of account: AccountID, in store: StoreIdentity) {
        (self.table, self.account, self.store) = (table, account, store)
    }

    var position: UserPosition { UserPosition(store: store.wireValue(of: account), version: table.version) }

    /// - Parameter version: that the client holds; nil for the whole table.
    func frame(since version: UInt64?) -> ByteBuffer {
        frames.withLockedValue { frames in
            if let frame = frames[version] { return frame }
            let frame = serverFrame(since: version).framed
            frames[version] = frame
            return frame
        }
    }

    /// The whole table where a diff cannot tell all.
    func serverFrame(since version: UInt64?) -> ServerFrame {
        version.flatMap(table.diff(since:)).map(ServerFrame.userDiff) ?? .userTable(table)
    }
}

/// What the user hub tells a connection.
enum UserPush: Sendable {
    /// - Parameter forgotten: the latest time at which a forgotten client was connected. This client may be one of the forgotten ones.
    case joined(UserNews, lastMutation: UInt64, forgotten: MarketTime? = nil)
    /// The table has changed.
    case changed(UserNews)
    /// The table that was asked for.
    case table(UserNews)
    case result(MutationResult)
    case close(Close)
}
