internal import Shared

/// What the client's end of a connection has decided. The link performs it, or the simulator.
enum ClientAction {
    case send(ClientFrame)
    /// Hands a frame to the replica that it concerns.
    case hand(ServerFrame)
    /// The user's replica compares its pending changes with the server and reports what follows (`userReplied`).
    case compare(Welcome)
    /// The terminal is ready to use: it may request charts, icons and the rest.
    case goLive(Welcome)
    /// Stores the token of a login with a password.
    case keepToken([UInt8])
    /// Stores the token with which the server has replaced another one.
    case renewToken(old: [UInt8], new: [UInt8])
    /// Calls `resendTimePassed` after this time, unless the connection ends before.
    case wakeForResend(after: Duration)
    /// The user's replica sends all changes again that are not confirmed.
    case resend
    /// Closes the connection and connects again at once, because the client id has changed.
    case reconnect
    /// The server has closed the connection.
    case end(Close)
}

/// The decisions of the client's end of a connection, in order.
struct ClientActions {
    private var waiting: [ClientAction] = []
    private var next = 0

    mutating func append(_ action: ClientAction) { waiting.append(action) }

    /// The oldest action. Call it until there is none, because performing one may append others.
    mutating func popFirst() -> ClientAction? {
        guard next < waiting.count else {
            waiting.removeAll(keepingCapacity: true)
            next = 0
            return nil
        }
        defer { next += 1 }
        return waiting[next]
    }
}
