/// The age of a price, and whether it counts as live.
public struct PriceAge: Hashable, Sendable {
    /// A price that was last heard longer ago is old.
    public static let liveMax = Duration.seconds(10)

    /// The source of the price.
    public let source: MarketSource
    /// The time since the price was last heard; nil if that never happened, or is unknown because the server's clock
    /// was set back since.
    public let age: Duration?
    /// Whether the price is from an answer before the source's last one.
    let isOfEarlierAnswer: Bool

    /// Whether it is the price of an exchange's last trade, heard a moment ago. A listing's average is never live.
    /// Neither is a price that an earlier process heard: while the source is starting, or its first request has failed,
    /// no price is from the last answer.
    public var isLive: Bool {
        guard source.kind == .tickers, let age, age < Self.liveMax else { return false }
        return source.state == .live || source.state != .starting && !isOfEarlierAnswer
    }
}

extension MarketSource {
    /// The state that readers must go by. If the server says that an exchange is LIVE, that holds only while news comes: a
    /// node that has lost its leader hears nothing, so it cannot say that the exchange is no longer LIVE.
    public func state(at now: MarketTime) -> State {
        guard kind == .tickers, state == .live, let lastEvent else { return state }
        let patience = max(PriceAge.liveMax, (interval ?? .zero) * 3)
        return now.elapsed(since: lastEvent) < patience ? .live : .stale
    }
}

extension MarketTime {
    /// The age of something that was heard at that time.
    /// - Returns: nil if it is unknown because the time is in the future: the server's clock was set back since.
    public func age(of heard: MarketTime) -> Duration? {
        heard.elapsed(since: self) < PriceAge.liveMax ? elapsed(since: heard) : nil
    }
}

extension MarketTable {
    public func source(_ number: SourceNumber) -> MarketSource? { sources.first { $0.number == number } }

    /// When the price of a row was last heard.
    public func heard(_ pricing: Pricing) -> MarketTime? { pricing.heard ?? source(pricing.source)?.lastEvent }

    /// - Parameter now: the server's time.
    /// - Returns: nil if there is no price.
    public func age(of pricing: Pricing, at now: MarketTime) -> PriceAge? {
        guard let source = source(pricing.source) else { return nil }
        return PriceAge(
            source: source,
            age: (pricing.heard ?? source.lastEvent).flatMap(now.age(of:)),
            isOfEarlierAnswer: pricing.heard != nil
        )
    }

    /// Whether a price is older than its source's prices of other rows, so that readers must not take it for a recent
    /// one.
    public func isOld(_ pricing: Pricing) -> Bool {
        guard let heard = pricing.heard, let source = source(pricing.source) else { return false }
        // The rows of a listing always say when they were made, which is a minute or two before the listing. The first
        // rows come before the news that all of it has come.
        return source.kind == .tickers || (source.lastEvent ?? time).elapsed(since: heard) > Self.listedAgeMax
    }

    /// Whether a row has a price of this source.
    public func hasPrice(of source: SourceNumber) -> Bool {
        zip(columns.pricings.values, columns.prices.values).contains { $0.source == source && $1 != nil }
    }

    private static var listedAgeMax: Duration { .seconds(600) }
}
