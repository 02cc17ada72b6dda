/// What a client says.
public enum ClientFrame: Hashable, Sendable {
    case hello(Hello)
    case mutation(NumberedMutation)
    case ping(nonce: UInt64)
    case pong(nonce: UInt64)
    /// The client's market differs from the server's.
    case snapshotRequest(sequence: UInt64)
    /// The client's table of the user differs from the server's.
    case userTableRequest(version: UInt64)
    /// Revokes the token of this connection.
    case logout
    case openChart(ChartID, ChartOrder)
    /// Like `openChart`, with an interval that this program does not know.
    case openUnknownChart(ChartID, interval: Int)
    case closeChart(ChartID)
    /// The number comes back with the answer.
    case detailRequest(number: UInt32, CoinID)
    case accountRequest(number: UInt32, AccountOrder)
    /// The icons that are wanted now, in place of those before.
    case iconRequest([CoinID])
    /// Of a later protocol: skipped.
    case unknown
}

extension ClientFrame {
    /// Whether it asks for something that takes work: so many of these a connection may send in a second
    /// (`SessionLimits.requestsPerSecond`). Changes have a limit of their own.
    public var isRequest: Bool {
        switch self {
        case .openChart, .openUnknownChart, .detailRequest, .accountRequest, .iconRequest, .snapshotRequest,
            .userTableRequest:
            true
        case .hello, .mutation, .ping, .pong, .logout, .closeChart, .unknown: false
        }
    }
}

/// The first frame of a client.
public struct Hello: Hashable, Sendable {
    public enum Credentials: Hashable, Sendable {
        case token([UInt8])
        /// - formerToken: the last one that this device had for this user, also when it has expired: it shows the server that
        ///   the login is no stranger's.
        case password(name: String, password: String, formerToken: [UInt8]? = nil)

        /// Bytes of UTF-8 that a password may have: a quarter of what a Hello may be by default, next to the names in it.
        public static let passwordBytesMax = 1024
    }

    public var protocols: ClosedRange<UInt32>
    public var clientName: String
    public var clientVersion: String
    /// Shown in the user's list of devices.
    public var deviceName: String
    public var clientID: ClientID
    public var credentials: Credentials
    /// The market that the client already holds.
    public var resume: MarketPosition?
    /// The user's table that the client already holds.
    public var user: UserPosition?
    public var withoutMarket: Bool

    public init(
        protocols: ClosedRange<UInt32> = ProtocolVersion.supported,
        clientName: String,
        clientVersion: String,
        deviceName: String,
        clientID: ClientID,
        credentials: Credentials,
        resume: MarketPosition? = nil,
        user: UserPosition? = nil,
        withoutMarket: Bool = false
    ) {
        self.protocols = protocols
        self.clientName = clientName
        self.clientVersion = clientVersion
        self.deviceName = deviceName
        self.clientID = clientID
        self.credentials = credentials
        self.resume = resume
        self.user = user
        self.withoutMarket = withoutMarket
    }
}
