internal import Shared

/// Whether prices come as they should, at one moment. It is a value, so the observed properties behind it are read once
/// for everything that depends on it.
struct PriceState {
    let sources: [MarketSource]
    /// Whether there is a connection.
    let isLive: Bool
    private let isCached: Bool
    /// Whether prices should come all the time.
    let isExpectingPrices: Bool
    /// Whether prices should come, and none have come for too long.
    let isSilent: Bool
    /// The first exchange that sends prices now.
    let liveExchange: MarketSource?

    /// - Parameters:
    ///   - isComplete: whether the terminal has the whole market.
    ///   - isCached: whether the market is an earlier process's.
    ///   - silentSequence: the market's sequence at which prices had stopped for too long.
    init(_ market: MarketTable, isLive: Bool, isComplete: Bool, isCached: Bool, silentSequence: UInt64?) {
        (sources, self.isLive, self.isCached) = (market.sources, isLive, isCached)
        liveExchange = sources.first { $0.kind == .tickers && $0.state == .live }
        isExpectingPrices = isLive && isComplete && !isCached && liveExchange != nil
        isSilent = isExpectingPrices && silentSequence == market.sequence
    }

    /// Whether prices are older than they should be, so that no screen shows them as live.
    var isStale: Bool { !isLive || isCached || isSilent || areExchangesSilent }

    /// Whether exchanges have sent prices before and none sends any now.
    private var areExchangesSilent: Bool {
        liveExchange == nil
            && sources.contains { $0.kind == .tickers && ($0.state != .starting || $0.lastEvent != nil) }
    }
}
