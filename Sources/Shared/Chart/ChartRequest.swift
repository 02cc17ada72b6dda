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
