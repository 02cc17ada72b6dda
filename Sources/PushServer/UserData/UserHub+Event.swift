internal import Shared

extension UserHub {
    /// A message from an event loop or a timer to the hub.
    enum Event: Sendable {
        case joined(UserConnection)
        case left(UserConnection)
        /// - Parameter store: the store that the terminal's Welcome named.
        case mutated(UserConnection, StoreIdentity, NumberedMutation)
        /// The terminal's table differs from the user's.
        case tableWanted(UserConnection)
        case loggedOut(UserConnection)
        /// Devices that were revoked. Their connections end.
        case signedOut(Set<DeviceID>)
        /// A terminal disconnected before it received its new token.
        case tokenLost(TokenHash)
        case graceEnded(Presence.Absence)
        /// An operator may have removed a user or signed a terminal out.
        case lookDue
        /// Another node may have changed the table of a user who is connected here.
        case hinted(UserHint)
        /// The server has notes about a user's alerts.
        /// - Parameters:
        ///   - store: the store from which the alerts were read.
        ///   - term: the term in which this node leads; nil for a server that stands alone.
        case alerts(
            AccountID,
            StoreIdentity,
            [AlertChange],
            term: UInt32? = nil,
            settled: @Sendable (AlertAnswer) -> Void
        )
        /// A post to another host has ended.
        /// - Parameter store: the store from which the post was read.
        case posted(AccountID, StoreIdentity, PostOutcome)

        /// The user whom the event is about; nil if it is not about a single user.
        var account: AccountID? {
            switch self {
            case .joined(let connection), .left(let connection), .mutated(let connection, _, _),
                .tableWanted(let connection), .loggedOut(let connection):
                connection.account.id
            case .graceEnded(let absence): absence.account
            case .hinted(let hint): AccountID(rawValue: hint.user)
            case .alerts(let account, _, _, _, _), .posted(let account, _, _): account
            case .signedOut, .tokenLost, .lookDue: nil
            }
        }
    }
}
