internal import Shared

/// Whether prices come as they should, at one moment.
struct PriceState: Equatable {
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

    /// Whether prices come as they change. Without exchanges, those of the listing do.
    var isComing: Bool {
        guard !isStale else { return false }
        return liveExchange != nil || !sources.contains { $0.kind.subject != nil && $0.state != .live }
    }

    /// Whether exchanges have sent prices before and none sends any now.
    private var areExchangesSilent: Bool {
        liveExchange == nil
            && sources.contains { $0.kind == .tickers && ($0.state != .starting || $0.lastEvent != nil) }
    }
}

/// Learns how often prices come, and so how long a healthy server may be silent.
///
/// A server may ask its exchanges at long intervals, and calls one late only after three of them. A shorter pause is
/// not the server's fault.
struct PriceRhythm {
    private static let patienceMin = Duration.seconds(5)
    private static let eventsMax = 4

    private var events: [MarketTime] = []

    /// - Parameter event: when the newest price was heard.
    mutating func heard(_ event: MarketTime?) {
        guard let event, event != events.last else { return }
        events = (events + [event]).suffix(Self.eventsMax)
    }

    /// The shortest of the last steps counts, because a long step may be an outage.
    var patience: Duration {
        let steps = zip(events.dropFirst(), events).map { $0.elapsed(since: $1) }
        return max(Self.patienceMin, (steps.min() ?? .zero) * 3 + .seconds(2))
    }
}
