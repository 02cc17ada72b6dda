internal import NIOCore
internal import Shared

/// What a connection wants done. NIO's handler does it on a socket, and the simulator on a wire in memory.
enum ServerAction {
    case send(ServerFrame)
    /// What brings a client of a version up to date, nil for the whole table. `userWritten` must follow once the socket has taken it.
    case sendUser(UserNews, since: UInt64?)
    /// Like `send`, and `pongWritten` must follow once the socket has taken it.
    case sendPong(nonce: UInt64)
    /// The client is signed in. The sender knows the time, and puts it in.
    case welcome(Welcome)
    /// There may be a market frame to send: see `nextMarketFrame`.
    case serveMarket
    /// Send the exchange rates, if there are any yet.
    case sendRates
    /// Whether to read from the socket.
    case setReading(Bool)
    case ask(HubRequest)
    /// Send the reason, then close.
    case close(Close)
    /// Close without a word, because the peer does not answer or is no TLS client.
    case drop
    case count(CountedEvent)
    /// The connection has ended, and all who know it have been told.
    case forget
}

/// What a connection asks of hubs and providers. Most requests have a `Delivery` as answer.
enum HubRequest {
    case signIn(Hello)
    case join(Accounts.SignIn, ClientID)
    /// - Parameter store: the one that the connection was welcomed with.
    case settle(NumberedMutation, StoreIdentity)
    /// The user's whole table.
    case userTable
    case logOut
    /// A token that its client never got to know.
    case revoke(TokenHash)
    /// The signed-in connection is gone.
    case leave
    /// - Parameter subscription: tells answers to this request from answers to an earlier one for the same chart.
    case openChart(ChartID, ChartRequest, KlineSource, of: AccountID, subscription: Int)
    case closeChart(ChartID)
    case closeAllCharts
    case detail(number: UInt32, CoinID)
    case icon(CoinID)
    /// The weeks that the client shows now; none, also where it is gone.
    case showWeeks(WeekRequest)
    case account(number: UInt32, AccountRequest)
}

/// What hubs and providers hand to a connection.
enum Delivery: Sendable {
    case signedIn(Result<Accounts.SignIn, Close>)
    case user(UserPush)
    case chart(ChartID, ChartPush, subscription: Int)
    case detail(number: UInt32, Result<CoinDetail, DetailProblem>)
    /// Nil: there is none, for now.
    case icon(CoinID, CoinIcon?)
    case weeks([CoinWeek], open: MarketHour)
    case account(number: UInt32, Result<[Device], AccountProblem>)
}

/// What the metrics count of single connections.
enum CountedEvent: Equatable {
    case handshake(failed: Bool)
    case beginning(ShardCounters.Beginning)
    case hashMismatch
    case userHashMismatch
}

/// What the connections of an event loop want done, in order. There is one queue for each loop, and it is used again and
/// again, so that an action costs no allocation.
struct Actions {
    private var waiting: [(connection: ConnectionID, action: ServerAction)] = []
    private var next = 0

    var isEmpty: Bool { next == waiting.count }

    mutating func append(_ action: ServerAction, for connection: ConnectionID) { waiting.append((connection, action)) }

    /// The oldest action. To be called until there is none: performing one may append others.
    mutating func popFirst() -> (connection: ConnectionID, action: ServerAction)? {
        guard next < waiting.count else {
            waiting.removeAll(keepingCapacity: true)
            next = 0
            return nil
        }
        defer { next += 1 }
        return waiting[next]
    }
}
