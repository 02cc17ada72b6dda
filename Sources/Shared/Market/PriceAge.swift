/// How old a price is, and whether it may be called live.
public struct PriceAge: Hashable, Sendable {
    /// A price that was heard longer ago is old.
    public static let liveMax = Duration.seconds(10)

    /// Who the price comes from.
    public let source: MarketSource
    /// Since the price was heard last; nil: never, or nobody knows, because the server's clock was set back since.
    public let age: Duration?
    /// Whether the price is from an answer before the source's last one.
    let isOfEarlierAnswer: Bool

    /// Whether it is the price of an exchange's last trade, heard a moment ago. A listing's average is never live. A price that an
    /// earlier process heard is not live either: while the source is starting or its first request has failed, no such price is
    /// from the last answer.
    public var isLive: Bool {
        guard source.kind == .tickers, let age, age < Self.liveMax else { return false }
        return source.state == .live || source.state != .starting && !isOfEarlierAnswer
    }
}

extension MarketTime {
    /// How old something is that was heard then.
    /// - Returns: nil if nobody knows, because it lies ahead: the server's clock was set back since.
    public func age(of heard: MarketTime) -> Duration? {
        heard.elapsed(since: self) < PriceAge.liveMax ? elapsed(since: heard) : nil
    }
}

extension MarketTable {
    public func source(_ number: SourceNumber) -> MarketSource? { sources.first { $0.number == number } }

    /// When the price of a row was heard last.
    public func heard(_ pricing: Pricing) -> MarketTime? { pricing.heard ?? source(pricing.source)?.lastEvent }

    /// - Parameter now: by the server's clock.
    /// - Returns: nil where there is no price.
    public func age(of pricing: Pricing, at now: MarketTime) -> PriceAge? {
        guard let source = source(pricing.source) else { return nil }
        return PriceAge(
            source: source,
            age: (pricing.heard ?? source.lastEvent).flatMap(now.age(of:)),
            isOfEarlierAnswer: pricing.heard != nil
        )
    }

    /// Whether a price is older than what its source tells of other rows, so that a reader must not take it for one of them.
    public func isOld(_ pricing: Pricing) -> Bool {
        guard let heard = pricing.heard, let source = source(pricing.source) else { return false }
        // A listing's rows always say when they were made, which is a minute or two before the listing.
        return source.kind == .tickers || source.lastEvent.map { $0.elapsed(since: heard) > Self.listedAgeMax } ?? true
    }

    private static var listedAgeMax: Duration { .seconds(600) }
}
