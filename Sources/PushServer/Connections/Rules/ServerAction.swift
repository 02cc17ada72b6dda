internal import NIOCore
internal import Shared

/// An action of a connection. `ConnectionHandler` performs it on a socket, and the simulator on an in-memory wire.
enum ServerAction {
    case send(ServerFrame)
    /// Sends what a client needs after a version; nil means the whole table. `userWritten` must follow once the socket
    /// has taken it.
    case sendUser(UserNews, since: UInt64?)
    /// Like `send`, and `pongWritten` must follow once the socket has taken it.
    case sendPong(nonce: UInt64)
    /// The client is signed in.
    case welcome(DecidedWelcome)
    /// The client wants the market, and holds this position: see `beginMarket`.
    case beginMarket(MarketPosition?)
    /// A market frame may be due: see `MarketFlow.next`.
    case serveMarket
    /// Sends the exchange rates if there are any yet.
    case sendRates
    /// Whether to read from the socket.
    case setReading(Bool)
    case ask(HubRequest)
    /// Sends the reason, then closes.
    case close(Close)
    /// Closes without a reason, because the peer does not answer or is no TLS client.
    case drop
    case count(CountedEvent)
    /// The connection has ended, and all hubs have heard of it.
    case forget
}

/// A request of a connection to hubs and providers. Most requests are answered by a `Delivery`.
enum HubRequest {
    case signIn(Hello)
    /// Lets in a node that follows this one. A server that stands alone answers as if the secret were wrong.
    case signInNode(secret: [UInt8], term: UInt32)
    case join(Accounts.SignIn, ClientID)
    /// - Parameter store: the store that the client's Welcome named.
    case settle(NumberedMutation, StoreIdentity)
    /// The user's whole table.
    case userTable
    case logOut
    /// The client has the answer to its request that signed its own device out.
    case signOut(DeviceID)
    /// Revokes a token that its client never received.
    case revoke(TokenHash)
    /// The signed-in connection has ended.
    case leave
    /// - Parameter subscription: distinguishes answers to this request from answers to an earlier one for the same
    ///   chart.
    case openChart(ChartID, ChartRequest, KlineSource, of: AccountID?, subscription: Int)
    case closeChart(ChartID)
    case closeAllCharts
    case detail(number: UInt32, CoinID)
    case dayRates(number: UInt32, DayRatesRequest)
    case icon(CoinID)
    /// The weeks that the client shows now; none once it has gone.
    case showWeeks(WeekRequest)
    case account(number: UInt32, AccountRequest)
    case node(NodeRequest)
}

/// What a node that follows this one asks or tells.
enum NodeRequest: Sendable {
    /// It was let in. It says that others reach it at the address.
    case joined(NodeID, address: String)
    case left
    case hint(UserHint)
    case follows(FollowedUsers)
}

/// What hubs and providers deliver to a connection.
enum Delivery: Sendable {
    case signedIn(Result<Accounts.SignIn, Close>)
    case nodeSignedIn(Result<NodeID, Close>)
    case user(UserPush)
    case chart(ChartID, ChartPush, subscription: Int)
    case detail(number: UInt32, Result<CoinDetail, AnswerProblem>)
    case dayRates(number: UInt32, Result<DayRates, AnswerProblem>)
    /// A nil icon means that there is none for now.
    case icon(CoinID, CoinIcon?)
    case weeks([CoinWeek], open: MarketHour)
    /// - Parameter signsOut: the client's own device, if the request has signed it out.
    case account(number: UInt32, Result<[Device], AccountProblem>, signsOut: DeviceID? = nil)
    /// For a node that follows this one, as `hint`.
    case beat(Beat)
    case hint(UserHint)
}

extension Delivery {
    /// What the user hub must be told if the connection was gone before this came.
    var leftOver: UserHub.Event? {
        switch self {
        case .signedIn(.success(let signIn)): signIn.newToken.map { .tokenLost($0.hash) }
        case .account(_, _, let device?): .signedOut([device])
        default: nil
        }
    }
}

/// What the metrics count for individual connections.
enum CountedEvent: Equatable {
    case handshake(failed: Bool)
    case beginning(ShardCounters.Beginning)
    case hashMismatch
    case userHashMismatch
}

/// The actions of an event loop's connections, in order. Each loop reuses one queue, so an action costs no allocation.
struct Actions {
    private var waiting: [(connection: ConnectionID, action: ServerAction)] = []
    private var next = 0

    mutating func append(_ action: ServerAction, for connection: ConnectionID) { waiting.append((connection, action)) }

    /// Removes the oldest action. Call it until it returns nil, because performing an action may append others.
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
