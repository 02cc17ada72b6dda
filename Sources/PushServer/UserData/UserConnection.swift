internal import Logging
internal import NIOConcurrencyHelpers
internal import NIOCore
internal import Shared

/// A signed-in connection as the user hub sees it.
struct UserConnection: Sendable {
    let id: ConnectionID
    let account: Account
    let client: ClientID
    let token: TokenHash
    let device: DeviceID
    /// The client's address.
    let address: String
    /// Passes a push to the connection's event loop. Never blocks, and keeps the order.
    let deliver: @Sendable (UserPush) -> Void

    var use: TokenUse { TokenUse(token: token, address: address, client: client) }
    var joining: Joining { Joining(account: account.id, client: client, use: use) }

    /// The numbers of the connection and its user, so that logs contain no names.
    var metadata: Logger.Metadata {
        [
            "connection": "\(id.rawValue)", "user": "\(account.id.rawValue)", "device": "\(device.rawValue)",
        ]
    }
}

/// A user's current table, for all of the user's terminals. The diff from one version is encoded once.
final class UserNews: Sendable {
    let table: UserTable
    let account: AccountID
    /// The identity of the table's database.
    let store: StoreIdentity
    private let frames = NIOLockedValueBox<[UInt64?: ByteBuffer]>([:])

    init(_ table: UserTable, of account: AccountID, in store: StoreIdentity) {
        (self.table, self.account, self.store) = (table, account, store)
    }

    var position: UserPosition { UserPosition(store: store.wireValue(of: account), version: table.version) }

    /// - Parameter version: the version that the client holds; nil for the whole table.
    func frame(since version: UInt64?) -> ByteBuffer {
        frames.withLockedValue { frames in
            if let frame = frames[version] { return frame }
            let frame = serverFrame(since: version).framed
            frames[version] = frame
            return frame
        }
    }

    /// The diff, or the whole table if no diff is possible.
    func serverFrame(since version: UInt64?) -> ServerFrame {
        version.flatMap(table.diff(since:)).map(ServerFrame.userDiff) ?? .userTable(table)
    }
}

/// A message from the user hub to a connection.
enum UserPush: Sendable {
    /// - Parameter forgotten: the latest time at which a forgotten client was connected. This client may be one of
    ///   those.
    /// - Parameter kinds: the kinds of records to offer; nil: all.
    case joined(UserNews, lastMutation: UInt64, forgotten: MarketTime? = nil, kinds: Set<UInt32>? = nil)
    /// The table has changed.
    case changed(UserNews)
    /// The requested table.
    case table(UserNews)
    case result(MutationResult)
    case close(Close)
}
