internal import Shared

/// What the client's end of a connection wants done, by the link or by the simulator.
enum ClientAction {
    case send(ClientFrame)
    /// A frame for the replica that holds what it is about.
    case hand(ServerFrame)
    /// The user's replica compares its pending changes with the server, and says what follows: see `userReplied`.
    case compare(Welcome)
    /// The terminal is connected as it should be: charts, icons and questions may be asked for.
    case goLive(Welcome)
    /// The token of a login with a password.
    case keepToken([UInt8])
    /// The server has replaced the token.
    case renewToken(old: [UInt8], new: [UInt8])
    /// `resendTimePassed` must follow after this time, unless the connection ends before.
    case wakeForResend(after: Duration)
    /// The user's replica sends again what is not confirmed.
    case resend
    /// Close, and connect again at once, because the client id has changed.
    case reconnect
    /// The server has closed the connection.
    case end(Close)
}

/// What the client's end of a connection has decided, in order.
struct ClientActions {
    private var waiting: [ClientAction] = []
    private var next = 0

    mutating func append(_ action: ClientAction) { waiting.append(action) }

    /// The oldest action. To be called until there is none: performing one may append others.
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
