/// What the server says.
public enum ServerFrame: Hashable, Sendable {
    case welcome(Welcome)
    case close(Close)
    case snapshotPart(MarketPart)
    case marketDiff(MarketDiff)
    case userTable(UserTable)
    case userDiff(UserDiff)
    case mutationResult(MutationResult)
    case ping(nonce: UInt64)
    case pong(nonce: UInt64)
    case candles(ChartID, CandleBatch)
    case chartProblem(ChartID, ChartProblem)
    /// The number is the request's.
    case detail(number: UInt32, Result<CoinDetail, DetailProblem>)
    case accountAnswer(number: UInt32, Result<[Device], AccountProblem>)
    /// Nil: there is none, for now.
    case icon(CoinID, CoinIcon?)
    /// Of a later protocol: skipped.
    case unknown
}

/// The answer to a hello that was accepted.
public struct Welcome: Hashable, Sendable {
    public var version: UInt32
    public var serverVersion: String
    public var serverTime: MarketTime
    public var userName: String
    /// After a login with name and password, and now and then in place of the token that was used: to be kept, it is not
    /// shown again.
    public var token: [UInt8]?
    public var epoch: MarketEpoch
    /// The highest mutation number that is settled for this client id.
    public var lastMutation: UInt64
    /// Where the client id is not known: of the clients that the server has forgotten, when the one that was here last was
    /// here; nil: none was forgotten. A client that was welcomed later was not forgotten: the database has lost its changes.
    public var forgotten: MarketTime?
    public var limits: SessionLimits
    /// Where the user's table stands on the server.
    public var user: UserPosition
    public var offers: ServerOffers

    public init(
        version: UInt32,
        serverVersion: String,
        serverTime: MarketTime,
        userName: String,
        token: [UInt8]? = nil,
        epoch: MarketEpoch,
        lastMutation: UInt64,
        forgotten: MarketTime? = nil,
        limits: SessionLimits,
        user: UserPosition,
        offers: ServerOffers = ServerOffers()
    ) {
        self.forgotten = forgotten
        self.user = user
        self.offers = offers
        self.version = version
        self.serverVersion = serverVersion
        self.serverTime = serverTime
        self.userName = userName
        self.token = token
        self.epoch = epoch
        self.lastMutation = lastMutation
        self.limits = limits
    }
}

/// The last frame of a connection.
public struct Close: Error, Hashable, Sendable {
    public var code: CloseCode
    public var message: String
    /// For codes 1xxx the most, for 2xxx the least time to wait.
    public var retryAfter: Duration

    public init(_ code: CloseCode, _ message: String, retryAfter: Duration = .zero) {
        self.code = code
        self.message = message
        self.retryAfter = retryAfter
    }
}
