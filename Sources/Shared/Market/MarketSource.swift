/// One stream of market data and its state. A terminal uses the state to show old prices as old.
public struct MarketSource: Hashable, Sendable {
    public enum Kind: UInt8, Sendable, CaseIterable {
        /// A kind that this program does not know.
        case other = 0
        /// Names, ranks, supplies, changes, and prices that are averages over markets.
        case listing = 1
        /// Live prices of an exchange.
        case tickers = 2
        /// The names by which an exchange or an archive knows the coins.
        case symbols = 3
    }

    public enum State: UInt8, Sendable, CaseIterable {
        case starting = 1
        case live = 2
        /// It is late, or its last answer was an error, so the held data is old.
        case stale = 3
        case needsKey = 4
        case rateLimited = 5
        /// Not reachable, overloaded or under maintenance.
        case down = 6

        /// The form in JSON and in metrics.
        public var word: String {
            switch self {
            case .starting: "starting"
            case .live: "live"
            case .stale: "stale"
            case .needsKey: "needs_key"
            case .rateLimited: "rate_limited"
            case .down: "down"
            }
        }
    }

    /// Identifies a stream. A provider may have several.
    public struct Name: Hashable, Sendable {
        public var kind: Kind
        /// The provider's name for users.
        public var provider: String

        public init(_ kind: Kind, of provider: String) { (self.kind, self.provider) = (kind, provider) }
    }

    /// The number by which prices refer to the source.
    public var number: SourceNumber
    public var name: Name
    public var state: State
    /// When this state began.
    public var since: MarketTime
    /// When the newest held data was heard, by the server's clock; nil if there is none.
    public var lastEvent: MarketTime?
    /// A sentence for the user if the state is not live.
    public var cause: String
    /// When the source is asked again, if it has asked for a pause.
    public var retryAt: MarketTime?
    /// The time between two requests, in whole seconds; nil if the server does not say.
    public var interval: Duration?

    public var kind: Kind { name.kind }
    public var provider: String { name.provider }

    public init(
        _ number: SourceNumber,
        _ name: Name,
        state: State,
        since: MarketTime,
        lastEvent: MarketTime?,
        cause: String = "",
        retryAt: MarketTime? = nil,
        interval: Duration? = nil
    ) {
        self.number = number
        self.name = name
        self.state = state
        self.since = since
        self.lastEvent = lastEvent
        self.cause = cause
        self.retryAt = retryAt
        self.interval = interval
    }
}

/// The number of a source within an epoch, from 1. The list of sources only grows, so a number never changes its
/// meaning.
public struct SourceNumber: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) { self.rawValue = rawValue }
    public init(_ rawValue: UInt16) { self.rawValue = rawValue }

    /// Stands for a price that no source has reported yet.
    public static let none = SourceNumber(0)
}
