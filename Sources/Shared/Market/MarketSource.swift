/// One stream of market data, and how it fares. Age is data: a terminal shows stale prices as stale because of this.
public struct MarketSource: Hashable, Sendable {
    public enum Kind: UInt8, Sendable, CaseIterable {
        /// Names, ranks, supplies, changes.
        case listing = 1
        /// Live prices.
        case tickers = 2
        /// Which coin the exchange trades under which pair.
        case pairs = 3
        /// What the second source of candles calls the coins.
        case coinList = 4
    }

    public enum State: UInt8, Sendable, CaseIterable {
        case starting = 1
        case live = 2
        /// The last answer was an error; what is held is older.
        case stale = 3
        case needsKey = 4
        case rateLimited = 5
        /// Not reachable, overloaded or under maintenance.
        case down = 6
    }

    public var kind: Kind
    public var provider: String
    public var state: State
    /// When this state began.
    public var since: MarketTime
    /// When the newest data held was made; nil: none yet.
    public var lastEvent: MarketTime?
    /// A sentence for the user where the state is not live.
    public var cause: String
    /// When the source is asked again, where it wants to be left alone.
    public var retryAt: MarketTime?

    public init(
        kind: Kind,
        provider: String,
        state: State,
        since: MarketTime,
        lastEvent: MarketTime?,
        cause: String,
        retryAt: MarketTime? = nil
    ) {
        self.kind = kind
        self.provider = provider
        self.state = state
        self.since = since
        self.lastEvent = lastEvent
        self.cause = cause
        self.retryAt = retryAt
    }
}
