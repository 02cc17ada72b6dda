/// The number that a client gives to one of its charts.
public struct ChartID: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// The contents of a chart: the latest candles of a coin.
public struct ChartRequest: Hashable, Sendable {
    public var coin: CoinID
    public var interval: CandleInterval
    /// How many candles, at least 1.
    public var count: Int
    /// The name of a `KlineSource`; nil: always the one in the user's settings.
    public var source: String?

    public init(coin: CoinID, interval: CandleInterval, count: Int, source: String? = nil) {
        self.coin = coin
        self.interval = interval
        self.count = count
        self.source = source
    }
}

/// Why a chart has no candles, or no newer ones.
public struct ChartProblem: Error, Hashable, Sendable {
    public enum Kind: Int, Sendable, CaseIterable {
        /// The market has no such coin.
        case unknownCoin = 1
        /// The source does not have the coin.
        case notListed = 2
        /// The server needs a key from the operator.
        case needsKey = 3
        /// The source does not answer at the moment. The server tries again by itself.
        case unavailable = 4
        /// The connection, the user or the server has too many charts.
        case tooMany = 5
        /// The server does not know the interval.
        case unknownInterval = 6
        /// The server does not offer the source.
        case unknownSource = 7

        /// Whether the same request may get candles later although nobody has changed anything.
        public var isPassing: Bool {
            switch self {
            case .unavailable, .tooMany: true
            case .unknownCoin, .notListed, .needsKey, .unknownInterval, .unknownSource: false
            }
        }
    }

    /// The name of a `KlineSource`.
    public var source: String
    public var kind: Kind
    /// A sentence for the user.
    public var message: String
    /// The name of another source that lists the coin.
    public var otherSource: String?

    public init(source: String, kind: Kind, message: String, otherSource: String? = nil) {
        self.source = source
        self.kind = kind
        self.message = message
        self.otherSource = otherSource
    }
}

extension ChartProblem: CustomStringConvertible {
    public var description: String { message }
}
